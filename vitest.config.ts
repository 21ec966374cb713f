import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = fileURLToPath(new URL('.', import.meta.url));
const outside = ['**/node_modules/**', '**/.next/**', '**/.interlock*/**', 'e2e/**'];
const onPostgres = ['**/*.db.test.ts', 'prisma/guarantees/**/*.test.ts'];
/** Tests on PostgreSQL that change what a whole process shares: a module, the clock, the settings that it reads once. */
const ofOwnProcess = [
  'app/api/metrics/metrics.db.test.ts',
  'app/api/workflows/rate-limit.db.test.ts',
  'lib/notifications/links.db.test.ts',
];

/** What takes longest and mostly waits: begun last, it would keep the run waiting while the processor rests. */
const longest = [
  'lib/testing/chaos/chaos.db.test.ts',
  'lib/runtime/kill.db.test.ts',
  'lib/runtime/leases.db.test.ts',
  'lib/database/embedded.db.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((file) => moduleId.endsWith(file));
      return place < 0 ? longest.length : place;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

const database = {
  environment: 'node',
  setupFiles: ['lib/testing/settings.ts'],
  globalSetup: ['lib/testing/database-server.ts'],
  // Hooks make databases; on a busy machine that takes its time.
  testTimeout: 120_000,
  hookTimeout: 240_000,
  // More than the cores of a small machine: many of these tests wait for a lease, a timer or a lost worker.
  maxWorkers: 3,
};

/**
 * `unit` needs nothing but Node. `db` gets one PostgreSQL for the run and a clone of the migrated database for each file
 * that asks for one (lib/testing/database.ts); its files share processes, since loading the product takes each of them
 * longer than most tests, and `db-alone` has those that cannot.
 */
export default defineConfig({
  resolve: { alias: { '@': root.replace(/\/$/, '') } },
  test: {
    passWithNoTests: true,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...outside, ...onPostgres],
          environment: 'node',
          testTimeout: 30_000,
          // Vitest leaves a core to itself, which on two cores is half of them; it needs little when nobody watches.
          maxWorkers: availableParallelism(),
        },
      },
      {
        extends: true,
        test: {
          ...database,
          name: 'db',
          include: onPostgres,
          exclude: [...outside, ...ofOwnProcess],
          isolate: false,
        },
      },
      { extends: true, test: { ...database, name: 'db-alone', include: ofOwnProcess, exclude: outside } },
    ],
  },
});

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));
const outside = ['**/node_modules/**', '**/.next/**', '**/.interlock*/**', 'e2e/**'];
const onPostgres = ['**/*.db.test.ts', 'prisma/guarantees/**/*.test.ts'];

/**
 * Two projects: `unit` needs nothing but Node, `db` gets one PostgreSQL for the run and a clone of the
 * migrated database for each file that asks for one (lib/testing/database.ts).
 */
export default defineConfig({
  resolve: { alias: { '@': root.replace(/\/$/, '') } },
  test: {
    passWithNoTests: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...outside, ...onPostgres],
          environment: 'node',
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'db',
          include: onPostgres,
          exclude: outside,
          environment: 'node',
          globalSetup: ['lib/testing/database-server.ts'],
          // Hooks make databases; on a busy machine that takes its time.
          testTimeout: 120_000,
          hookTimeout: 240_000,
          // More than the cores of a small machine: many of these tests wait for a lease, a timer or a lost worker.
          maxWorkers: 3,
        },
      },
    ],
  },
});

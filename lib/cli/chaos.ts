import { spawnSync } from 'node:child_process';
import { runCommand } from '@/lib/cli/refusal';

/**
 * `npm run chaos`: the chaos run of the database tests (lib/testing/chaos) for ten minutes, or CHAOS_SECONDS, with a seed of
 * chance, or CHAOS_SEED. The exit code is 0 when all holds.
 */
await runCommand(() => {
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'db',
      'lib/testing/chaos/chaos.db.test.ts',
      '--disable-console-intercept=true',
    ],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        CHAOS_SECONDS: '600',
        CHAOS_SEED: String(Math.floor(Math.random() * 1_000_000_000)),
        CHAOS_RATE: '3',
        ...process.env,
        NODE_ENV: 'test',
      },
    },
  );
  return Promise.resolve(status === 0 ? 0 : 1);
});

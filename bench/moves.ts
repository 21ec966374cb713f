import { createPool } from '@/lib/database/pool';
import { type Run, runCallers } from './callers';
import { prepareMove } from './instances';
import { findPgbench, pgbenchVersion, runFloor, runPgbench } from './pgbench';
import { type Goals, report, reportFloor } from './report';
import { startServer } from './server';

/** Callers at once and moves of each. */
const loads: { callers: number; perCaller: number; goals: Goals }[] = [
  { callers: 1, perCaller: 1_500, goals: { ratio: 1.5, p50: 1 } },
  { callers: 4, perCaller: 800, goals: { ratio: 1.5, p99: 5 } },
  { callers: 16, perCaller: 250, goals: { ratio: 1.8 } },
];
const rounds = 3;
const sides = ['ours', 'pgbench'] as const;

/** One move beside pgbench making the same move. @returns the exit code; 2 when there is no pgbench */
export async function measureMoves({ quick }: { readonly quick: boolean }): Promise<number> {
  const program = findPgbench();
  if (!program) {
    console.error(
      'This bench compares with pgbench, and there is none here. Install it (Debian: apt-get install postgresql-contrib) or name it in PGBENCH.',
    );
    return 2;
  }
  const server = await startServer();
  const owner = createPool(server.ownerUrl, { max: 2 });
  const app = createPool(server.appUrl);
  try {
    console.log(`${server.description}\n${pgbenchVersion(program)}\n`);
    reportFloor(await runFloor(program, owner, server.ownerUrl));
    const { move, makeInstances } = await prepareMove(owner);
    console.log(`One move: ${move.plan.events.map(({ type }) => type).join(', ')}; one job.\n`);
    let next = 100_000_000_000;
    const measure = async (
      side: (typeof sides)[number],
      callers: number,
      perCaller: number,
    ): Promise<Run> => {
      const from = next;
      next += callers * perCaller;
      await makeInstances(from, callers * perCaller);
      return side === 'ours'
        ? runCallers(app, move, from, callers, perCaller)
        : runPgbench(program, server.appUrl, move, from, callers, perCaller);
    };
    for (const side of sides) await measure(side, 4, 200);

    let kept = true;
    for (const { callers, perCaller, goals } of loads) {
      const moves = quick ? Math.ceil(perCaller / 5) : perCaller;
      const runs = { ours: [] as Run[], pgbench: [] as Run[] };
      for (let round = 0; round < rounds; round += 1) {
        // Who goes first changes, so that what the server has to tidy up after a run does not always meet the same side.
        const order = round % 2 === 0 ? sides : sides.toReversed();
        for (const side of order) runs[side].push(await measure(side, callers, moves));
      }
      kept = report(callers, goals, runs.ours, runs.pgbench) && kept;
    }
    return kept ? 0 : 1;
  } finally {
    await Promise.all([owner.end(), app.end()]);
    await server.stop();
  }
}

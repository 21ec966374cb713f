import { createPool } from '@/lib/database/pool';
import { type Run, runCallers } from './callers';
import { type PreparedMove, prepareDecision, prepareTransition } from './instances';
import { findPgbench, pgbenchVersion, runFloor, runPgbench } from './pgbench';
import { type Goals, report, reportFloor } from './report';
import { startServer } from './server';

/** Callers at once, moves of each, and the most that a move may cost in units of pgbench's (issue 2). */
const loads = [
  { callers: 1, perCaller: 1_500, ratio: 1.5 },
  { callers: 4, perCaller: 800, ratio: 1.5 },
  { callers: 16, perCaller: 250, ratio: 1.8 },
] as const;
/** What a caller may wait for one transition, in milliseconds, by how many callers there are (issue 2). */
type Waits = Readonly<Partial<Record<number, Omit<Goals, 'ratio'>>>>;
const mostWait: Waits = { 1: { p50: 1 }, 4: { p99: 5 } };
const notJudged: Waits = {};
const rounds = 3;
const sides = ['ours', 'pgbench'] as const;

/** One transition, and a decision, each beside pgbench making the same move. @returns the exit code; 2 when there is no pgbench */
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
    const transition = await prepareTransition(owner);
    const decision = await prepareDecision(owner);
    let next = 100_000_000_000;
    /** One run of moves, on instances that are made for it. */
    const measure = async (
      { move, makeInstances }: PreparedMove,
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
    let kept = true;
    for (const [name, prepared, goals] of [
      ['One transition', transition, mostWait],
      ['A decision', decision, notJudged],
    ] as const) {
      const { events, effects } = prepared.move.plan;
      console.log(`${name}: ${events.map(({ type }) => type).join(', ')}; ${effects.length} job.\n`);
      for (const side of sides) await measure(prepared, side, 4, 200);
      for (const { callers, perCaller, ratio } of loads) {
        const moves = quick ? Math.ceil(perCaller / 5) : perCaller;
        const runs = { ours: [] as Run[], pgbench: [] as Run[] };
        for (let round = 0; round < rounds; round += 1) {
          // Who goes first changes, so that what the server has to tidy up after a run does not always meet the same side.
          const order = round % 2 === 0 ? sides : sides.toReversed();
          for (const side of order) runs[side].push(await measure(prepared, side, callers, moves));
        }
        kept = report(callers, { ratio, ...goals[callers] }, runs.ours, runs.pgbench) && kept;
      }
    }
    return kept ? 0 : 1;
  } finally {
    await Promise.all([owner.end(), app.end()]);
    await server.stop();
  }
}

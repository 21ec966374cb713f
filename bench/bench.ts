import { parseArgs } from 'node:util';
import { createPool } from '@/lib/database/pool';
import { type Run, runCallers } from './callers';
import { prepareMove } from './instances';
import { findPgbench, pgbenchVersion, runPgbench } from './pgbench';
import { startServer } from './server';

/** Callers at once, moves of each, and the most that a move may cost in units of pgbench's (issue 2). */
const loads = [
  { callers: 1, perCaller: 1_500, goal: 1.5 },
  { callers: 4, perCaller: 800, goal: 1.5 },
  { callers: 16, perCaller: 250, goal: 1.8 },
];
const rounds = 3;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
  const program = findPgbench();
  if (!program) {
    throw new Error(
      'This bench compares with pgbench, and there is none here. Install it (Debian: apt-get install postgresql-contrib) or name it in PGBENCH.',
    );
  }
  const server = await startServer();
  const owner = createPool(server.ownerUrl, { max: 2 });
  const app = createPool(server.appUrl);
  try {
    console.log(`${server.description}\n${pgbenchVersion(program)}\n`);
    const { move, makeInstances } = await prepareMove(owner);
    console.log(`One move: ${move.plan.events.map(({ type }) => type).join(', ')}; one job.\n`);
    let next = 100_000_000_000;
    const measure = async (side: 'ours' | 'pgbench', callers: number, perCaller: number): Promise<Run> => {
      const from = next;
      next += callers * perCaller;
      await makeInstances(from, callers * perCaller);
      return side === 'ours'
        ? runCallers(app, move, from, callers, perCaller)
        : runPgbench(program, server.appUrl, move, from, callers, perCaller);
    };
    for (const side of ['ours', 'pgbench'] as const) await measure(side, 4, 300);

    for (const { callers, perCaller, goal } of loads) {
      const moves = values.quick ? Math.ceil(perCaller / 5) : perCaller;
      const ours: Run[] = [];
      const theirs: Run[] = [];
      for (let round = 0; round < rounds; round += 1) {
        // Who goes first changes, so that what the server has to tidy up after a run does not always meet the same side.
        const order = round % 2 === 0 ? (['ours', 'pgbench'] as const) : (['pgbench', 'ours'] as const);
        for (const side of order) (side === 'ours' ? ours : theirs).push(await measure(side, callers, moves));
      }
      report(callers, goal, ours, theirs);
    }
  } finally {
    await Promise.all([owner.end(), app.end()]);
    await server.stop();
  }
}

function report(callers: number, goal: number, ours: readonly Run[], theirs: readonly Run[]): void {
  const ratio = median(ours.map((run, index) => cost(run) / cost(theirs[index]!)));
  const line = (name: string, runs: readonly Run[]) => {
    const all = runs.flatMap(({ latencies }) => latencies).sort((a, b) => a - b);
    const figures = [0.5, 0.95, 0.99].map(
      (share) => `p${share * 100} ${percentile(all, share).toFixed(2)} ms`,
    );
    const perSecond = median(runs.map((run) => run.moves / run.seconds));
    return `  ${name.padEnd(13)} ${perSecond.toFixed(0).padStart(6)} moves/s   ${figures.join('   ')}`;
  };
  console.log(`${callers} caller${callers === 1 ? '' : 's'}`);
  console.log(line('transition()', ours));
  console.log(line('pgbench', theirs));
  console.log(
    `  cost of a move: ${ratio.toFixed(2)} × pgbench's (at most ${goal}) ${ratio <= goal ? 'ok' : 'MISSED'}\n`,
  );
}

function cost(run: Run): number {
  return run.seconds / run.moves;
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

await main();

import type { Run } from './callers';

/** What a load has to keep to (issue 2). */
export type Goals = {
  /** Cost of a move in units of pgbench's. */
  readonly ratio: number;
  /** Milliseconds that a caller waits for a move. */
  readonly p50?: number;
  readonly p99?: number;
};

/** The runs of both sides, in words. @returns false when the ratio, which a busy machine does not excuse, misses its goal */
export function report(callers: number, goals: Goals, ours: readonly Run[], theirs: readonly Run[]): boolean {
  const ratio = median(ours.map((run, index) => cost(run) / cost(theirs[index]!)));
  console.log(`${callers} caller${callers === 1 ? '' : 's'}`);
  console.log(line('transition()', ours));
  console.log(line('pgbench', theirs));
  console.log(`  cost of a move: ${verdict(ratio, goals.ratio, '× pgbench’s')}`);
  const waits = sortedLatencies(ours);
  if (goals.p50) console.log(`  p50 of transition(): ${verdict(percentile(waits, 0.5), goals.p50, 'ms')}`);
  if (goals.p99) console.log(`  p99 of transition(): ${verdict(percentile(waits, 0.99), goals.p99, 'ms')}`);
  console.log('');
  return ratio <= goals.ratio;
}

/** Says what the disk and the server take for the smallest commit, beside which the times of a move are to be read. */
export function reportFloor(floor: Run): void {
  console.log('The smallest commit: one integer of one row, 1 caller');
  console.log(`${line('pgbench', [floor]).replace('moves/s', 'updates/s')}\n`);
}

function line(name: string, runs: readonly Run[]): string {
  const waits = sortedLatencies(runs);
  const figures = [0.5, 0.95, 0.99].map(
    (share) => `p${share * 100} ${percentile(waits, share).toFixed(2)} ms`,
  );
  const perSecond = median(runs.map((run) => run.moves / run.seconds));
  return `  ${name.padEnd(13)} ${perSecond.toFixed(0).padStart(6)} moves/s   ${figures.join('   ')}`;
}

/** A figure beside the most that it may be. */
export function verdict(value: number, most: number, unit: string): string {
  return `${value.toFixed(2)} ${unit} (at most ${Number(most.toFixed(2))}) ${value <= most ? 'ok' : 'MISSED'}`;
}

/** A figure beside the least that it may be. */
export function least(value: number, bound: number, unit: string): string {
  return `${value.toFixed(2)} ${unit} (at least ${bound}) ${value >= bound ? 'ok' : 'MISSED'}`;
}

function cost(run: Run): number {
  return run.seconds / run.moves;
}

/** What the callers of all runs waited, in rising order. */
export function sortedLatencies(runs: readonly Run[]): number[] {
  return runs.flatMap(({ latencies }) => latencies).sort((a, b) => a - b);
}

/** Of an odd number of figures, or near enough. */
export function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
}

/** @param sorted in rising order */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** How often a read is timed, after one that is not. */
const reads = 20;

/**
 * Reads over and over, and says how long that takes.
 * @param goal what its p95 has to keep to, in milliseconds
 * @param read may say something of what it has read
 * @returns p95 in milliseconds
 */
export async function timeRead(name: string, goal: number, read: () => Promise<unknown>): Promise<number> {
  const found = await read();
  const times: number[] = [];
  for (let round = 0; round < reads; round += 1) {
    const began = performance.now();
    await read();
    times.push(performance.now() - began);
  }
  times.sort((left, right) => left - right);
  const p95 = percentile(times, 0.95);
  const [middle, late] = [median(times), p95].map((time) => time.toFixed(1).padStart(8));
  const note = typeof found === 'string' ? ` ${found}` : '';
  console.log(`  ${name.padEnd(28)} ${middle} ms median ${late} ms p95${note}${p95 > goal ? '  OVER' : ''}`);
  return p95;
}

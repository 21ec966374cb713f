import { createPool } from '@/lib/database/pool';
import type { Run } from './callers';
import { startDbos } from './dbos';
import { type OwnSteps, startOwn } from './own-steps';
import { least, median, percentile, sortedLatencies, verdict } from './report';
import { startServer } from './server';

/** Steps of the workflow that both sides run. */
const steps = 5;
/** Callers at once and workflows of each. */
const loads = [
  { callers: 1, perCaller: 200 },
  { callers: 4, perCaller: 100 },
  { callers: 16, perCaller: 40 },
];
const rounds = 3;
const sides = ['ours', 'DBOS'] as const;

/** Goals of issue 3, in units of DBOS's figures of the same round. */
const leastThroughput = 4;
const mostWait = 1 / 3;
/** What the 800th round of a loop may cost beside the first ones. */
const mostOfLate = 1.2;
const late = 800;
/** Rounds that are timed at either end, and instances in which they are. */
const timed = 20;
const loops = 3;

/** A workflow of five durable steps beside DBOS running the same; then a step late in a long history. @returns the exit code */
export async function measureSteps({ quick }: { readonly quick: boolean }): Promise<number> {
  const server = await startServer();
  const owner = createPool(server.ownerUrl, { max: 2 });
  const app = createPool(server.appUrl);
  const ours = await startOwn(owner, app, steps);
  const peer = await startDbos(server.peerUrl, steps);
  try {
    console.log(`${server.description}\n`);
    const run = { ours: ours.run, DBOS: peer.run };
    for (const side of sides) await runWorkflows(run[side], 4, 20);
    let made = 4 * 20;
    let kept = true;
    for (const { callers, perCaller } of loads) {
      const each = quick ? Math.ceil(perCaller / 5) : perCaller;
      const runs = { ours: [] as Run[], DBOS: [] as Run[] };
      for (let round = 0; round < rounds; round += 1) {
        // Who goes first changes, so that what the server has to tidy up after a run does not always meet the same side.
        const order = round % 2 === 0 ? sides : sides.toReversed();
        for (const side of order) runs[side].push(await runWorkflows(run[side], callers, each));
      }
      made += rounds * callers * each;
      kept = report(callers, runs.ours, runs.DBOS) && kept;
    }
    if ((await ours.countCompleted()) !== made) throw new Error('Not every instance has come to its end.');
    return (await measureLoop(ours, quick ? 1 : loops)) && kept ? 0 : 1;
  } finally {
    await peer.stop();
    await ours.close();
    await Promise.all([owner.end(), app.end()]);
    await server.stop();
  }
}

/** Callers at once, each of which runs workflows one after the other. */
async function runWorkflows(run: () => Promise<void>, callers: number, perCaller: number): Promise<Run> {
  const latencies: number[] = [];
  const caller = async () => {
    for (let index = 0; index < perCaller; index += 1) {
      const begun = performance.now();
      await run();
      latencies.push(performance.now() - begun);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: callers }, caller));
  return { moves: callers * perCaller * steps, seconds: (performance.now() - begun) / 1000, latencies };
}

function report(callers: number, ours: readonly Run[], theirs: readonly Run[]): boolean {
  const throughput = median(ours.map((run, index) => perSecond(run) / perSecond(theirs[index]!)));
  const wait = median(ours.map((run, index) => middle([run]) / middle([theirs[index]!])));
  console.log(`${callers} caller${callers === 1 ? '' : 's'}`);
  for (const [name, runs] of [
    ['Interlock', ours],
    ['DBOS', theirs],
  ] as const) {
    const rate = median(runs.map(perSecond)).toFixed(0);
    console.log(
      `  ${name.padEnd(10)} ${rate.padStart(6)} steps/s   p50 of a workflow ${middle(runs).toFixed(2)} ms`,
    );
  }
  console.log(`  steps/s: ${least(throughput, leastThroughput, '× DBOS’s')}`);
  console.log(`  p50 of a workflow: ${verdict(wait, mostWait, '× DBOS’s')}\n`);
  return throughput >= leastThroughput && wait <= mostWait;
}

/**
 * What a round costs at either end of a long history. The old instances are brought there first; then old and new ones
 * take turns, so that both meet the same machine.
 */
async function measureLoop(ours: OwnSteps, instances: number): Promise<boolean> {
  const costs = { first: [] as number[], late: [] as number[] };
  const time = async (end: keyof typeof costs, place: Parameters<OwnSteps['runRound']>[0], round: number) => {
    const begun = performance.now();
    await ours.runRound(place, round);
    costs[end].push(performance.now() - begun);
  };
  const old = await Promise.all(Array.from({ length: instances }, () => ours.startLoop()));
  await Promise.all(
    old.map(async (place) => {
      for (let round = 1; round <= late - timed; round += 1) await ours.runRound(place, round);
    }),
  );
  for (const place of old) {
    const fresh = await ours.startLoop();
    for (let round = 1; round <= timed; round += 1) {
      await time('first', fresh, round);
      await time('late', place, late - timed + round);
    }
  }
  const [first, last] = [median(costs.first), median(costs.late)];
  const ratio = last / first;
  console.log(`A loop: a signal, then the step that it sets off; ${instances} at each end`);
  console.log(
    `  rounds 1–${timed}: p50 ${first.toFixed(2)} ms; up to round ${late}: p50 ${last.toFixed(2)} ms`,
  );
  console.log(`  cost: ${verdict(ratio, mostOfLate, '× that of the first rounds')}`);
  return ratio <= mostOfLate;
}

function perSecond(run: Run): number {
  return run.moves / run.seconds;
}

function middle(runs: readonly Run[]): number {
  return percentile(sortedLatencies(runs), 0.5);
}

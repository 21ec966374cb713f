import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type Task, run } from 'graphile-worker';
import type { Pool } from 'pg';
import pino from 'pino';
import { createPool } from '@/lib/database/pool';
import { runActivity } from '@/lib/runtime/jobs/run-activity';
import { onNotices } from '@/lib/runtime/notices';
import { OutboxRelay } from '@/lib/runtime/outbox-relay';
import { Queue } from '@/lib/runtime/queue';
import { createQueuePool } from '@/lib/runtime/queue-pool';
import { WorkerRegistry } from '@/lib/runtime/worker-registry';
import type { Run } from './callers';
import { type OwnSteps, startOwn } from './own-steps';
import { least, median, percentile, verdict } from './report';
import { startServer } from './server';

/** Jobs that both sides take in a round, and how many of them run at once. */
const jobs = 4_000;
const concurrency = 10;
const rounds = 3;
const sides = ['ours', 'Graphile Worker'] as const;
/** Steps of instances that go through the queue, and jobs that meet an idle worker. */
const steps = 400;
const alone = 100;

/** Goals of issue 3: jobs/s in units of Graphile Worker's, and milliseconds until an idle worker has a job. */
const leastThroughput = 3;
const mostIdle = 3;

const silent = pino({ level: 'warn' });

/**
 * The queue as a worker of the product runs it beside Graphile Worker with its usual settings, steps that go through it, and
 * how soon an idle worker begins a job. @returns the exit code
 */
export async function measureQueue({ quick }: { readonly quick: boolean }): Promise<number> {
  const server = await startServer();
  const owner = createPool(server.ownerUrl, { max: concurrency + 5 });
  const queue = createQueuePool(server.ownerUrl, concurrency);
  const app = createPool(server.appUrl);
  const ours = await startOwn(owner, app, 1);
  try {
    console.log(`${server.description}\n`);
    const count = quick ? jobs / 5 : jobs;
    const runs = { ours: [] as Run[], 'Graphile Worker': [] as Run[] };
    for (let round = 0; round < rounds; round += 1) {
      // Who goes first changes, so that what the server has to tidy up after a run does not always meet the same side.
      const order = round % 2 === 0 ? sides : sides.toReversed();
      for (const side of order) {
        const drain = side === 'ours' ? drainByOurs : drainByPeer;
        const pool = side === 'ours' ? queue : owner;
        runs[side].push(await takeAll(owner, count, (task) => drain(pool, ours, task)));
      }
    }
    const throughput = median(
      runs.ours.map((mine, index) => perSecond(mine) / perSecond(runs['Graphile Worker'][index]!)),
    );
    console.log(`${count} jobs that do nothing, ${concurrency} at once`);
    for (const side of sides) {
      console.log(`  ${side.padEnd(15)} ${median(runs[side].map(perSecond)).toFixed(0).padStart(6)} jobs/s`);
    }
    console.log(`  jobs/s: ${least(throughput, leastThroughput, '× Graphile Worker’s without batches')}\n`);
    await measureSteps(queue, ours, quick ? steps / 5 : steps);
    await measureIdle(queue, ours, quick ? alone / 5 : alone);
    return throughput >= leastThroughput ? 0 : 1;
  } finally {
    await ours.close();
    await Promise.all([owner.end(), queue.end(), app.end()]);
    await server.stop();
  }
}

type Drain = (task: Task) => Promise<() => Promise<void>>;

/** Enqueues the jobs, lets the side take them and times it until the last has gone from the queue. */
async function takeAll(owner: Pool, count: number, drain: Drain): Promise<Run> {
  await owner.query(
    `SELECT count(*) FROM graphile_worker.add_jobs(ARRAY(
       SELECT ROW('bench-job', '{}', NULL, NULL, NULL, NULL, NULL, NULL)::graphile_worker.job_spec FROM generate_series(1, $1::int)))`,
    [count],
  );
  let taken = 0;
  const begun = performance.now();
  const stop = await drain(() => {
    taken += 1;
  });
  while (taken < count || (await left(owner)) > 0) await sleep(5);
  const seconds = (performance.now() - begun) / 1000;
  await stop();
  return { moves: count, seconds, latencies: [] };
}

async function left(owner: Pool): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM graphile_worker._private_jobs',
  );
  return rows[0]!.n;
}

async function startQueue(owner: Pool, { worker }: OwnSteps, tasks: Record<string, Task>): Promise<Queue> {
  const registry = new WorkerRegistry(worker, owner, silent);
  return Queue.start({ owner, registry, tasks, concurrency, patience: 10_000, log: silent });
}

async function drainByOurs(owner: Pool, ours: OwnSteps, task: Task): Promise<() => Promise<void>> {
  const queue = await startQueue(owner, ours, { 'bench-job': task });
  return () => queue.stop();
}

async function drainByPeer(owner: Pool, _ours: OwnSteps, task: Task): Promise<() => Promise<void>> {
  const runner = await run({
    pgPool: owner,
    noHandleSignals: true,
    taskList: { 'bench-job': task },
    logger: new Logger(() => () => undefined),
    preset: { worker: { concurrentJobs: concurrency } },
  });
  return () => runner.stop();
}

/** The product's way of a job: outbox, relay, queue, lease, function, result. */
async function startWay(owner: Pool, ours: OwnSteps, onJob: (instanceId: string) => void) {
  const work = runActivity(ours.worker);
  const relay = new OutboxRelay(owner, silent);
  const stopListening = onNotices(() => relay.wake());
  const queue = await startQueue(owner, ours, {
    advance: () => undefined,
    'run-activity': async (payload, helpers) => {
      onJob((payload as { instanceId: string }).instanceId);
      await work(payload, helpers);
    },
  });
  relay.wake();
  return async () => {
    stopListening();
    await relay.stop();
    await queue.stop();
  };
}

async function measureSteps(owner: Pool, ours: OwnSteps, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await ours.startQueued();
  const begun = performance.now();
  const stop = await startWay(owner, ours, () => undefined);
  while ((await ours.countCompleted('queued')) < count) await sleep(5);
  const rate = count / ((performance.now() - begun) / 1000);
  await stop();
  console.log(
    `${count} instances with an asynchronous step, ${concurrency} at once: ${rate.toFixed(0)} steps/s`,
  );
  console.log(
    '  from the outbox to the committed result: the lease of the attempt and its result are a commit each\n',
  );
}

async function measureIdle(owner: Pool, ours: OwnSteps, count: number): Promise<void> {
  const begins = new Map<string, number>();
  const stop = await startWay(owner, ours, (instanceId) => begins.set(instanceId, performance.now()));
  const waits: number[] = [];
  for (let index = 0; index < count; index += 1) {
    await sleep(50);
    const { instanceId } = await ours.startQueued();
    const committed = performance.now();
    while (!begins.has(instanceId)) await sleep(1);
    waits.push(begins.get(instanceId)! - committed);
  }
  await stop();
  waits.sort((a, b) => a - b);
  console.log(
    `${count} jobs, each enqueued while the worker is idle: from the commit that leaves it to its start`,
  );
  console.log(
    `  p50 ${verdict(percentile(waits, 0.5), mostIdle, 'ms')}, p99 ${percentile(waits, 0.99).toFixed(2)} ms`,
  );
}

function perSecond(run: Run): number {
  return run.moves / run.seconds;
}

import type { Task } from 'graphile-worker';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, createTestDatabase } from '@/lib/testing/database';
import { until } from '@/lib/testing/until';
import { Queue } from './queue';
import { createQueuePool } from './queue-pool';
import { WorkerRegistry } from './worker-registry';

/** What was written to the log from warnings on. */
let warnings: string[];
const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) });
const concurrency = 2;

let database: TestDatabase;
let stops: (() => Promise<void>)[];
/** Ends the jobs that wait for it. */
let letGo: () => void;
let held: Promise<void>;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  stops = [];
  warnings = [];
  held = new Promise((resolve) => (letGo = resolve));
});
afterEach(async () => {
  letGo();
  await Promise.all(stops.map((stop) => stop()));
});

/** A queue as a process of its own would have it. */
async function start(id: string, task: Task): Promise<{ stop(): Promise<void> }> {
  const owner = createQueuePool(database.ownerUrl, concurrency);
  const worker = { id, pool: database.app, leaseSeconds: 60 };
  const registry = new WorkerRegistry(worker, owner, log);
  const tasks = { 'a-job': task };
  const queue = await Queue.start({ owner, registry, tasks, concurrency, patience: 10_000, log });
  let stopped: Promise<void> | null = null;
  const stop = () => (stopped ??= queue.stop().then(() => owner.end()));
  stops.push(stop);
  return { stop };
}

async function enqueue(count: number): Promise<void> {
  await database.owner.query(
    `SELECT count(*) FROM graphile_worker.add_jobs(ARRAY(
       SELECT ROW('a-job', '{}', NULL, NULL, NULL, NULL, NULL, NULL)::graphile_worker.job_spec FROM generate_series(1, $1::int)))`,
    [count],
  );
}

/** Jobs that somebody has taken, and those that nobody has. */
async function jobs(): Promise<{ taken: number; left: number }> {
  const { rows } = await database.owner.query<{ taken: number; left: number }>(
    `SELECT count(locked_at)::int AS taken, (count(*) - count(locked_at))::int AS left FROM graphile_worker._private_jobs`,
  );
  return rows[0]!;
}

test('jobs that a process has taken beyond what it can run come to one that has a hand free', async () => {
  let mine = 0;
  let theirs = 0;
  await enqueue(7);
  await start('busy', () => {
    mine += 1;
    return held;
  });
  await until('a busy process', async () => mine === concurrency);

  await start('free', () => {
    theirs += 1;
  });

  await until('the end of the others', async () => theirs === 7 - concurrency);
  expect(await jobs()).toEqual({ taken: concurrency, left: 0 });
});

test('a process that stops gives back what it has not begun', async () => {
  let begun = 0;
  await enqueue(5);
  const { stop } = await start('stopping', () => {
    begun += 1;
    return held;
  });
  await until('a busy process', async () => begun === concurrency);

  const stopped = stop();

  await until('what was given back', async () => (await jobs()).left === 5 - concurrency);
  letGo();
  await stopped;
  expect({ begun, ...(await jobs()) }).toEqual({ begun: concurrency, taken: 0, left: 5 - concurrency });
  expect(warnings).toEqual([]);
});

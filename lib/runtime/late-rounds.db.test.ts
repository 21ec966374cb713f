import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool } from '@/lib/database/pool';
import { isOpenChild, isOpenTask } from '@/lib/engine/lifecycle';
import {
  aDefinition,
  automated,
  end,
  executeFunction,
  fork,
  go,
  join,
  start,
  subWorkflow,
  userTask,
  waitForSignal,
} from '@/lib/testing/builders/definition-builder';
import { RuntimeWorld } from '@/lib/testing/runtime-world';
import { advanceInstance } from './advance';
import type { Worker } from './attempts';
import { settleChild } from './children';
import { type Place, move } from './move';
import { loadInstance } from './snapshot';

let world: RuntimeWorld;
/**
 * One connection, so that every plan is made in the first rounds, while there is next to nothing in any table. A table of a few pages is
 * read whole for good reason; what would be done with a large one is what counts here.
 */
let pool: pg.Pool;
let worker: Worker;
let place: Place;
let round = 0;

/** Tables that a move reads rows of other instances of, too, while PostgreSQL takes them for small. */
const ofManyInstances = ['instances', 'tasks'];

/** Rounds that are counted at either end. */
const counted = 10;
const late = 120;

const part = aDefinition({ key: 'part', steps: [start(), end()], transitions: [go('start', 'done')] });

/** Whatever has rows of its own is in each round: a signal, branches, an activity, a task, timers of its deadline, a child. */
const loop = aDefinition({
  key: 'loop',
  steps: [
    start(),
    waitForSignal('waiting'),
    fork('checks'),
    automated('rating', [executeFunction('rate', 'rate')]),
    userTask('asking', {
      due: { in: 'P2D', ladder: [{ key: 'soon', at: '-P1D', action: 'remind', text: 'Soon' }] },
    }),
    join('checked', 'checks'),
    subWorkflow('ordering', 'part', { input: { amount: '1500' } }),
    end(),
  ],
  transitions: [
    go('start', 'waiting'),
    go('waiting', 'checks'),
    go('checks', 'rating'),
    go('checks', 'asking'),
    go('rating', 'checked'),
    go('asking', 'checked', { on: { outcome: 'approve' } }),
    go('asking', 'done', { on: { outcome: 'reject' } }),
    go('checked', 'ordering'),
    go('ordering', 'waiting'),
  ],
});

beforeAll(async () => {
  world = await RuntimeWorld.make();
  pool = createPool(world.database.appUrl, {
    max: 1,
    idleTimeoutMillis: 0,
    options: '-c enable_seqscan=off',
  });
  worker = {
    id: 'late',
    pool,
    perform: () => Promise.resolve({ rating: 3 }),
    leaseSeconds: 60,
    stopping: new AbortController().signal,
  };
  await world.publish(part);
  await world.publish(loop);
  place = { tenantId: world.tenantId, instanceId: await world.start('loop') };
});
afterAll(async () => {
  await pool.end();
  await world.expectVerified();
  await world.drop();
});

async function runRounds(upTo: number): Promise<void> {
  while (round < upTo) {
    round += 1;
    await take({ kind: 'signal', id: `round-${round}`, name: 'paid', payload: {}, keepSeconds: 60 });
    await advanceInstance(worker, place);
    const { tasks } = await now();
    const task = Object.values(tasks).find(({ status }) => isOpenTask(status))!.key;
    const more = { form: {}, reason: null, onBehalfOf: null, authority: {} };
    await take({ kind: 'decide_task', task, outcome: 'approve', by: world.ann, ...more });
    await advanceInstance(worker, place);
    const { children } = await now();
    const child = Object.values(children).find(({ status }) => isOpenChild(status))!.key;
    await settleChild(worker, place, child);
    await advanceInstance(worker, place);
  }
}

const now = async () => (await loadInstance(pool, place.tenantId, place.instanceId))!.snapshot;

async function take(input: Parameters<typeof move>[2]): Promise<void> {
  expect(await move(pool, place, input, world.mover(world.ann))).toMatchObject({ ok: true });
}

/** How many rows that one connection has read so far of each table. (Entries of indexes would count dead ones, too.) */
async function reads(): Promise<Map<string, number>> {
  await pool.query('SELECT pg_stat_force_next_flush()');
  await pool.query('SELECT 1');
  const { rows } = await world.database.owner.query<{ name: string; n: number }>(
    `SELECT relname AS name, (seq_tup_read + idx_tup_fetch)::int AS n FROM pg_stat_user_tables
     WHERE schemaname = 'public' AND relname <> ALL ($1)`,
    [ofManyInstances],
  );
  return new Map(rows.map(({ name, n }) => [name, n]));
}

/** What a round reads, of the next ones. */
async function readsOfRounds(): Promise<Map<string, number>> {
  const before = await reads();
  await runRounds(round + counted);
  const after = await reads();
  return new Map([...after].map(([name, n]) => [name, (n - before.get(name)!) / counted]));
}

describe('a round of an instance with a long history', () => {
  test('reads what the first ones read', async () => {
    await runRounds(counted);
    const first = await readsOfRounds();
    await runRounds(late);
    const last = await readsOfRounds();
    // What PostgreSQL learns of the tables makes it plan anew; it does so by itself at some moment.
    await world.database.owner.query('ANALYZE');
    const learned = await readsOfRounds();

    for (const later of [last, learned]) {
      const grown = [...later].filter(([name, n]) => n > first.get(name)! * 1.2 + 1);
      expect(grown.map(([name, n]) => `${name}: ${first.get(name)} → ${n}`)).toEqual([]);
    }
  });
});

import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPool } from '@/lib/database/pool';
import type { Plan } from '@/lib/engine/decide/contract';
import { decide } from '@/lib/engine/decide/decide';
import type { Person, Snapshot } from '@/lib/engine/snapshot';
import { aDefinition } from '@/lib/testing/builders/definition-builder';
import { decisionOn } from '@/lib/testing/builders/core-run';
import { RuntimeWorld } from '@/lib/testing/runtime-world';
import { Wire } from '@/lib/testing/wire';
import { loadInstance } from './snapshot';
import { type TransitionResult, transition } from './transition';

let world: RuntimeWorld;

beforeAll(async () => {
  world = await RuntimeWorld.make();
  await world.publish(aDefinition());
});
afterAll(async () => {
  await world.expectVerified();
  await world.drop();
});

/** An instance that waits for its decision, as the one who decides saw it, and what they decided. */
async function decided(by: Person, outcome: string, instanceId?: string) {
  const id = instanceId ?? (await world.start('refund'));
  const loaded = (await loadInstance(world.database.app, world.tenantId, id))!;
  const decision = decide(
    loaded.definition,
    loaded.snapshot,
    decisionOn('main:in_review:1', outcome, by),
    loaded.environment,
  );
  if (!decision.ok) throw new Error(decision.refusal.message);
  return { id, before: loaded.snapshot, plan: decision.plan };
}

function commit(
  { id, before, plan }: { id: string; before: Snapshot; plan: Plan },
  by: Person,
  pool: Pick<pg.Pool, 'query'> = world.database.app,
): Promise<TransitionResult> {
  return transition(pool, { tenantId: world.tenantId, instanceId: id, before }, plan, world.mover(by));
}

describe('a move is', () => {
  const moves = 20;
  let wire: Wire;
  let pool: pg.Pool;
  let waiting: Awaited<ReturnType<typeof decided>>[];

  beforeEach(async () => {
    waiting = await Promise.all(Array.from({ length: moves + 1 }, () => decided(world.ann, 'approve')));
    wire = await Wire.start(world.database.appUrl);
    pool = createPool(wire.url, { max: 1 });
    // The first one also opens the connection.
    await commit(waiting.pop()!, world.ann, pool);
    return async () => {
      await pool.end();
      await wire.stop();
    };
  });

  test('a look by key at every row that it asks for, however few there are, up to the checks of its commit', async () => {
    const client = await pool.connect();
    try {
      for (const one of waiting) {
        await client.query('BEGIN');
        await loadInstance(client, world.tenantId, one.id);
        expect(await commit(one, world.ann, client)).toMatchObject({ ok: true });
        await client.query('SET CONSTRAINTS ALL IMMEDIATE');
        const { rows } = await client.query(
          "SELECT relname FROM pg_stat_xact_user_tables WHERE schemaname = 'public' AND seq_scan > 0",
        );
        expect(rows).toEqual([]);
        await client.query('COMMIT');
      }
    } finally {
      client.release();
    }
  });

  test('one round trip', async () => {
    wire.roundTrips = 0;
    for (const one of waiting) expect(await commit(one, world.ann, pool)).toMatchObject({ ok: true });

    expect(wire.roundTrips).toBe(moves);
  });

  test('one commit', async () => {
    const transactions = async () => {
      const { rows } = await world.database.owner.query<{ xid: string }>(
        'SELECT pg_current_xact_id()::text AS xid',
      );
      return Number(rows[0]!.xid);
    };
    // Each look takes a number itself. Transactions elsewhere on the server would count too: the quietest look counts.
    const counts: number[] = [];
    for (const one of waiting) {
      const before = await transactions();
      await commit(one, world.ann, pool);
      counts.push((await transactions()) - before - 1);
    }

    expect(Math.min(...counts)).toBe(1);
    const { rows } = await world.database.owner.query(
      `SELECT count(DISTINCT e.xmin::text)::int AS transactions, count(DISTINCT e.instance_id)::int AS instances
       FROM events e WHERE e.type = 'USER_TASK_DECIDED' OR e.type = 'WORKFLOW_COMPLETED'`,
    );
    expect(rows[0]).toMatchObject({ transactions: (rows[0] as { instances: number }).instances });
  });

  test('no notice', async () => {
    const listener = new pg.Client({ connectionString: world.database.ownerUrl });
    await listener.connect();
    const heard: string[] = [];
    listener.on('notification', ({ channel }) => heard.push(channel));
    await listener.query('LISTEN interlock_moves; LISTEN "jobs:insert"; LISTEN "the end"');
    const quiet = createPool(world.database.appUrl, { max: 1 });

    for (const one of waiting) await commit(one, world.ann, quiet);
    await world.database.owner.query('NOTIFY "the end"');
    await listener.query('SELECT');

    expect(heard).toEqual(['the end']);
    await Promise.all([quiet.end(), listener.end()]);
  });
});

test(
  'of two approvers who decide at once one decides, 200 times, and the other changes nothing',
  { timeout: 180_000 },
  async () => {
    const { ann, bob } = world;
    for (let round = 0; round < 200; round += 1) {
      const approval = await decided(ann, 'approve');
      const rejection = await decided(bob, 'reject', approval.id);

      const results = await Promise.all(
        round % 2 === 0
          ? [commit(approval, ann), commit(rejection, bob)]
          : [commit(rejection, bob), commit(approval, ann)],
      );

      const [winner, loser] = results[0]!.ok ? results : results.toReversed();
      expect(winner).toMatchObject({ ok: true });
      expect(loser).toMatchObject({ ok: false, refusal: { code: 'stale', data: { status: 'completed' } } });
      const { state, tasks } = await world.snapshot(approval.id);
      const votes = tasks['main:in_review:1']!.votes;
      expect(votes).toHaveLength(1);
      expect(state).toBe(votes[0]!.person.id === ann.id ? 'approved' : 'rejected');
      expect(
        (await world.history(approval.id)).filter(({ type }) => type === 'USER_TASK_DECIDED'),
      ).toHaveLength(1);
    }
  },
);

describe('a plan', () => {
  test('that was committed once is stale the second time', async () => {
    const once = await decided(world.ann, 'approve');
    await commit(once, world.ann);

    expect(await commit(once, world.ann)).toMatchObject({ ok: false, refusal: { code: 'stale' } });
  });

  test('for an instance that does not exist is refused', async () => {
    const one = await decided(world.ann, 'approve');

    const lost = await commit({ ...one, id: '01990000-0000-7000-8000-000000000000' }, world.ann);

    expect(lost).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
  });

  test('without events is a defect of its author', async () => {
    const one = await decided(world.ann, 'approve');

    await expect(commit({ ...one, plan: { ...one.plan, events: [] } }, world.ann)).rejects.toThrow(
      /nothing to commit/,
    );
  });

  test('names in its events who moved, why and for which request', async () => {
    const { id, before, plan } = await decided(world.ann, 'approve');
    const mover = {
      ...world.mover(world.ann),
      reason: 'It is right.',
      correlationId: 'request-1',
      causationId: 'job-1',
      workerId: 'worker-1',
    };

    await transition(world.database.app, { tenantId: world.tenantId, instanceId: id, before }, plan, mover);

    const { rows } = await world.database.owner.query(
      `SELECT actor_type, actor_id, actor_name, reason, correlation_id, causation_id, worker_id FROM events
       WHERE instance_id = $1 AND type IN ('USER_TASK_DECIDED', 'WORKFLOW_COMPLETED') ORDER BY sequence`,
      [id],
    );
    const request = { correlation_id: 'request-1', causation_id: 'job-1', worker_id: 'worker-1' };
    expect(rows).toMatchObject([
      {
        ...request,
        actor_type: 'user',
        actor_id: world.ann.id,
        actor_name: 'Ann Lee',
        reason: 'It is right.',
      },
      { ...request, actor_type: 'system', actor_name: 'Interlock', reason: null },
    ]);
  });
});

test('a database that goes away is an error and no refusal, since the caller cannot know what became of the plan', async () => {
  const wire = await Wire.start(world.database.appUrl);
  const pool = createPool(wire.url, { max: 1, connectionTimeoutMillis: 2_000 });
  const one = await decided(world.ann, 'approve');
  await wire.stop();

  await expect(commit(one, world.ann, pool)).rejects.toThrow();
  expect(await world.snapshot(one.id)).toMatchObject({ status: 'waiting' });
  await pool.end();
});

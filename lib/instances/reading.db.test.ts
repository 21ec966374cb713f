import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '@/lib/people/actor';
import { decideTask } from '@/lib/tasks/commands';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { cancelInstance, pauseInstance, resumeInstance, retryInstance, skipActivity } from './commands';
import { getInstance, listEvents, listInstances, verifyInstance } from './queries';

let database: TestDatabase;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
});
afterAll(() => database.drop());

const missing = {
  refusal: { code: 'not_found', message: 'There is no such instance, or you may not see it.' },
};
const because = { reason: 'because' };

/** Everything that one can ask of one instance. */
const asks: [string, (actor: Actor, id: string) => Promise<unknown>][] = [
  ['reading it', getInstance],
  ['its events', (actor, id) => listEvents(actor, id)],
  ['verifying it', verifyInstance],
  ['cancelling it', (actor, id) => cancelInstance(actor, id, because)],
  ['pausing it', (actor, id) => pauseInstance(actor, id, because)],
  ['resuming it', (actor, id) => resumeInstance(actor, id, because)],
  ['retrying it', (actor, id) => retryInstance(actor, id, because)],
  ['skipping in it', (actor, id) => skipActivity(actor, id, because)],
];

describe('an instance', () => {
  test.each(asks)('of another tenant does not exist for %s', async (_, ask) => {
    const { id } = await world.start();
    const other = await refundWorld(database.owner);

    expect(await ask(await other.person('carol'), id)).toMatchObject(missing);
  });

  test.each(asks)('does not exist for %s by somebody who has nothing to do with it', async (_, ask) => {
    const { id } = await world.start();

    expect(await ask(await world.person('eve'), id)).toMatchObject(missing);
  });

  test.each(asks)('with a malformed id does not exist for %s', async (_, ask) => {
    for (const id of ['', 'x', '../', 'null', "' OR 1=1", { id: 1 }, null]) {
      expect(await ask(await world.person('sam'), id as never)).toMatchObject(missing);
    }
  });

  test('is read by its requester, by those who may decide its task, and by support', async () => {
    const { id } = await world.start();

    for (const name of ['carol', 'ann', 'bob', 'sam'] as const) {
      expect((await getInstance(await world.person(name), id)).ok, name).toBe(true);
    }
  });

  test('shows where it was and what it took', async () => {
    const { id, openTasks } = await world.start();
    take(await decideTask(await world.person('ann'), openTasks[0]!.id, { outcome: 'approve' }));

    const instance = take(await getInstance(await world.person('carol'), id));

    expect(instance).toMatchObject({
      status: 'completed',
      outcome: 'approved',
      stateName: 'approved',
      waitingOn: [],
      waitingOnNames: [],
      drawing: {
        marks: {
          start: { kind: 'done', visits: 1 },
          in_review: { kind: 'done', visits: 1 },
          approved: { kind: 'done', visits: 1 },
        },
        taken: { begin: 1, approve: 1 },
      },
      tasks: [{ status: 'completed', outcomeName: 'Approve', votes: [{ person: { name: 'Ann' } }] }],
      offered: {
        cancel: false,
        cancelModes: [],
        pause: false,
        resume: false,
        retry: false,
        skip: [],
        upload: [],
      },
    });
    expect(instance.drawing.marks).not.toHaveProperty('rejected');
  });

  test('verifies', async () => {
    const { id } = await world.start();

    expect(take(await verifyInstance(await world.person('sam'), id))).toMatchObject({
      ok: true,
      chain: 'whole',
      replayEqual: true,
    });
  });
});

describe('repairing', () => {
  test('is support’s: the requester may only cancel their own, with a reason', async () => {
    const { id } = await world.start();
    const carol = await world.person('carol');

    expect(await pauseInstance(carol, id, because)).toMatchObject({ refusal: { code: 'forbidden' } });
    expect(await cancelInstance(await world.person('ann'), id, because)).toMatchObject({
      refusal: { code: 'forbidden' },
    });
    expect(await cancelInstance(carol, id, { reason: ' ' })).toMatchObject({ refusal: { code: 'invalid' } });
    expect(take(await cancelInstance(carol, id, because)).status).toBe('cancelled');

    const events = take(await listEvents(carol, id, { limit: 200 })).items;
    expect(events.at(-1)).toMatchObject({
      type: 'WORKFLOW_CANCELLED',
      reason: 'because',
      actor: { type: 'user', name: 'Carol' },
    });
  });

  test('stands in history with the staff actor, and what is over is terminal', async () => {
    const { id } = await world.start();
    const sam = await world.person('sam');

    expect(take(await pauseInstance(sam, id, because)).status).toBe('paused');
    expect(take(await resumeInstance(sam, id, because)).status).toBe('waiting');
    expect(await retryInstance(sam, id, because)).toMatchObject({ refusal: { code: 'not_allowed' } });
    expect(await skipActivity(sam, id, because)).toMatchObject({ refusal: { code: 'invalid' } });
    take(await cancelInstance(sam, id, because));
    expect(await cancelInstance(sam, id, because)).toMatchObject({ refusal: { code: 'terminal' } });

    const events = take(await listEvents(sam, id, { limit: 200 })).items;
    expect(events.find(({ type }) => type === 'WORKFLOW_PAUSED')?.actor).toMatchObject({
      type: 'staff',
      name: 'Sam',
    });
  });

  test('with a context that is too large is refused', async () => {
    const { id } = await world.start();
    const context = { text: 'x'.repeat(1_100_000) };

    expect(await retryInstance(await world.person('sam'), id, { ...because, context })).toMatchObject({
      refusal: { code: 'too_large', data: { limit: 1_048_576 } },
    });
  });
});

describe('the list of instances', () => {
  let listed: World;
  const ids: string[] = [];
  beforeAll(async () => {
    listed = await refundWorld(database.owner);
    for (let count = 0; count < 15; count += 1) {
      const started = await listed.start(
        { subject: { id: `order-${count}` } },
        count % 3 === 0 ? 'ann' : 'carol',
      );
      ids.unshift(started.id);
    }
    const client = await database.owner.connect();
    await client.query("BEGIN; SET LOCAL session_replication_role = 'replica'");
    await client.query("UPDATE instances SET created_at = '2026-01-01' WHERE tenant_id = $1", [
      listed.tenantId,
    ]);
    await client.query('COMMIT');
    client.release();
  });

  async function allPages(actor: Actor, limit: number) {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = take(await listInstances(actor, {}, { limit, cursor }));
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next ?? undefined;
    } while (cursor);
    return seen;
  }

  test.each([1, 4, 15, 50])('holds every row once with equal instants, %d at a time', async (limit) => {
    expect(await allPages(await listed.person('sam'), limit)).toEqual(ids);
  });

  test('goes on where it was while new ones arrive', async () => {
    const other = await refundWorld(database.owner);
    const sam = await other.person('sam');
    const first = [await other.start(), await other.start(), await other.start()]
      .map(({ id }) => id)
      .reverse();
    const page = take(await listInstances(sam, {}, { limit: 2 }));
    await other.start();

    const rest = take(await listInstances(sam, {}, { limit: 2, cursor: page.next ?? '' }));

    expect([...page.items, ...rest.items].map(({ id }) => id)).toEqual(first);
  });

  test('is everybody’s own, and support’s whole', async () => {
    const rows = async (name: 'ann' | 'carol' | 'eve' | 'sam', requester?: string) =>
      take(await listInstances(await listed.person(name), { requester })).items.length;

    expect(await rows('ann')).toBe(5);
    expect(await rows('carol')).toBe(10);
    expect(await rows('carol', 'ann@example.test')).toBe(0);
    expect(await rows('eve')).toBe(0);
    expect(await rows('sam')).toBe(15);
    expect(await rows('sam', 'Ann@example.test')).toBe(5);
    expect(await rows('sam', 'me')).toBe(0);
  });

  test('is narrowed by status, state, subject, process, words and id', async () => {
    const sam = await listed.person('sam');
    const find = async (filters: Parameters<typeof listInstances>[1]) =>
      take(await listInstances(sam, filters)).items.length;

    expect(await find({ status: ['waiting', 'completed'] })).toBe(15);
    expect(await find({ status: 'completed' })).toBe(0);
    expect(await find({ state: 'in_review', definition: 'refund' })).toBe(15);
    expect(await find({ definition: 'other' })).toBe(0);
    expect(await find({ subject: 'order-1' })).toBe(1);
    expect(await find({ q: 'ORDER-1' })).toBe(6);
    expect(await find({ q: 'carol' })).toBe(10);
    expect(await find({ q: ids[0] })).toBe(1);
    expect(await find({ q: '%' })).toBe(0);
    expect(await listInstances(sam, { status: 'done' as never })).toMatchObject({
      refusal: { code: 'invalid' },
    });
  });
});

describe('events', () => {
  test('come in pages upwards and downwards', async () => {
    const { id, version } = await world.start();
    const carol = await world.person('carol');
    const sequences = async (query: Parameters<typeof listEvents>[2]) => {
      const page = take(await listEvents(carol, id, query));
      return { of: page.items.map(({ sequence }) => sequence), next: page.next };
    };

    expect(await sequences({ limit: 3 })).toEqual({ of: [1, 2, 3], next: '3' });
    expect(await sequences({ after: version })).toEqual({ of: [], next: null });
    expect(await sequences({ before: 'latest', limit: 2 })).toEqual({
      of: [version - 1, version],
      next: String(version - 1),
    });
    expect(await sequences({ before: 3, limit: 5 })).toEqual({ of: [1, 2], next: null });
    expect(await listEvents(carol, id, { limit: 1000 })).toMatchObject({ refusal: { code: 'invalid' } });
  });
});

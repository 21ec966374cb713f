import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { publish, refund, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { cancelInstance } from './commands';
import { getInstance, listEvents, verifyInstance } from './queries';
import { reopenInstance } from './reopen';

let database: TestDatabase;
let world: World;
const because = { reason: 'The customer has sent the receipt' };

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  const unique = { type: 'order', unique: true };
  await publish(world.admin, { ...refund, key: 'single', name: 'Single', subject: unique });
});
afterAll(() => database.drop());

/** A request of Carol's that has ended. */
async function ended(order: Parameters<World['start']>[0] = {}): Promise<string> {
  const { id } = await world.start(order);
  take(await cancelInstance(await world.person('carol'), id, { reason: 'Not needed' }));
  return id;
}

describe('reopening a closed request', () => {
  test('makes a new instance about the same, with the same data, and each shows the other', async () => {
    const carol = await world.person('carol');
    const old = await ended({ input: { amount: 70, customer: 'Ada' } });

    expect(take(await getInstance(carol, old)).offered.reopen).toBe(true);
    const { id } = take(await reopenInstance(carol, old, because));

    const [before, after] = [take(await getInstance(carol, old)), take(await getInstance(carol, id))];
    expect(after).toMatchObject({
      status: 'waiting',
      state: 'in_review',
      subject: before.subject,
      input: { amount: 70, customer: 'Ada' },
      requester: { name: 'Carol' },
      reopenedFrom: old,
    });
    expect(before).toMatchObject({ status: 'cancelled', reopenedAs: [{ id, status: 'waiting' }] });
    expect(before.offered.reopen).toBe(false);
    const [created] = take(await listEvents(carol, id)).items;
    expect(created).toMatchObject({
      type: 'WORKFLOW_CREATED',
      reason: because.reason,
      actor: { type: 'user', name: 'Carol' },
      data: { reopenedFrom: old },
    });
    expect(take(await verifyInstance(carol, id))).toMatchObject({ ok: true });
  });

  test('is for its requester and for support, who acts for them; others may not', async () => {
    const [sam, bob, eve] = [await world.person('sam'), await world.person('bob'), await world.person('eve')];
    const old = await ended();

    expect(await reopenInstance(eve, old, because)).toMatchObject({ refusal: { code: 'not_found' } });
    expect(await reopenInstance(bob, old, because)).toMatchObject({ refusal: { code: 'forbidden' } });
    const { id } = take(await reopenInstance(sam, old, because));
    expect(take(await getInstance(sam, id))).toMatchObject({ requester: { name: 'Carol' } });
    expect(take(await listEvents(sam, id)).items[0]).toMatchObject({ actor: { type: 'staff', name: 'Sam' } });
  });

  test('asks for a reason and for data that fit the version of today', async () => {
    const sam = await world.person('sam');
    const old = await ended();

    const silent = await reopenInstance(sam, old, { reason: ' ' });
    const misfit = await reopenInstance(sam, old, { ...because, input: { amount: 'much' } });

    expect([silent, misfit]).toMatchObject([
      { refusal: { code: 'invalid' } },
      { refusal: { code: 'invalid', data: { errors: [{ path: '/input/amount' }] } } },
    ]);
  });

  test('takes what has ended, and once at a time: of two at the same moment one does it', async () => {
    const sam = await world.person('sam');
    const live = await world.start();
    const old = await ended();

    expect(await reopenInstance(sam, live.id, because)).toMatchObject({ refusal: { code: 'not_allowed' } });
    const both = await Promise.all([reopenInstance(sam, old, because), reopenInstance(sam, old, because)]);
    const made = both.flatMap((one) => (one.ok ? [one.value.id] : []));

    expect(made).toHaveLength(1);
    expect(both.find((one) => !one.ok)).toMatchObject({
      refusal: { code: 'duplicate', data: { instanceId: made[0] } },
    });
    take(await cancelInstance(sam, made[0]!, { reason: 'Again' }));
    expect((await reopenInstance(sam, old, because)).ok).toBe(true);
  });

  test('leaves one live instance a subject where the process wants that', async () => {
    const sam = await world.person('sam');
    const order = { definition: 'single', subject: { id: 'S-1' } };
    const old = await ended(order);
    const other = await world.start(order);

    expect(await reopenInstance(sam, old, because)).toMatchObject({
      refusal: { code: 'duplicate', data: { instanceId: other.id } },
    });
  });
});

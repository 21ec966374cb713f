import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Definition } from '@/lib/engine/definition/schema';
import { createKey } from '@/lib/people/api-keys';
import type { Permission } from '@/lib/people/permissions';
import { log } from '@/lib/observability/log';
import { sweepKeptSignals } from '@/lib/runtime/kept-signals';
import { verifyInstance } from '@/lib/runtime/verify';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import * as instanceSignals from '@/app/api/workflows/instances/[id]/signals/route';
import * as signals from './route';

let database: TestDatabase;
let world: World;
let key: string;

/** START → a wait for `paid` → a second one → END; `withdrawn` ends it at once. */
const payment: Definition = {
  key: 'payment',
  name: 'Payment',
  subject: { type: 'order' },
  correlation: 'input.customer',
  input: { type: 'object', properties: { amount: { type: 'number' }, customer: { type: 'string' } } },
  startableBy: ['employee'],
  maxAge: 'P90D',
  steps: [
    { key: 'start', type: 'START' },
    { key: 'first', type: 'WAIT_FOR_SIGNAL', signal: 'paid', payload: payloadOf() },
    { key: 'second', type: 'WAIT_FOR_SIGNAL', signal: 'paid', payload: payloadOf() },
    { key: 'paid', type: 'END', outcome: 'paid' },
    { key: 'withdrawn', type: 'END', outcome: 'withdrawn' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'first' },
    { key: 'again', from: 'first', to: 'second' },
    { key: 'done', from: 'second', to: 'paid' },
    { key: 'stop', from: 'first', to: 'withdrawn', on: { signal: 'withdrawn' } },
  ],
};

/** Waits for one parcel and then for another, each by its own number. */
const parcel: Definition = {
  key: 'parcel',
  name: 'Parcels',
  subject: { type: 'order' },
  input: { type: 'object', properties: { first: { type: 'string' }, second: { type: 'string' } } },
  startableBy: ['employee'],
  maxAge: 'P90D',
  steps: [
    { key: 'start', type: 'START' },
    { key: 'first', type: 'WAIT_FOR_SIGNAL', signal: 'delivered', correlation: 'input.first' },
    { key: 'second', type: 'WAIT_FOR_SIGNAL', signal: 'delivered', correlation: 'input.second' },
    { key: 'done', type: 'END', outcome: 'done' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'first' },
    { key: 'again', from: 'first', to: 'second' },
    { key: 'end', from: 'second', to: 'done' },
  ],
};

function payloadOf() {
  return { type: 'object', properties: { amount: { type: 'number', minimum: 0 } }, required: ['amount'] };
}

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner, payment);
  key = await newKey(['signals.send']);
});
afterAll(async () => {
  const { rows } = await database.owner.query<{ tenant: string; id: string }>(
    'SELECT tenant_id AS tenant, id FROM instances',
  );
  for (const { tenant, id } of rows)
    expect(await verifyInstance(database.app, tenant, id)).toMatchObject({ ok: true });
  await database.drop();
});

async function newKey(permissions: Permission[]): Promise<string> {
  return take(await createKey(world.admin, { name: 'partner', permissions })).key;
}

async function post(
  route: {
    POST: (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
  },
  body: unknown,
  { id = '', as = key } = {},
) {
  const request = new Request('http://localhost/api/workflows/x', {
    method: 'POST',
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const response = await route.POST(request, { params: Promise.resolve({ id }) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const sendTo = (id: string, body: unknown) => post(instanceSignals, body, { id });

async function begin(subject = `order-${Math.random()}`, customer = subject): Promise<string> {
  const started = await world.start({ subject: { id: subject }, input: { amount: 5, customer } });
  expect(started).toMatchObject({ status: 'waiting', state: 'first' });
  return started.id;
}

const historyOf = async (id: string, type: string) =>
  (
    await database.owner.query<{ key: string; actor_type: string }>(
      'SELECT key, actor_type FROM events WHERE instance_id = $1 AND type = $2 ORDER BY sequence',
      [id, type],
    )
  ).rows;

describe('a wait with a correlation key of its own', () => {
  test('is reached by that key, before it waits and while it does, and by no other', async () => {
    const parcels = await refundWorld(database.owner, parcel);
    const sender = take(
      await createKey(parcels.admin, { name: 'carrier', permissions: ['signals.send'] }),
    ).key;
    const deliver = (id: string, correlationKey: string) =>
      post(
        signals,
        { id, definition: 'parcel', name: 'delivered', correlationKey, payload: {} },
        { as: sender },
      );
    const early = await deliver('s1', 'P-1');
    expect(early.body).toMatchObject({ kept: true });

    const { id } = await parcels.start({ input: { first: 'P-1', second: 'P-2' } });
    await sweepKeptSignals(database.app, log('test'));
    const wrong = await deliver('s2', 'P-3');
    const right = await deliver('s3', 'P-2');
    const again = await deliver('s3', 'P-2');

    expect(wrong.body).toMatchObject({ kept: true });
    expect(right.body).toMatchObject({ consumed: true, instance: { id, status: 'completed' } });
    expect(again.body).toMatchObject({ known: true, instance: { id } });
    expect((await historyOf(id, 'SIGNAL_CONSUMED')).map((event) => event.key)).toEqual(['s1', 's3']);
  });
});

describe('POST /api/workflows/instances/{id}/signals', () => {
  test('lets the step that waits for it go on, and says so', async () => {
    const id = await begin();

    const sent = await sendTo(id, { name: 'paid', id: 's1', payload: { amount: 20 } });

    expect(sent).toMatchObject({
      status: 200,
      body: { id: 's1', known: false, consumed: true, instance: { id, status: 'waiting', state: 'second' } },
    });
    expect(await historyOf(id, 'SIGNAL_RECEIVED')).toEqual([{ key: 's1', actor_type: 'partner' }]);
  });

  test('takes the same id once, however often and however close together it comes', async () => {
    const id = await begin();
    const order = { name: 'paid', id: 'same', payload: { amount: 20 } };

    const sent = await Promise.all(Array.from({ length: 8 }, () => sendTo(id, order)));

    expect(sent.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(sent.filter(({ body }) => body['known'] === false)).toHaveLength(1);
    expect(await historyOf(id, 'SIGNAL_RECEIVED')).toHaveLength(1);
    const again = await sendTo(id, order);
    expect(again.body).toMatchObject({ known: true, consumed: true, instance: { state: 'second' } });
  });

  test('keeps what comes before its wait, and hands it over in order', async () => {
    const id = await begin();
    await Promise.all([
      sendTo(id, { name: 'paid', id: 'a', payload: { amount: 1 } }),
      sendTo(id, { name: 'paid', id: 'b', payload: { amount: 2 } }),
    ]);

    const { rows } = await database.owner.query('SELECT status, context FROM instances WHERE id = $1', [id]);
    expect(rows[0]).toMatchObject({ status: 'completed' });
    expect((await historyOf(id, 'SIGNAL_CONSUMED')).map((event) => event.key)).toEqual(
      (await historyOf(id, 'SIGNAL_RECEIVED')).map((event) => event.key),
    );
  });

  test('interrupts', async () => {
    const id = await begin();

    const sent = await sendTo(id, { name: 'withdrawn' });

    expect(sent.body).toMatchObject({
      consumed: true,
      instance: { status: 'completed', state: 'withdrawn' },
    });
  });

  test.each([
    [
      'a payload that does not fit its schema',
      { name: 'paid', payload: { amount: 'lots' } },
      422,
      '/payload/amount',
    ],
    ['a payload without what it needs', { name: 'paid', payload: {} }, 422, '/payload/amount'],
    [
      'a field that nothing declares',
      { name: 'paid', payload: { amount: 1, admin: true } },
      422,
      '/payload/admin',
    ],
    ['a signal that no step waits for', { name: 'payed', payload: {} }, 422, '/name'],
    [
      'a time to live without end',
      { name: 'paid', payload: { amount: 1 }, keepSeconds: 1e12 },
      422,
      '/keepSeconds',
    ],
  ])('refuses %s', async (_, body, status, path) => {
    const refused = await sendTo(await begin(), body);

    expect(refused).toMatchObject({ status, body: { errors: [{ path }] } });
  });

  test('refuses an instance that has ended, that does not exist, and somebody without the right', async () => {
    const id = await begin();
    await sendTo(id, { name: 'withdrawn' });
    const late = await sendTo(id, { name: 'paid', payload: { amount: 1 } });
    const nowhere = await sendTo('0190a8c0-0000-7000-8000-000000000000', { name: 'paid' });
    const other = await newKey(['instances.start']);
    const forbidden = await post(instanceSignals, { name: 'paid' }, { id, as: other });

    expect([late.status, nowhere.status, forbidden.status]).toEqual([409, 404, 403]);
    expect(late.body['code']).toBe('terminal');
  });
});

describe('POST /api/workflows/signals', () => {
  test('finds the live instance by its subject or its correlation key', async () => {
    const id = await begin('order-77', 'customer-77');
    const order = { definition: 'payment', name: 'paid', payload: { amount: 1 } };

    const bySubject = await post(signals, { ...order, subject: { id: 'order-77' }, id: 'x' });
    const byKey = await post(signals, { ...order, correlationKey: 'customer-77', id: 'y' });
    const again = await post(signals, { ...order, correlationKey: 'customer-77', id: 'y' });

    expect(bySubject.body).toMatchObject({ consumed: true, instance: { id, state: 'second' } });
    expect(byKey.body).toMatchObject({ consumed: true, instance: { id, status: 'completed' } });
    expect(again).toMatchObject({ status: 200, body: { known: true, instance: { id } } });
  });

  test('says which instances there are where several fit', async () => {
    const ids = [await begin('a', 'twice'), await begin('b', 'twice')];
    const order = { definition: 'payment', name: 'paid', payload: { amount: 1 } };

    const several = await post(signals, { ...order, correlationKey: 'twice' });
    const both = await post(signals, { ...order, correlationKey: 'a', subject: { id: 'a' } });

    expect(several).toMatchObject({ status: 409, body: { instances: ids } });
    expect(both).toMatchObject({ status: 422 });
  });

  test('reaches no instance of another tenant', async () => {
    await begin('order-88');
    const other = await refundWorld(database.owner, payment);
    const foreign = take(await createKey(other.admin, { name: 'k', permissions: ['signals.send'] })).key;
    const order = {
      definition: 'payment',
      name: 'paid',
      payload: { amount: 1 },
      subject: { id: 'order-88' },
    };

    expect(await post(signals, order, { as: foreign })).toMatchObject({
      status: 200,
      body: { kept: true, instance: null },
    });
  });
});

describe('a signal that comes before its instance', () => {
  const early = { definition: 'payment', name: 'paid', payload: { amount: 1 } };
  const get = async (query: string) => {
    const request = new Request(`http://localhost/api/workflows/signals?${query}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const response = await signals.GET(request, { params: Promise.resolve({}) });
    return (await response.json()) as { items: Record<string, unknown>[] };
  };

  test('is kept, and consumed by the instance that is started for its subject', async () => {
    const order = { ...early, subject: { id: 'early-1' }, id: 'before' };
    const sent = await post(signals, order);
    const again = await post(signals, order);
    expect(sent).toMatchObject({ status: 200, body: { known: false, kept: true, instance: null } });
    expect(again.body).toMatchObject({ known: true, kept: true });
    expect((await get('definition=payment')).items).toContainEqual(
      expect.objectContaining({ id: 'before', name: 'paid', subject: 'early-1', from: 'partner' }),
    );

    const started = await world.start({ subject: { id: 'early-1' }, input: { amount: 5, customer: 'c' } });

    const { rows } = await database.owner.query('SELECT state FROM instances WHERE id = $1', [started.id]);
    expect(rows).toEqual([{ state: 'second' }]);
    expect(await historyOf(started.id, 'SIGNAL_CONSUMED')).toMatchObject([{ key: 'before' }]);
    // Its sender stands in the history, not the one who started.
    expect(await historyOf(started.id, 'SIGNAL_RECEIVED')).toMatchObject([{ actor_type: 'partner' }]);
    expect((await get('state=handed_over')).items).toContainEqual(
      expect.objectContaining({ id: 'before', instance: started.id }),
    );
    // And once more: the instance has it already.
    expect((await post(signals, order)).body).toMatchObject({ known: true, instance: { id: started.id } });
  });

  test('is found by its correlation key too, in the order in which several came', async () => {
    await post(signals, { ...early, correlationKey: 'early-2', id: 'one' });
    await post(signals, { ...early, correlationKey: 'early-2', id: 'two' });

    const started = await world.start({ input: { amount: 5, customer: 'early-2' } });

    const { rows } = await database.owner.query('SELECT status FROM instances WHERE id = $1', [started.id]);
    expect(rows).toEqual([{ status: 'completed' }]);
    expect((await historyOf(started.id, 'SIGNAL_CONSUMED')).map((event) => event.key)).toEqual([
      'one',
      'two',
    ]);
  });

  test('is not consumed after its time to live', async () => {
    await post(signals, { ...early, subject: { id: 'early-3' }, id: 'late', keepSeconds: 1 });
    await new Promise((resolve) => setTimeout(resolve, 1_200));

    await begin('early-3');

    expect((await get('state=expired')).items).toContainEqual(expect.objectContaining({ id: 'late' }));
  });

  test('is checked as any other, and only a process that is there gets one', async () => {
    const wrong = await post(signals, { ...early, payload: {}, correlationKey: 'x' });
    const unknown = await post(signals, { ...early, name: 'payed', correlationKey: 'x' });
    const nowhere = await post(signals, { ...early, definition: 'nothing', correlationKey: 'x' });

    expect([wrong.status, unknown.status, nowhere.status]).toEqual([422, 422, 404]);
  });

  test('reaches an instance that was started at that very moment, by a worker’s look', async () => {
    // The instance began without a look at kept signals, and the sender had not seen it.
    const id = await begin('early-4');
    await database.owner.query(
      `INSERT INTO kept_signals (tenant_id, id, definition_key, subject_id, signal_id, name, payload, sender, expires_at)
       VALUES ($1, gen_random_uuid(), 'payment', 'early-4', 'missed', 'paid', '{"amount": 1}', $2, now() + interval '1 day')`,
      [world.tenantId, { actor: { type: 'partner', id: 'p', name: 'Partner' } }],
    );

    await sweepKeptSignals(database.app, log('test'));
    await sweepKeptSignals(database.app, log('test'));

    expect(await historyOf(id, 'SIGNAL_CONSUMED')).toMatchObject([{ key: 'missed' }]);
  });

  test('cannot be handed over on paper only, changed or removed', async () => {
    await post(signals, { ...early, subject: { id: 'early-5' }, id: 'kept' });
    const id = await begin('early-6');
    const attacks = [
      `UPDATE kept_signals SET instance_id = '${id}', handed_over_at = now() WHERE signal_id = 'kept'`,
      "UPDATE kept_signals SET payload = '{}' WHERE signal_id = 'kept'",
      "DELETE FROM kept_signals WHERE signal_id = 'kept'",
    ];
    for (const attack of attacks) {
      await expect(database.owner.query(attack), attack).rejects.toMatchObject({
        code: expect.stringMatching(/^IL00[26]$/) as string,
      });
    }
  });
});

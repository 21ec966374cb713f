import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Definition } from '@/lib/engine/definition/schema';
import { createKey } from '@/lib/people/api-keys';
import type { Permission } from '@/lib/people/permissions';
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

function payloadOf() {
  return { type: 'object', properties: { amount: { type: 'number', minimum: 0 } }, required: ['amount'] };
}

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner, payment);
  key = await newKey(['signals.send']);
});
afterAll(async () => {
  const { rows } = await database.owner.query<{ id: string }>('SELECT id FROM instances');
  for (const { id } of rows)
    expect(await verifyInstance(database.app, world.tenantId, id)).toMatchObject({ ok: true });
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

  test('says which instances there are where several fit, and that there is none', async () => {
    const ids = [await begin('a', 'twice'), await begin('b', 'twice')];
    const order = { definition: 'payment', name: 'paid', payload: { amount: 1 } };

    const several = await post(signals, { ...order, correlationKey: 'twice' });
    const none = await post(signals, { ...order, correlationKey: 'nobody' });
    const both = await post(signals, { ...order, correlationKey: 'a', subject: { id: 'a' } });

    expect(several).toMatchObject({ status: 409, body: { instances: ids } });
    expect(none).toMatchObject({ status: 404, body: { code: 'not_found', correlationKey: 'nobody' } });
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

    expect(await post(signals, order, { as: foreign })).toMatchObject({ status: 404 });
  });
});

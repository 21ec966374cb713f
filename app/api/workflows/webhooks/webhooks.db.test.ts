import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Definition } from '@/lib/engine/definition/schema';
import { createKey } from '@/lib/people/api-keys';
import { signatureHeaders } from '@/lib/runtime/outbound/signing';
import { verifyInstance } from '@/lib/runtime/verify';
import { refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { createSource, putSource, rotateSourceKey } from '@/lib/webhooks/commands';
import { listReceived } from '@/lib/webhooks/queries';
import type { CreateSource, SourceWithKey } from '@/lib/webhooks/schema';
import * as sources from '@/app/api/workflows/webhook-sources/route';
import * as webhooks from './[source]/route';

let database: TestDatabase;
let world: World;

/** START → a wait for `paid` → END. */
const payment: Definition = {
  key: 'payment',
  name: 'Payment',
  subject: { type: 'order', unique: true },
  input: {
    type: 'object',
    properties: { amount: { type: 'number' }, note: { type: 'string' } },
    required: ['amount'],
    additionalProperties: false,
  },
  startableBy: ['employee'],
  maxAge: 'P90D',
  steps: [
    { key: 'start', type: 'START' },
    {
      key: 'unpaid',
      type: 'WAIT_FOR_SIGNAL',
      signal: 'paid',
      source: 'webhook',
      payload: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
    },
    { key: 'paid', type: 'END', outcome: 'paid' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'unpaid' },
    { key: 'done', from: 'unpaid', to: 'paid' },
  ],
};

const paid: CreateSource = {
  name: 'Bank',
  mapping: {
    kind: 'signal',
    definition: 'payment',
    signal: 'paid',
    subject: 'body.order.id',
    when: "body.type == 'payment'",
    payload: { amount: 'body.order.cents / 100.0' },
  },
};
const ordered: CreateSource = {
  name: 'Shop',
  mapping: {
    kind: 'start',
    definition: 'payment',
    subject: "headers['x-order']",
    input: { amount: 'body.amount', note: 'body.note' },
  },
};

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner, payment);
});
afterAll(async () => {
  const { rows } = await database.owner.query<{ id: string }>('SELECT id FROM instances');
  for (const { id } of rows)
    expect(await verifyInstance(database.app, world.tenantId, id)).toMatchObject({ ok: true });
  await database.drop();
});

type Sent = {
  readonly id?: string;
  readonly at?: number;
  readonly headers?: Record<string, string>;
  readonly sent?: string;
};

/** Posts a signed delivery; `sent` is the body that is sent instead of the signed one. */
async function deliver(
  source: SourceWithKey,
  body: unknown,
  { id = `${Math.random()}`, ...more }: Sent = {},
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const request = new Request(`http://localhost${source.address}`, {
    method: 'POST',
    headers: { ...signatureHeaders(source.signingKey, id, text, more.at ?? Date.now()), ...more.headers },
    body: more.sent ?? text,
  });
  const response = await webhooks.POST(request, { params: Promise.resolve({ source: source.id }) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const newSource = async (order: CreateSource) => take(await createSource(world.admin, order));
const begin = async (subject: string) =>
  (await world.start({ subject: { id: subject }, input: { amount: 5 } })).id;
const payOf = (order: string, cents = 500) => ({ type: 'payment', order: { id: order, cents } });
const came = async (source: SourceWithKey) => take(await listReceived(world.admin, source.id)).items;

describe('a delivery at the address of a source', () => {
  test('becomes the signal that the mapping says, with the source as its sender', async () => {
    const bank = await newSource(paid);
    const id = await begin('order-1');

    const delivered = await deliver(bank, payOf('order-1'), { id: 'evt_1' });

    expect(delivered).toEqual({
      status: 202,
      body: { delivery: 'evt_1', known: false, result: 'accepted', effect: 'signal', instance: id },
    });
    const { rows } = await database.owner.query(
      `SELECT actor_type, actor_name, causation_id, data -> 'payload' AS payload FROM events
       WHERE instance_id = $1 AND type = 'SIGNAL_RECEIVED'`,
      [id],
    );
    expect(rows).toEqual([
      { actor_type: 'partner', actor_name: 'Bank', causation_id: 'webhook:evt_1', payload: { amount: 5 } },
    ]);
  });

  test('starts an instance, whose absent fields stay absent', async () => {
    const shop = await newSource(ordered);

    const delivered = await deliver(shop, { amount: 7 }, { headers: { 'X-Order': 'order-2' } });

    expect(delivered).toMatchObject({ status: 202, body: { effect: 'start' } });
    const { rows } = await database.owner.query('SELECT subject_id, input FROM instances WHERE id = $1', [
      delivered.body['instance'],
    ]);
    expect(rows).toEqual([{ subject_id: 'order-2', input: { amount: 7 } }]);
  });

  test('waits for its instance where there is none yet', async () => {
    const bank = await newSource(paid);

    const delivered = await deliver(bank, payOf('order-3'));
    const id = await begin('order-3');

    expect(delivered.body).toMatchObject({ effect: 'kept_signal', instance: null });
    const { rows } = await database.owner.query('SELECT status FROM instances WHERE id = $1', [id]);
    expect(rows).toEqual([{ status: 'completed' }]);
  });

  test('counts once, however often and however close together it comes', async () => {
    const shop = await newSource(ordered);
    const more = { id: 'same', headers: { 'x-order': 'order-4' } };

    const all = await Promise.all(Array.from({ length: 6 }, () => deliver(shop, { amount: 1 }, more)));
    const again = await deliver(shop, { amount: 1 }, more);

    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 202));
    expect(new Set([...all, again].map(({ body }) => body['instance'])).size).toBe(1);
    expect(again.body).toMatchObject({ known: true });
    const { rows } = await database.owner.query("SELECT FROM instances WHERE subject_id = 'order-4'");
    expect(rows).toHaveLength(1);
    expect((await came(shop)).filter(({ result }) => result === 'accepted')).toHaveLength(1);
    expect((await came(shop))[0]).toMatchObject({ result: 'accepted' });
  });

  test('does nothing where the condition of the mapping is false', async () => {
    const bank = await newSource(paid);

    const delivered = await deliver(bank, { type: 'ping' });

    expect(delivered).toMatchObject({ status: 202, body: { result: 'ignored', effect: null } });
    expect(await came(bank)).toMatchObject([{ result: 'ignored', code: null }]);
  });

  test('is not believed with another body, another key or an old timestamp, and that is seen', async () => {
    const bank = await newSource(paid);
    const rotated = take(await rotateSourceKey(world.admin, bank.id));
    const body = payOf('order-5');

    const answers = [
      await deliver(rotated, body, { id: 'forged', sent: JSON.stringify(payOf('order-5', 1)) }),
      await deliver(bank, body, { id: 'old-key' }),
      await deliver(rotated, body, { id: 'replayed', at: Date.now() - 301_000 }),
      await deliver(rotated, body, { id: 'bare', headers: { 'webhook-signature': '' } }),
    ];

    expect(answers.map(({ status, body: { code } }) => [status, code])).toEqual(
      answers.map(() => [401, 'unauthenticated']),
    );
    expect((await came(rotated)).map(({ delivery, result }) => [delivery, result])).toEqual([
      ['bare', 'refused'],
      ['replayed', 'refused'],
      ['old-key', 'refused'],
      ['forged', 'refused'],
    ]);
    // Nobody else's forged try keeps the true one out.
    expect(await deliver(rotated, body, { id: 'forged' })).toMatchObject({ status: 202 });
  });

  test.each([
    ['a body that is no JSON', 'x=1', 422, 'not JSON'],
    [
      'a body that the mapping cannot read',
      { type: 'payment', order: { id: true, cents: 1 } },
      422,
      'text or a number',
    ],
    ['a payload that does not fit', { type: 'payment', order: { id: 'order-6' } }, 422, 'null'],
    ['a body that is too large', 'x'.repeat(300_000), 413, 'bytes'],
  ])('is refused with the reason: %s', async (_, body, status, words) => {
    const bank = await newSource(paid);

    const refused = await deliver(bank, body);

    expect(refused.status).toBe(status);
    expect(await came(bank)).toMatchObject([
      { result: 'refused', message: expect.stringContaining(words) as string },
    ]);
  });

  test('is refused at a stopped source and at an address that nobody has', async () => {
    const bank = await newSource(paid);
    take(await putSource(world.admin, bank.id, { active: false }));

    const stopped = await deliver(bank, payOf('order-7'));
    const nowhere = await deliver({ ...bank, id: '0190a8c0-0000-4000-8000-000000000000' }, payOf('order-7'));

    expect([stopped.status, nowhere.status]).toEqual([409, 404]);
  });

  test('is put off when too many come in a minute; the unsigned do not count among them', async () => {
    const bank = await newSource(paid);
    await database.owner.query(
      `INSERT INTO webhook_deliveries (tenant_id, id, source_id, result, code, message, bytes, sha256)
       SELECT $1, gen_random_uuid(), $2, 'refused', c, 'm', 0, repeat('0', 64)
       FROM generate_series(1, 599), unnest(ARRAY['invalid', 'unauthenticated']) AS c`,
      [world.tenantId, bank.id],
    );

    const last = await deliver(bank, { type: 'ping' });
    const over = await deliver(bank, { type: 'ping' });

    expect(last.status).toBe(202);
    expect(over).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  });
});

describe('the sources', () => {
  async function call(permissions: Parameters<typeof createKey>[1]['permissions'], body: unknown) {
    const { key } = take(await createKey(world.admin, { name: 'k', permissions }));
    const request = new Request('http://localhost/api/workflows/webhook-sources', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const response = await sources.POST(request, { params: Promise.resolve({}) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  test('are made by whoever manages integrations, on record, and show their key once', async () => {
    const made = await call(['integrations.manage'], paid);
    const forbidden = await call(['signals.send'], paid);

    expect(made).toMatchObject({
      status: 201,
      body: { signingKey: expect.stringMatching(/^whsec_/) as string },
    });
    expect(forbidden.status).toBe(403);
    const { rows } = await database.owner.query(
      'SELECT action, data::text FROM audit_entries WHERE subject = $1',
      [`webhook_source:${String(made.body['id'])}`],
    );
    expect(rows).toMatchObject([{ action: 'webhook_source_created' }]);
    const stored = await database.owner.query('SELECT s::text AS text FROM webhook_sources s');
    expect(JSON.stringify([rows, stored.rows])).not.toContain(made.body['signingKey']);
  });

  test.each([
    ['an expression that cannot be read', { ...ordered.mapping, subject: 'body.' }, '/mapping/subject'],
    [
      'a name that is not there',
      { ...ordered.mapping, input: { amount: 'context.x' } },
      '/mapping/input/amount',
    ],
    ['two ways to name the instance', { ...paid.mapping, correlationKey: 'body.x' }, '/mapping'],
  ])('take no mapping with %s', async (_, mapping, path) => {
    const refused = await call(['integrations.manage'], { name: 'Wrong', mapping });

    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body['errors'])).toContain(path);
  });

  test('belong to their tenant, and what came to them is not changed or removed', async () => {
    const bank = await newSource(paid);
    await deliver(bank, { type: 'ping' });
    const other = await refundWorld(database.owner, payment);

    expect(await listReceived(other.admin, bank.id)).toMatchObject({ ok: false });
    await expect(database.owner.query('DELETE FROM webhook_deliveries')).rejects.toMatchObject({
      code: 'IL006',
    });
    await expect(
      database.app.query("UPDATE webhook_deliveries SET result = 'accepted'"),
    ).rejects.toMatchObject({ code: '42501' });
  });
});

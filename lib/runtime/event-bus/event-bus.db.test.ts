import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as deliveriesRoute from '@/app/api/workflows/event-deliveries/route';
import * as resendRoute from '@/app/api/workflows/event-deliveries/[id]/resend/route';
import * as sinksRoute from '@/app/api/workflows/event-sinks/route';
import * as sinkRoute from '@/app/api/workflows/event-sinks/[id]/route';
import * as resendAllRoute from '@/app/api/workflows/event-sinks/[id]/resend/route';
import * as signingKeyRoute from '@/app/api/workflows/signing-key/route';
import type { JsonObject } from '@/lib/engine/json';
import { createKey } from '@/lib/people/api-keys';
import type { Permission } from '@/lib/people/permissions';
import { signatureHeaders, signingKey } from '@/lib/runtime/outbound/signing';
import {
  aDefinition,
  automated,
  emitEvent,
  end,
  go,
  start,
  userTask,
} from '@/lib/testing/builders/definition-builder';
import { administrator } from '@/lib/testing/builders/administrator';
import { take } from '@/lib/testing/builders/refund-world';
import { CountingServer, later, type Received } from '@/lib/testing/counting-server';
import { RuntimeWorld } from '@/lib/testing/runtime-world';
import { testSecret } from '@/lib/testing/secret';
import { until } from '@/lib/testing/until';

let world: RuntimeWorld;
let receiver: CountingServer;
let key: string;

beforeAll(async () => {
  world = await RuntimeWorld.make();
  receiver = await CountingServer.start();
  key = await keyWith(['integrations.manage']);
  await world.publish(
    aDefinition({
      key: 'telling',
      steps: [
        start(),
        userTask('in_review'),
        automated('telling', [emitEvent('tell', 'refund.approved', { amount: '{{ context.amount }}' })]),
        end('done'),
        end('rejected'),
      ],
      transitions: [
        go('start', 'in_review'),
        go('in_review', 'telling', { on: { outcome: 'approve' } }),
        go('in_review', 'rejected', { on: { outcome: 'reject' } }),
        go('telling', 'done'),
      ],
    }),
  );
  await world.worker({ allowedHosts: [receiver.host] });
  await world.worker({ allowedHosts: [receiver.host] });
});
afterAll(async () => {
  await world.stopWorkers();
  await receiver.stop();
  await world.expectVerified();
  await world.drop();
});
beforeEach(async () => {
  await world.database.owner.query('UPDATE event_sinks SET active = false');
  receiver.forget();
});

async function keyWith(granted: Permission[], tenantId = world.tenantId): Promise<string> {
  const admin = administrator(tenantId, world.ann);
  return take(await createKey(admin, { name: 'k', permissions: granted })).key;
}

type Route = Partial<
  Record<
    string,
    (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>
  >
>;

async function call(
  route: Route,
  method: string,
  { id = '', body, query = '', as = key }: { id?: string; body?: object; query?: string; as?: string } = {},
) {
  const request = new Request(`http://localhost/x${query}`, {
    method,
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const response = await route[method]!(request, { params: Promise.resolve({ id }) });
  return { status: response.status, body: (await response.json()) as JsonObject };
}

async function sink(types: string[] = [], path = '/events'): Promise<JsonObject> {
  const made = await call(sinksRoute, 'POST', {
    body: { name: 'Warehouse', url: receiver.url(path), types },
  });
  expect(made.status).toBe(201);
  // Workers learn of it within their poll.
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  return made.body;
}

const events = (received: readonly Received[] = receiver.received) =>
  received.map(({ body }) => JSON.parse(body) as JsonObject);
const sequences = (id: string, from = events()) =>
  from.filter(({ subject }) => subject === id).map(({ sequence }) => Number(sequence));

async function run(): Promise<string> {
  const id = await world.start('telling');
  await world.untilStatus(id, 'waiting');
  await world.decide(id, 'in_review', 'approve');
  await world.untilStatus(id, 'completed');
  return id;
}

async function untilDelivered(): Promise<void> {
  await until('the deliveries', async () => {
    const { rows } = await world.database.owner.query('SELECT FROM event_deliveries WHERE dead_at IS NULL');
    return rows.length === 0;
  });
}

describe('a sink', () => {
  test('gets every event as a signed CloudEvent, in order, with what EMIT_EVENT says under its own type', async () => {
    const { id: sinkId, signingKey: shown } = await sink();
    const id = await run();
    await untilDelivered();

    const history = await world.history(id);
    expect(sequences(id)).toEqual(history.map(({ sequence }) => sequence));
    const [first] = events();
    expect(first).toMatchObject({
      specversion: '1.0',
      id: `${id}:1`,
      type: 'interlock.workflow_created',
      source: '/api/workflows/definitions/telling',
      subject: id,
      datacontenttype: 'application/json',
      data: {
        instance: id,
        event: 'WORKFLOW_CREATED',
        from: null,
        to: 'created',
        actor: { name: 'Ann Lee' },
      },
    });
    expect(events().find(({ type }) => type === 'refund.approved')).toMatchObject({
      data: { instance: id, definition: 'telling', emitted: { amount: 1500 } },
    });
    const [sent] = receiver.received;
    expect(shown).toBe(signingKey(testSecret, world.tenantId, `sink:${sinkId as string}`));
    expect(sent!.headers).toMatchObject({
      'content-type': 'application/cloudevents+json; charset=utf-8',
      ...signatureHeaders(
        shown as string,
        `${id}:1`,
        sent!.body,
        Number(sent!.headers['webhook-timestamp']) * 1000,
      ),
    });
  });

  test('gets only the types that it wants, and nothing while it is stopped', async () => {
    const made = await sink(['refund.approved', 'interlock.user_task_*']);
    await run();
    await untilDelivered();
    expect(events().map(({ type }) => type)).toEqual([
      'interlock.user_task_created',
      'interlock.user_task_decided',
      'interlock.user_task_completed',
      'refund.approved',
    ]);

    const stopped = await call(sinkRoute, 'PUT', { id: made['id'] as string, body: { active: false } });
    await run();

    expect(stopped.body).toMatchObject({ active: false, name: 'Warehouse' });
    const { rows } = await world.database.owner.query('SELECT FROM event_deliveries');
    expect(rows).toEqual([]);
  });

  test('that fails gets the event again under the same id, and those behind it only afterwards', async () => {
    await sink();
    receiver.answer = ({ headers }) => {
      const tries = receiver.received.filter(
        (one) => one.headers['webhook-id'] === headers['webhook-id'],
      ).length;
      return { status: tries < 3 && String(headers['webhook-id']).endsWith(':4') ? 503 : 200 };
    };
    const id = await run();
    await untilDelivered();

    const history = await world.history(id);
    expect(sequences(id)).toEqual([1, 2, 3, 4, 4, ...history.map(({ sequence }) => sequence).slice(3)]);
  });

  test('that is slow holds up no move', async () => {
    await sink();
    receiver.answer = () => later(300);
    const began = Date.now();
    const id = await world.start('telling');
    await world.untilStatus(id, 'waiting');

    expect(Date.now() - began).toBeLessThan(2_500);
    receiver.answer = () => ({});
    await untilDelivered();
  });
});

describe('an event that was given up', () => {
  test('holds up nothing behind it, is listed with its error, and can be sent again', async () => {
    const made = await sink(['interlock.workflow_created', 'interlock.workflow_completed']);
    receiver.answer = () => ({ status: 410 });
    const id = await world.start('telling');
    // As if it had been tried for an hour. Only a failure that is written down: a try under way would write over it.
    await until('the first failure', async () => {
      const { rows } = await world.database.owner.query(
        'UPDATE event_deliveries SET attempts = 13 WHERE attempts BETWEEN 1 AND 12 RETURNING id',
      );
      return rows.length > 0;
    });
    const dead = await until('the end of its tries', async () => {
      const { body } = await call(deliveriesRoute, 'GET');
      return (body['items'] as JsonObject[]).length > 0 && (body['items'] as JsonObject[]);
    });
    expect(dead).toMatchObject([
      {
        sink: made['id'],
        instance: id,
        sequence: 1,
        type: 'interlock.workflow_created',
        attempts: 14,
        error: expect.stringContaining('410'),
      },
    ]);

    receiver.answer = () => ({});
    receiver.received.length = 0;
    await world.decide(id, 'in_review', 'approve');
    await until('the one behind it', () =>
      events().some(({ type }) => type === 'interlock.workflow_completed'),
    );
    const resent = await call(resendRoute, 'POST', { id: dead[0]!['id'] as string });
    await until('the one sent again', () =>
      events().some(({ type }) => type === 'interlock.workflow_created'),
    );

    expect(resent).toMatchObject({ status: 200, body: { resent: 1 } });
    expect((await call(resendRoute, 'POST', { id: dead[0]!['id'] as string })).status).toBe(404);
    expect((await call(resendAllRoute, 'POST', { id: made['id'] as string })).body).toEqual({ resent: 0 });
  });
});

describe('the API of sinks', () => {
  test('is for those who manage integrations, and shows a key when it is made only', async () => {
    const other = await keyWith(['instances.read_all']);
    const foreign = await keyWith(['integrations.manage'], (await RuntimeWorld.on(world.database)).tenantId);

    expect((await call(sinksRoute, 'GET', { as: other })).status).toBe(403);
    expect((await call(deliveriesRoute, 'GET', { as: other })).status).toBe(403);
    expect((await call(sinksRoute, 'GET', { as: foreign })).body).toEqual([]);
    const listed = (await call(sinksRoute, 'GET')).body as unknown as JsonObject[];
    expect(listed.length).toBeGreaterThan(0);
    expect(JSON.stringify(listed)).not.toContain('whsec_');
    expect((await call(sinkRoute, 'GET', { id: listed[0]!['id'] as string, as: foreign })).status).toBe(404);
    expect(await call(sinksRoute, 'POST', { body: { name: 'x', url: 'ftp://x' } })).toMatchObject({
      status: 422,
      body: { errors: [{ path: '/url' }] },
    });
  });

  test('tells the key of CALL_WEBHOOK, and keeps on record who asked', async () => {
    const { body } = await call(signingKeyRoute, 'POST');

    expect(body).toEqual({ signingKey: signingKey(testSecret, world.tenantId, 'activities') });
    const { rows } = await world.database.owner.query(
      "SELECT FROM audit_entries WHERE action = 'signing_key_read'",
    );
    expect(rows).toHaveLength(1);
  });
});

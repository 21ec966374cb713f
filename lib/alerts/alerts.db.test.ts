import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancelInstance } from '@/lib/instances/commands';
import type { OutgoingMail } from '@/lib/mail/transport';
import { guardedAgent } from '@/lib/runtime/outbound/address-guard';
import { signatureHeaders } from '@/lib/runtime/outbound/signing';
import { refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { testSecret } from '@/lib/testing/secret';
import { decideTask } from '@/lib/tasks/commands';
import { createRule, switchRule } from './commands';
import { deliverNotices, type NoticeDelivery } from './deliver-notices';
import { evaluateAlerts } from './evaluate';
import { listAlerts, listRules } from './queries';

let database: TestDatabase;
let world: World;
let server: Server;
let calls: { headers: IncomingHttpHeaders; body: string }[];
let answer: number;
let mails: OutgoingMail[];
let refuseMail: boolean;

beforeAll(async () => {
  database = await createTestDatabase();
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      calls.push({ headers: request.headers, body });
      response.writeHead(answer).end();
    });
  }).listen(0, '127.0.0.1');
});
afterAll(async () => {
  server.close();
  await database.drop();
});
beforeEach(async () => {
  [calls, mails, answer, refuseMail] = [[], [], 204, false];
  world = await refundWorld(database.owner);
});

const webhook = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/alerts`;
const look = () => evaluateAlerts(database.app, world.tenantId);

async function deliver(): Promise<number> {
  const delivery: NoticeDelivery = {
    pool: database.app,
    mailer: {
      send: (mail) => {
        if (refuseMail) return Promise.reject(new Error('The mail server is away.'));
        mails.push(mail);
        return Promise.resolve();
      },
      close: () => undefined,
    },
    agent: guardedAgent(['127.0.0.1']),
    secret: testSecret,
    url: 'https://interlock.example',
    stopping: new AbortController().signal,
  };
  const taken = await deliverNotices(delivery);
  await delivery.agent.close();
  return taken;
}

/** Lets time go by for an instance: its stays and its start are so many minutes earlier. */
async function older(id: string, minutes: number): Promise<void> {
  await database.owner.query('ALTER TABLE instances DISABLE TRIGGER USER');
  await database.owner.query(
    'UPDATE instances SET created_at = created_at - make_interval(mins => $2) WHERE id = $1',
    [id, minutes],
  );
  await database.owner.query('ALTER TABLE instances ENABLE TRIGGER USER');
  await database.owner.query(
    'UPDATE step_instances SET entered_at = entered_at - make_interval(mins => $2) WHERE instance_id = $1',
    [id, minutes],
  );
}

test('what a rule finds is told once by mail and webhook as long as it holds, and once when it is over', async () => {
  const sam = await world.person('sam');
  const rule = take(
    await createRule(sam, {
      kind: 'state_age',
      name: 'Reviews lie about',
      definition: 'refund',
      step: 'in_review',
      ageSeconds: 3600,
      mails: ['ops@example.test'],
      webhook: webhook(),
    }),
  );
  const [{ id }, young] = [await world.start(), await world.start()];
  expect(await look()).toEqual({ raised: 0, ended: 0 });
  await older(id, 90);

  expect(await look()).toEqual({ raised: 1, ended: 0 });
  expect(await look()).toEqual({ raised: 0, ended: 0 });
  await older(young.id, 61);
  expect(await look()).toEqual({ raised: 0, ended: 0 });
  await deliver();
  expect(await deliver()).toBe(0);

  expect(mails).toMatchObject([
    { to: ['ops@example.test'], subject: 'Alert: Reviews lie about (refund, step in_review)' },
  ]);
  expect(mails[0]!.text).toContain('2 instances');
  expect(calls).toHaveLength(1);
  const [{ headers, body }] = calls as [(typeof calls)[number]];
  expect(JSON.parse(body)).toMatchObject({
    type: 'alert.raised',
    rule: 'Reviews lie about',
    count: 2,
    instance: id,
  });
  const signed = signatureHeaders(
    rule.signingKey!,
    String(headers['webhook-id']),
    body,
    Number(headers['webhook-timestamp']) * 1000,
  );
  expect(headers['webhook-signature']).toBe(signed['webhook-signature']);
  expect(take(await listAlerts(sam))).toMatchObject([
    { count: 2, exampleId: id, closedAt: null, notices: [{ status: 'sent' }, { status: 'sent' }] },
  ]);
  expect(take(await listRules(sam))).toMatchObject([{ id: rule.id, open: 1 }]);

  for (const one of [id, young.id]) take(await cancelInstance(sam, one, { reason: 'Done with.' }));
  // One look in which it does not hold may be a breath between two.
  expect(await look()).toEqual({ raised: 0, ended: 0 });
  expect(await look()).toEqual({ raised: 0, ended: 1 });
  expect(await look()).toEqual({ raised: 0, ended: 0 });
  await deliver();
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Alert: Reviews lie about (refund, step in_review)',
    'Resolved: Reviews lie about (refund, step in_review)',
  ]);
  expect(calls.map((call) => (JSON.parse(call.body) as { type: string }).type)).toEqual([
    'alert.raised',
    'alert.resolved',
  ]);
});

test('several workers that look and deliver at the same moment tell it once', async () => {
  const sam = await world.person('sam');
  take(
    await createRule(sam, { kind: 'instance_age', name: 'Old', ageSeconds: 60, mails: ['ops@example.test'] }),
  );
  await older((await world.start()).id, 5);

  await Promise.all(Array.from({ length: 6 }, look));
  await look();
  await Promise.all(Array.from({ length: 4 }, deliver));

  expect(mails).toHaveLength(1);
});

test('a notice that cannot be delivered is tried again, and says why', async () => {
  const sam = await world.person('sam');
  take(
    await createRule(sam, {
      kind: 'instance_age',
      name: 'Old',
      ageSeconds: 60,
      mails: ['ops@example.test'],
      webhook: webhook(),
    }),
  );
  await older((await world.start()).id, 5);
  await look();
  [answer, refuseMail] = [500, true];

  await deliver();
  expect(await deliver()).toBe(0);
  expect(take(await listAlerts(sam))[0]!.notices).toMatchObject([
    { channel: 'mail', status: 'queued', attempts: 1, error: 'The mail server is away.' },
    { channel: 'webhook', status: 'queued', attempts: 1 },
  ]);
  [answer, refuseMail] = [204, false];
  await database.owner.query('UPDATE alert_notices SET next_attempt_at = now() WHERE tenant_id = $1', [
    world.tenantId,
  ]);
  await deliver();

  expect(take(await listAlerts(sam))[0]!.notices).toMatchObject([
    { status: 'sent', attempts: 2 },
    { status: 'sent' },
  ]);
});

test('a share of failures counts what came to an end in the window, and nothing while that is too little', async () => {
  const [sam, ann] = [await world.person('sam'), await world.person('ann')];
  take(
    await createRule(sam, {
      kind: 'failure_rate',
      name: 'Many fail',
      percent: 30,
      windowSeconds: 3600,
      least: 3,
      mails: ['ops@example.test'],
    }),
  );
  const started = [await world.start(), await world.start(), await world.start()];
  for (const { openTasks } of started.slice(0, 2))
    take(await decideTask(ann, openTasks[0]!.id, { outcome: 'approve', form: {} }));
  expect(await look()).toEqual({ raised: 0, ended: 0 });
  await database.owner.query(
    `INSERT INTO incidents (tenant_id, instance_id, opened_sequence, key, code, message, definition_key)
     VALUES ($1, $2, 99, 'x', 'activity_failed', 'The bank is away.', 'refund')`,
    [world.tenantId, started[2]!.id],
  );

  expect(await look()).toEqual({ raised: 1, ended: 0 });
  expect(take(await listAlerts(sam))).toMatchObject([
    { definition: 'refund', count: 1, exampleId: started[2]!.id },
  ]);
  expect(take(await listAlerts(sam))[0]!.measured).toBeCloseTo(33.3, 1);
});

test('work that waits for a worker too long', async () => {
  const sam = await world.person('sam');
  take(
    await createRule(sam, { kind: 'queue_age', name: 'Queue', ageSeconds: 60, mails: ['ops@example.test'] }),
  );
  const { id } = await world.start();
  await database.owner.query('ALTER TABLE activity_executions DISABLE TRIGGER USER');
  await database.owner.query(
    `INSERT INTO activity_executions (tenant_id, instance_id, key, branch, step, visit, activity, status, created_at)
     VALUES ($1, $2, 'main:in_review:1:x', 'main', 'in_review', 1, 'x', 'scheduled', now() - interval '2 minutes')`,
    [world.tenantId, id],
  );
  await database.owner.query('ALTER TABLE activity_executions ENABLE TRIGGER USER');

  expect(await look()).toEqual({ raised: 1, ended: 0 });
});

test('a rule that is stopped says nothing more; who may not repair makes none; another tenant sees none', async () => {
  const [sam, carol, other] = [
    await world.person('sam'),
    await world.person('carol'),
    await refundWorld(database.owner),
  ];
  const order = { kind: 'instance_age' as const, name: 'Old', ageSeconds: 60, mails: ['ops@example.test'] };
  const { id } = take(await createRule(sam, order));
  await older((await world.start()).id, 5);
  await look();
  take(await switchRule(sam, id, { active: false }));

  expect(await look()).toEqual({ raised: 0, ended: 0 });
  expect(take(await listAlerts(sam))).toMatchObject([{ closedAt: expect.any(String) as string }]);
  expect(await createRule(carol, order)).toMatchObject({ refusal: { code: 'forbidden' } });
  expect(await listAlerts(carol)).toMatchObject({ refusal: { code: 'forbidden' } });
  expect(await switchRule(other.admin, id, { active: true })).toMatchObject({
    refusal: { code: 'not_found' },
  });
  expect(take(await listRules(other.admin))).toEqual([]);
  expect(await createRule(sam, { ...order, mails: [] })).toMatchObject({ refusal: { code: 'invalid' } });
  const { rows } = await database.owner.query<{ action: string }>(
    'SELECT action FROM audit_entries WHERE tenant_id = $1 AND subject = $2 ORDER BY id',
    [world.tenantId, `alert_rule:${id}`],
  );
  expect(rows.map(({ action }) => action)).toEqual(['alert_rule_created', 'alert_rule_stopped']);
});

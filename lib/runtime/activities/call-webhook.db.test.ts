import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import { signatureHeaders, signingKey } from '@/lib/runtime/outbound/signing';
import {
  aDefinition,
  automated,
  callWebhook,
  end,
  go,
  start,
} from '@/lib/testing/builders/definition-builder';
import { CountingServer } from '@/lib/testing/counting-server';
import { RuntimeWorld } from '@/lib/testing/runtime-world';
import { testSecret } from '@/lib/testing/secret';

let world: RuntimeWorld;
let partner: CountingServer;

beforeAll(async () => {
  world = await RuntimeWorld.make();
  partner = await CountingServer.start();
  await world.worker({ allowedHosts: [partner.host] });
});
afterAll(async () => {
  await world.stopWorkers();
  await partner.stop();
  await world.expectVerified();
  await world.drop();
});
beforeEach(() => partner.forget());

async function run(key: string, url: string, body?: unknown): Promise<string> {
  const retry = { maxAttempts: 3, firstDelay: 'PT0.1S', jitter: 0 };
  const settings = { url, ...(body !== undefined && { body }) };
  const activity = callWebhook('call', url, { retry, settings } as Partial<Activity>);
  await world.publish(
    aDefinition({
      key,
      steps: [start(), automated('calling', [activity]), end('done')],
      transitions: [go('start', 'calling'), go('calling', 'done')],
    }),
  );
  return world.start(key);
}

describe('CALL_WEBHOOK', () => {
  test('posts its body, signed with the tenant’s key under the idempotency key', async () => {
    const id = await run('signed', partner.url('/hook'), { amount: '{{ context.amount }}' });
    await world.untilStatus(id, 'completed');

    const [call] = partner.received;
    expect(call).toMatchObject({ method: 'POST', path: '/hook', body: '{"amount":1500}' });
    const messageId = `${id}:main:calling:1:call`;
    expect(call!.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': messageId,
      ...signatureHeaders(
        signingKey(testSecret, world.tenantId, 'activities'),
        messageId,
        call!.body,
        Number(call!.headers['webhook-timestamp']) * 1000,
      ),
    });
  });

  test('waits as long as a busy receiver asks, under the same id', async () => {
    partner.answer = ({ count }) => (count === 1 ? { status: 429, headers: { 'retry-after': '1' } } : {});
    const began = Date.now();
    const id = await run('busy', partner.url());
    await world.untilStatus(id, 'completed');

    expect(Date.now() - began).toBeGreaterThan(1_000);
    expect(new Set(partner.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([`${id}:main:calling:1:call`]),
    );
  });

  test.each([
    ['a 4xx with another try', () => ({ status: 400 }), 'http_400'],
    ['a redirect', () => ({ status: 307, headers: { location: '/elsewhere' } }), 'http_307'],
  ])('does not follow %s', async (_, answer, code) => {
    partner.answer = answer;
    const id = await run(`refused-${code.replace('_', '-')}`, partner.url());
    const stuck = await world.untilStatus(id, 'needs_attention');

    expect(Object.values(stuck.activities)[0]?.error?.code).toBe(code);
    expect(partner.received).toHaveLength(1);
  });

  test('reaches no address inside the network', async () => {
    const id = await run('inside', 'http://10.0.0.1/');
    const stuck = await world.untilStatus(id, 'needs_attention');

    expect(Object.values(stuck.activities)[0]?.error?.code).toBe('address_not_allowed');
  });
});

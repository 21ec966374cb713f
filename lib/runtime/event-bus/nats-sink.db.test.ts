import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSink, putSink } from '@/lib/event-sinks/commands';
import { listDeliveries } from '@/lib/event-sinks/queries';
import { resendToSink } from '@/lib/event-sinks/commands';
import type { JsonObject } from '@/lib/engine/json';
import { aDefinition, automated, emitEvent, end, go, start } from '@/lib/testing/builders/definition-builder';
import { administrator } from '@/lib/testing/builders/administrator';
import { take } from '@/lib/testing/builders/refund-world';
import { hasNatsServer, NatsServer } from '@/lib/testing/nats-server';
import { RuntimeWorld } from '@/lib/testing/runtime-world';
import { until } from '@/lib/testing/until';

const what = 'a sink of NATS JetStream';

describe.skipIf(!hasNatsServer)(hasNatsServer ? what : `${what} (no nats-server on this machine)`, () => {
  let world: RuntimeWorld;
  let nats: NatsServer;
  const admin = () => administrator(world.tenantId, world.ann);

  beforeAll(async () => {
    world = await RuntimeWorld.make();
    nats = await NatsServer.start();
    await world.publish(
      aDefinition({
        key: 'telling',
        steps: [
          start(),
          automated('telling', [emitEvent('tell', 'refund.approved', { amount: '{{ context.amount }}' })]),
          end('done'),
        ],
        transitions: [go('start', 'telling'), go('telling', 'done')],
      }),
    );
    await world.worker({ allowedHosts: [nats.host] });
    await world.worker({ allowedHosts: [nats.host] });
  });
  afterAll(async () => {
    await world?.stopWorkers();
    await nats?.stop();
    await world?.expectVerified();
    await world?.drop();
  });
  beforeEach(async () => {
    await world.database.owner.query('UPDATE event_sinks SET active = false');
  });

  async function sink(subject: string, types: string[] = []) {
    const made = take(await createSink(admin(), { name: 'Bus', url: nats.url, subject, types }));
    // Workers learn of it within their poll.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    return made;
  }

  async function run(): Promise<string> {
    const id = await world.start('telling');
    await world.untilStatus(id, 'completed');
    return id;
  }

  async function untilDelivered(): Promise<void> {
    await until('the deliveries', async () => {
      const { rows } = await world.database.owner.query('SELECT FROM event_deliveries WHERE dead_at IS NULL');
      return rows.length === 0;
    });
  }

  test('gets every event in order for each instance, under the subject of its type and an id against duplicates', async () => {
    await nats.stream('ALL', ['all.>']);
    await sink('all');
    const ids = await Promise.all([run(), run(), run()]);
    await untilDelivered();
    const messages = await nats.messages('ALL');

    for (const id of ids) {
      const own = messages.filter((message) => message.id.startsWith(`${id}:`));
      expect(own.map((message) => message.id)).toEqual(
        (await world.history(id)).map(({ sequence }) => `${id}:${sequence}`),
      );
    }
    const emitted = messages.find(({ subject }) => subject === 'all.refund.approved');
    expect(JSON.parse(emitted?.body ?? '')).toMatchObject({
      specversion: '1.0',
      type: 'refund.approved',
      data: { definition: 'telling', emitted: { amount: 1500 } },
    });
    expect(emitted?.headers).toMatch(/content-type: application\/cloudevents\+json/i);
    expect(messages.map(({ subject }) => subject)).toContain('all.interlock.workflow_completed');
  });

  test('stores an event once, however often it is sent', async () => {
    await nats.stream('ONCE', ['once.>']);
    const made = await sink('once', ['refund.approved']);
    const id = await run();
    await untilDelivered();
    await world.database.owner.query(
      `INSERT INTO event_deliveries (tenant_id, sink_id, instance_id, sequence)
       SELECT tenant_id, $2, instance_id, sequence FROM events
       WHERE instance_id = $1 AND type = 'ACTIVITY_COMPLETED'`,
      [id, made.id],
    );
    await untilDelivered();

    expect(await nats.messages('ONCE')).toHaveLength(1);
  });

  test('that is away gets its events when it is back', async () => {
    await nats.stream('AWAY', ['away.>']);
    await sink('away');
    await nats.end();
    const id = await run();
    await until('a failed try', async () => {
      const { rows } = await world.database.owner.query('SELECT FROM event_deliveries WHERE attempts > 0');
      return rows.length > 0;
    });
    await nats.begin();
    await untilDelivered();

    expect((await nats.messages('AWAY')).map((message) => message.id)).toEqual(
      (await world.history(id)).map(({ sequence }) => `${id}:${sequence}`),
    );
  });

  test('whose subject no stream takes has its events given up in the end, and resent when there is one', async () => {
    const made = await sink('nowhere', ['refund.approved']);
    await run();
    await until('a failed try', async () => {
      const { rows } = await world.database.owner.query(
        'UPDATE event_deliveries SET attempts = 13, next_attempt_at = now() WHERE attempts > 0 RETURNING id',
      );
      return rows.length > 0;
    });
    const dead = await until('the end of its tries', async () => {
      const { items } = take(await listDeliveries(admin()));
      return items.length > 0 && items;
    });
    expect(dead).toMatchObject([
      {
        attempts: 14,
        error:
          'No stream of JetStream takes the subject nowhere.refund.approved. Make one there, then resend.',
      },
    ]);

    await nats.stream('NOWHERE', ['nowhere.>']);
    expect(take(await resendToSink(admin(), made.id))).toEqual({ resent: 1 });
    await untilDelivered();
    expect(await nats.messages('NOWHERE')).toHaveLength(1);
  });

  test('inside the network is not reached unless an administrator allowed it', async () => {
    take(
      await createSink(admin(), { name: 'Inside', url: 'nats://127.0.0.2:4222', types: ['refund.approved'] }),
    );
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    await run();
    const error = await until('a failed try', async () => {
      const { items } = take(await listDeliveries(admin(), { state: 'pending' }));
      return items.find(({ attempts }) => attempts > 0)?.error ?? false;
    });
    expect(error).toContain('is inside the network');
  });

  test('is told apart from a webhook by its address', async () => {
    const webhook = { name: 'Hook', url: 'https://x.example/events' };
    const made = take(await createSink(admin(), { name: 'Bus', url: 'tls://nats.example' }));

    expect(made.subject).toBe('events');
    expect(take(await createSink(admin(), webhook)).subject).toBeNull();
    expect(await createSink(admin(), { ...webhook, subject: 'x' })).toMatchObject({
      refusal: { code: 'invalid', data: { errors: [{ path: '/subject' }] } as JsonObject },
    });
    expect(take(await putSink(admin(), made.id, { url: webhook.url })).subject).toBeNull();
  });
});

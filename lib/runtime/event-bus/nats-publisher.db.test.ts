import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasNatsServer, NatsServer } from '@/lib/testing/nats-server';
import { NatsPublisher } from './nats-publisher';

const what = 'a NATS server that asks for credentials';

describe.skipIf(!hasNatsServer)(hasNatsServer ? what : `${what} (no nats-server on this machine)`, () => {
  let nats: NatsServer;
  const message = { id: 'one', subject: 'closed.refund.approved', headers: {}, body: '{}' };

  beforeAll(async () => {
    nats = await NatsServer.start({ closed: true });
    await nats.stream('CLOSED', ['closed.>']);
  });
  afterAll(() => nats?.stop());

  async function publish(credentials: string | undefined): Promise<void> {
    const publisher = new NatsPublisher([nats.host], credentials);
    try {
      await publisher.publish(nats.url, message, AbortSignal.timeout(10_000));
    } finally {
      await publisher.close();
    }
  }

  test('stores what comes with a .creds file of one of its users', async () => {
    await publish(nats.writeCredentials());

    expect((await nats.messages('CLOSED')).map(({ id }) => id)).toEqual(['one']);
  });

  test('takes nothing without, and the reason is said', async () => {
    await expect(publish(undefined)).rejects.toThrow(/cannot be reached: .*authorization/i);
  });

  test("takes nothing from another authority's user", async () => {
    const other = await NatsServer.start({ closed: true });
    try {
      await expect(publish(other.writeCredentials())).rejects.toThrow(/cannot be reached: .*authorization/i);
    } finally {
      await other.stop();
    }
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDefinition, automated, callApi, end, go, start } from '@/lib/testing/builders/definition-builder';
import { CountingServer, later } from '@/lib/testing/counting-server';
import { RuntimeWorld } from '@/lib/testing/runtime-world';
import { until } from '@/lib/testing/until';
import { Wire } from '@/lib/testing/wire';
import { WorkerProcesses } from '@/lib/testing/worker-processes';

let world: RuntimeWorld;
let partner: CountingServer;
let wires: Wire[];
let processes: WorkerProcesses;

beforeAll(async () => {
  world = await RuntimeWorld.make();
  partner = await CountingServer.start();
  wires = await Promise.all([world.database.ownerUrl, world.database.appUrl].map((url) => Wire.start(url)));
  processes = await WorkerProcesses.prepare({
    ownerUrl: wires[0]!.url,
    appUrl: wires[1]!.url,
    leaseSeconds: 3,
    allowedHosts: [partner.host],
    concurrency: 6,
  });
  const retry = { maxAttempts: 5, firstDelay: 'PT1S', jitter: 0 };
  await world.publish(
    aDefinition({
      key: 'paying',
      steps: [
        start(),
        automated('paying', [
          callApi('pay', partner.url('/pay'), { retry }),
          callApi('tell', partner.url('/tell'), { retry, async: true }),
        ]),
        end('approved'),
      ],
      transitions: [go('start', 'paying'), go('paying', 'approved')],
    }),
  );
});
afterAll(async () => {
  await processes.stop();
  await Promise.all(wires.map((wire) => wire.stop()));
  await partner.stop();
  await world.expectVerified();
  await world.drop();
});

test(
  'a worker whose database is away for a quarter of a minute goes on by itself, within a minute',
  { timeout: 180_000 },
  async () => {
    const worker = processes.start();
    let ended = false;
    void worker.exited.then(() => (ended = true));
    await worker.ready;
    partner.answer = ({ count }) => (count === 1 ? later(400, { status: 503 }) : later(400));
    const ids = await Promise.all(Array.from({ length: 12 }, () => world.start('paying')));
    await until('calls under way', () => partner.received.length >= 4);

    for (const wire of wires) wire.cut();
    await sleep(15_000);
    for (const wire of wires) wire.mend();
    const mendedAt = Date.now();
    for (const id of ids) await world.untilStatus(id, 'completed', 60);

    expect((Date.now() - mendedAt) / 1000).toBeLessThan(60);
    expect(ended).toBe(false);
    expect(partner.keys()).toEqual(
      ids.flatMap((id) => [`${id}:main:paying:1:pay`, `${id}:main:paying:1:tell`]).sort(),
    );
  },
);

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aDefinition,
  automated,
  end,
  executeFunction,
  go,
  start,
} from '@/lib/testing/builders/definition-builder';
import { RuntimeWorld } from '@/lib/testing/runtime-world';
import { type WorkerProcess, WorkerProcesses } from '@/lib/testing/worker-processes';

let world: RuntimeWorld;
let processes: WorkerProcesses;
/** False once the test is over: a worker that ends is not replaced any more. */
let replacing = true;
let deaths = 0;

beforeAll(async () => {
  world = await RuntimeWorld.make();
  const { ownerUrl, appUrl } = world.database;
  processes = await WorkerProcesses.prepare({
    ownerUrl,
    appUrl,
    leaseSeconds: 2,
    allowedHosts: [],
    concurrency: 4,
  });
  for (const name of ['boom', 'quick']) {
    await world.publish(
      aDefinition({
        key: name,
        steps: [start(), automated('working', [executeFunction('work', name)]), end('done')],
        transitions: [go('start', 'working'), go('working', 'done')],
      }),
    );
  }
});
afterAll(async () => {
  replacing = false;
  await processes.stop();
  await world.expectVerified();
  await world.drop();
});

/** A worker that is started again whenever it ends, as a service manager does. */
function supervised(): WorkerProcess {
  const worker = processes.start();
  void worker.exited.then(() => {
    if (!replacing) return;
    deaths += 1;
    supervised();
  });
  return worker;
}

test(
  'work that kills its worker every time is given up after five lost workers, and twenty others finish meanwhile',
  { timeout: 180_000 },
  async () => {
    await supervised().ready;
    const poison = await world.start('boom');
    const others = await Promise.all(Array.from({ length: 20 }, () => world.start('quick')));

    for (const id of others) await world.untilStatus(id, 'completed', 120);
    const stuck = await world.untilStatus(poison, 'needs_attention', 120);

    expect(deaths).toBeGreaterThanOrEqual(5);
    expect(stuck.activities['main:working:1:work']).toMatchObject({
      status: 'failed',
      attempts: 5,
      losses: 5,
      error: { code: 'worker_lost', message: expect.stringContaining('5 times') },
    });
    expect(Object.values(stuck.incidents)).toMatchObject([{ code: 'worker_lost', closedAt: null }]);
    expect(await world.attempts(poison, 'work')).toMatchObject([
      ...Array(4).fill({ result: 'failed', code: 'lease_expired' }),
      { number: 5, result: 'failed', code: 'worker_lost' },
    ]);
  },
);

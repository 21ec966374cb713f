import { setTimeout as sleep } from 'node:timers/promises';
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
import { makeTenant } from '@/lib/testing/tenant';
import { until } from '@/lib/testing/until';
import { WorkerProcesses } from '@/lib/testing/worker-processes';
import { closeChangeFeed, subscribe } from './change-feed';

let world: RuntimeWorld;

beforeAll(async () => {
  world = await RuntimeWorld.make();
  await world.publish(aDefinition());
});
afterAll(async () => {
  await closeChangeFeed();
  await world.drop();
});

test('a listener hears of every instance of its tenant that moves in this process, and of no other tenant’s', async () => {
  const heard = new Set<string>();
  const foreign = new Set<string>();
  const other = await makeTenant(world.database.owner, 'Other Ltd');
  const stops = [
    subscribe(world.tenantId, (ids) => ids.forEach((id) => heard.add(id))),
    subscribe(other, (ids) => ids.forEach((id) => foreign.add(id))),
  ];

  const ids = await Promise.all(Array.from({ length: 100 }, () => world.start('refund')));
  await until('notices', () => ids.every((id) => heard.has(id)));
  stops.forEach((stop) => stop());
  const late = await world.start('refund');
  await sleep(200);

  expect(heard).toEqual(new Set(ids));
  expect(heard.has(late)).toBe(false);
  expect(foreign).toEqual(new Set());
});

test('a listener hears of what moves in another process', { timeout: 60_000 }, async () => {
  const { ownerUrl, appUrl } = world.database;
  const processes = await WorkerProcesses.prepare({
    ownerUrl,
    appUrl,
    leaseSeconds: 10,
    allowedHosts: [],
    concurrency: 2,
  });
  await world.publish(
    aDefinition({
      key: 'working',
      steps: [start(), automated('working', [executeFunction('work', 'quick')]), end('done')],
      transitions: [go('start', 'working'), go('working', 'done')],
    }),
  );
  const id = await world.start('working');
  // Past the pause in which this process gathers its own notices.
  await sleep(200);
  const heard = new Set<string>();
  const stop = subscribe(world.tenantId, (ids) => ids.forEach((one) => heard.add(one)));
  try {
    processes.start();

    await until('the notice', () => heard.has(id));

    await world.untilStatus(id, 'completed');
  } finally {
    stop();
    await processes.stop();
  }
});

test('who listens a little later hears what has moved since an instant; who cannot know is told so', async () => {
  const heard: string[] = [];
  let missed = 0;
  const options = { missed: () => (missed += 1) };
  const earlier = new Set<string>();
  const first = subscribe(world.tenantId, (ids) => ids.forEach((one) => earlier.add(one)));
  const former = await world.start('refund');
  await until('a connection', async () => (await connections()) === 1);
  // What moved before is told a little later, and must not count as what has moved since.
  await until('the word of it', () => earlier.has(former));
  const since = Date.now() + 1;
  await until('a later instant', () => Date.now() >= since);

  const id = await world.start('refund');
  await sleep(100);
  const late = subscribe(world.tenantId, (ids) => heard.push(...ids), { ...options, since });

  expect(heard).toEqual([id]);
  expect(missed).toBe(0);
  const tooLate = subscribe(world.tenantId, () => undefined, { ...options, since: since - 3_600_000 });
  expect(missed).toBe(1);
  [first, late, tooLate].forEach((stop) => stop());
});

test('after a connection was lost, listeners are told that they may have missed something', async () => {
  let missed = 0;
  const stop = subscribe(world.tenantId, () => undefined, { missed: () => (missed += 1) });
  await until('a connection', async () => (await connections()) === 1);
  const before = missed;

  await world.database.owner.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'interlock-changes' AND datname = current_database()",
  );

  await until('the word of it', () => missed === before + 1);
  stop();
});

async function connections(): Promise<number> {
  const { rows } = await world.database.owner.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity
     WHERE application_name = 'interlock-changes' AND datname = current_database() AND query LIKE ANY ('{LISTEN%,SELECT pg_notify%}') AND state = 'idle'`,
  );
  return rows[0]!.n;
}

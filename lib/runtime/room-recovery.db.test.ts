import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Definition } from '@/lib/engine/definition/schema';
import {
  aDefinition,
  automated,
  callApi,
  end,
  executeFunction,
  external,
  go,
  start,
} from '@/lib/testing/builders/definition-builder';
import { CountingServer } from '@/lib/testing/counting-server';
import { RuntimeWorld } from '@/lib/testing/runtime-world';
import { until } from '@/lib/testing/until';
import { WorkerProcesses } from '@/lib/testing/worker-processes';
import { fetchExternalWork } from './external-work';
import { verifyInstance } from './verify';

let world: RuntimeWorld;
let partner: CountingServer;
let processes: WorkerProcesses;

beforeAll(async () => {
  world = await RuntimeWorld.make();
  partner = await CountingServer.start();
  const { ownerUrl, appUrl } = world.database;
  const allowedHosts = [partner.host];
  processes = await WorkerProcesses.prepare({
    ownerUrl,
    appUrl,
    leaseSeconds: 2,
    allowedHosts,
    concurrency: 6,
  });
  await world.worker({ allowedHosts, leaseSeconds: 2, concurrency: 6 });
});
afterAll(async () => {
  await world.stopWorkers();
  await processes.stop();
  await partner.stop();
  await world.drop();
});
beforeEach(() => partner.forget());
afterEach(() => processes.killAll());

async function makeResource(key: string, atOnce: number): Promise<void> {
  await world.database.owner.query(
    "INSERT INTO resources (tenant_id, key, title, at_once, changed_by_name) VALUES ($1, $2, $2, $3, 'Ann Lee')",
    [world.tenantId, key, atOnce],
  );
}

/** START, one step with these activities, END. */
function working(key: string, activity: Activity): Definition {
  return aDefinition({
    key,
    steps: [start(), automated('paying', [activity]), end('approved')],
    transitions: [go('start', 'paying'), go('paying', 'approved')],
  });
}

const startAll = (key: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => world.start(key)));

async function expectVerified(ids: readonly string[]): Promise<void> {
  for (const id of ids)
    expect(await verifyInstance(world.database.app, world.tenantId, id), id).toMatchObject({ ok: true });
}

test('a killed worker’s place is free when its lease ends, and whoever waits goes on by itself', async () => {
  await makeResource('one', 1);
  await world.publish(
    working('held', executeFunction('pay', 'endless', { resource: 'one', timeout: 'PT10M' })),
  );
  await world.publish(working('waits', callApi('pay', partner.url(), { resource: 'one' })));
  await world.stopWorkers();
  const doomed = processes.start();
  await doomed.ready;
  const held = await world.start('held');
  await world.until(held, 'a running attempt', ({ activities }) =>
    Object.values(activities).some(({ status }) => status === 'running'),
  );
  const waits = await world.start('waits');
  const waiting = await world.untilStatus(waits, 'waiting');

  doomed.kill();
  await world.worker({ allowedHosts: [partner.host], leaseSeconds: 2, concurrency: 6 });
  await world.untilStatus(waits, 'completed');

  expect(waiting).toMatchObject({
    waitingFor: ['activity'],
    activities: { 'main:paying:1:pay': { status: 'ready', resource: 'one' } },
  });
  expect(partner.received).toHaveLength(1);
  await world.move(held, { kind: 'cancel', mode: 'immediate', reason: 'enough' });
  await expectVerified([held, waits]);
});

test('a place that becomes free is taken at once, not when somebody looks the next time', async () => {
  await makeResource('desk', 1);
  await world.publish(working('at-desk', callApi('pay', partner.url(), { resource: 'desk' })));

  for (const id of await startAll('at-desk', 7)) await world.untilStatus(id, 'completed');

  const { rows } = await world.database.owner.query<{ seconds: number }>(
    `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY pause)::float AS seconds FROM (
       SELECT extract(epoch FROM a.started_at - lag(a.ended_at) OVER (ORDER BY a.started_at)) AS pause
       FROM activity_attempts a JOIN activity_executions x ON x.instance_id = a.instance_id AND x.key = a.execution
       WHERE x.resource = 'desk') AS pauses`,
  );
  // Who only looked from time to time would look once a second.
  expect(rows[0]?.seconds).toBeLessThan(0.8);
});

test('a retry gives its place back while it waits for its instant', async () => {
  await makeResource('flaky', 1);
  const patiently = { retry: { maxAttempts: 2, firstDelay: 'PT2S', jitter: 0 } };
  await world.publish(
    working('failing', callApi('pay', partner.url('/fails'), { resource: 'flaky', ...patiently })),
  );
  await world.publish(working('fine', callApi('pay', partner.url('/fine'), { resource: 'flaky' })));
  partner.answer = ({ path, count }) => ({ status: path === '/fails' && count === 1 ? 503 : 200 });

  const failing = await world.start('failing');
  await world.until(failing, 'a retry', ({ activities }) =>
    Object.values(activities).some(({ status }) => status === 'retrying'),
  );
  const fine = await world.start('fine');
  await world.untilStatus(fine, 'completed');
  await world.untilStatus(failing, 'completed');

  expect(partner.received.map(({ path }) => path)).toEqual(['/fails', '/fine', '/fails']);
});

test('an instance that is paused keeps nobody from the place that it waits for', async () => {
  await makeResource('till', 0);
  await world.publish(working('queueing', callApi('pay', partner.url(), { resource: 'till' })));
  const [first, second] = await startAll('queueing', 2);
  for (const id of [first!, second!]) await world.untilStatus(id, 'waiting');

  await world.move(first!, { kind: 'pause', reason: 'a look' });
  await world.database.owner.query("UPDATE resources SET at_once = 1 WHERE key = 'till'");
  await world.untilStatus(second!, 'completed');
  const paused = await world.snapshot(first!);
  await world.move(first!, { kind: 'resume', reason: 'go on' });
  await world.untilStatus(first!, 'completed');

  expect(paused.status).toBe('paused');
  await expectVerified([first!, second!]);
});

describe('work that workers elsewhere fetch', () => {
  const order = () => ({
    tenantId: world.tenantId,
    topics: ['scans'],
    most: 10,
    leaseSeconds: 30,
    worker: 'elsewhere',
  });
  const fetch = () => fetchExternalWork(world.database.app, order(), world.mover(world.ann));

  test('is handed out as far as there is room, and takes none while nobody asks', async () => {
    await makeResource('scanner', 2);
    await world.publish(working('scanning', external('scan', 'scans', { resource: 'scanner' })));
    await world.publish(working('printing', callApi('pay', partner.url(), { resource: 'scanner' })));
    const ids = await startAll('scanning', 3);
    for (const id of ids) await world.untilStatus(id, 'waiting');

    // Work of ours goes past it: nobody has asked for it.
    await world.untilStatus(await world.start('printing'), 'completed');
    const first = await fetch();
    const none = await fetch();
    const [{ instance, execution, leaseToken }] = first as [(typeof first)[number]];
    await world.move(instance, {
      kind: 'attempt_succeeded',
      execution,
      token: leaseToken,
      result: { pages: 3 },
    });
    // Its place may be handed on by the worker at this very moment: then the next look has it.
    const rest = await until('work for the place that is free', async () => {
      const work = await fetch();
      return work.length > 0 && work;
    });

    expect([first.length, none.length, rest.length]).toEqual([2, 0, 1]);
    expect(new Set([...first, ...rest].map((work) => work.instance))).toEqual(new Set(ids));
  });
});

test('nobody begins an attempt without a place, whoever asks', async () => {
  await makeResource('shut', 0);
  await world.publish(working('shut-out', callApi('pay', partner.url(), { resource: 'shut' })));
  const id = await world.start('shut-out');
  await world.untilStatus(id, 'waiting');

  const execution = 'main:paying:1:pay';
  const moved = await world.move(id, {
    kind: 'start_attempt',
    execution,
    worker: 'w',
    token: 't',
    leaseSeconds: 9,
  });

  expect(moved).toMatchObject({ ok: false, refusal: { code: 'not_allowed', data: { resource: 'shut' } } });
});

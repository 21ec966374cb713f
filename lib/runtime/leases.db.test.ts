import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  aDefinition,
  automated,
  callApi,
  end,
  executeFunction,
  go,
  start,
} from '@/lib/testing/builders/definition-builder';
import { CountingServer, later } from '@/lib/testing/counting-server';
import { RuntimeWorld } from '@/lib/testing/runtime-world';
import { until } from '@/lib/testing/until';
import { WorkerProcesses } from '@/lib/testing/worker-processes';
import { type Worker, beginAttempt, finishAttempt } from './attempts';
import { sweepLeases } from './leases';

/** Short, so that a test does not wait long for it to end. */
const leaseSeconds = 2;

let world: RuntimeWorld;
let partner: CountingServer;
let processes: WorkerProcesses;

beforeAll(async () => {
  world = await RuntimeWorld.make();
  partner = await CountingServer.start();
  const { ownerUrl, appUrl } = world.database;
  processes = await WorkerProcesses.prepare({
    ownerUrl,
    appUrl,
    leaseSeconds,
    allowedHosts: [partner.host],
    concurrency: 4,
  });
  const steps = (activity: ReturnType<typeof callApi>) => ({
    steps: [start(), automated('paying', [activity]), end('approved')],
    transitions: [go('start', 'paying'), go('paying', 'approved')],
  });
  await world.publish(aDefinition({ key: 'paying', ...steps(callApi('pay', partner.url())) }));
  await world.publish(
    aDefinition({ key: 'async-paying', ...steps(callApi('pay', partner.url(), { async: true })) }),
  );
  await world.publish(
    aDefinition({ key: 'endless', ...steps(executeFunction('pay', 'endless', { timeout: 'PT10M' })) }),
  );
});
afterAll(async () => {
  await processes.stop();
  await partner.stop();
  await world.expectVerified();
  await world.drop();
});
beforeEach(() => partner.forget());
afterEach(async () => {
  await processes.killAll();
  await world.stopWorkers();
});

const execution = 'main:paying:1:pay';
const place = (instanceId: string) => ({ tenantId: world.tenantId, instanceId });

/** A worker without a queue: the test says what it does and when. */
function byHand(id: string, perform: Worker['perform']): Worker {
  return { id, pool: world.database.app, perform, leaseSeconds: 60, stopping: new AbortController().signal };
}

/** One whole attempt of that worker. @returns how the instance moved by its result */
async function attemptBy(worker: Worker, instanceId: string) {
  const begun = await beginAttempt(worker, place(instanceId), execution);
  if (!begun) throw new Error('the attempt could not begin');
  return (await finishAttempt(worker, place(instanceId), begun)).moved;
}

/** Lets the lease of the running attempt be over, as it is when its worker is gone. */
async function expire(instanceId: string): Promise<void> {
  await world.database.owner.query(
    "UPDATE activity_executions SET lease_expires_at = now() - interval '1 second' WHERE instance_id = $1",
    [instanceId],
  );
}

const eventsOf = async (instanceId: string, type: string) =>
  (await world.history(instanceId)).filter((event) => event.type === type);

describe('a worker that is killed in the middle of its work', () => {
  test.each(['paying', 'async-paying'])(
    'is replaced within the lease time + 5 s, under the same key, and the history says so (%s)',
    { timeout: 120_000 },
    async (definition) => {
      partner.answer = ({ count }) => (count === 1 ? later(600_000) : {});
      const first = processes.start();
      const lost = await first.ready;
      const id = await world.start(definition);
      await until('the first call', () => partner.received.length === 1);
      const second = processes.start();
      await second.ready;

      first.kill();
      const killedAt = Date.now();
      await until('the second call', () => partner.received.length === 2);
      const seconds = (Date.now() - killedAt) / 1000;
      await world.untilStatus(id, 'completed');

      expect(seconds).toBeLessThan(leaseSeconds + 5);
      expect(partner.keys()).toEqual([`${id}:${execution}`]);
      expect(await world.attempts(id)).toMatchObject([
        { number: 1, worker: lost, result: 'failed', code: 'lease_expired' },
        { number: 2, worker: await second.ready, result: 'completed' },
      ]);
      expect(await eventsOf(id, 'WORKFLOW_RECOVERED')).toMatchObject([
        { data: { lostWorker: lost, execution, attempt: 1 } },
      ]);
    },
  );

  test(
    'leaves no job locked, and its work is not shown as running any longer than its lease',
    { timeout: 120_000 },
    async () => {
      const first = processes.start();
      const lost = await first.ready;
      const id = await world.start('endless');
      await world.until(
        id,
        'a running attempt',
        ({ activities }) => activities[execution]?.status === 'running',
      );

      first.kill();
      const second = processes.start();
      const taken = await world.until(
        id,
        'a second attempt',
        ({ activities }) =>
          activities[execution]?.lease?.worker !== lost && activities[execution]?.status === 'running',
      );

      expect(taken.activities[execution]).toMatchObject({
        attempts: 2,
        losses: 1,
        lease: { worker: await second.ready },
      });
      const killedAt = Date.now();
      await until('the end of the dead worker’s locks', async () => {
        const { rows } = await world.database.owner.query(
          `SELECT FROM graphile_worker._private_jobs j WHERE j.locked_by IS NOT NULL
           AND NOT EXISTS (SELECT FROM worker_processes w WHERE j.id = ANY (w.jobs))`,
        );
        return rows.length === 0;
      });
      expect((Date.now() - killedAt) / 1000).toBeLessThan(2 * leaseSeconds + 5);
      await world.move(id, { kind: 'cancel', mode: 'immediate', reason: 'The test is over.' });
    },
  );
});

test('a job of which its living worker never heard that it took it is freed', async () => {
  await world.worker({ leaseSeconds, allowedHosts: [partner.host] });
  partner.answer = () => later(4 * leaseSeconds * 1_000);
  const id = await world.start('paying');
  const pool = await until('a job under way', async () => {
    const { rows } = await world.database.owner.query<{ name: string }>(
      'SELECT locked_by AS name FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL',
    );
    return rows[0]?.name;
  });

  const payload = JSON.stringify({ tenantId: world.tenantId, instanceId: id });
  const { rows } = await world.database.owner.query<{ id: string }>(
    "SELECT id FROM graphile_worker.add_job('advance', $1::json, run_at := now() + interval '1 hour')",
    [payload],
  );
  await world.database.owner.query(
    `UPDATE graphile_worker._private_jobs SET run_at = now(), locked_by = $2, locked_at = now() - interval '1 minute'
     WHERE id = $1`,
    [rows[0]?.id, pool],
  );

  await until('its end', async () => {
    const left = await world.database.owner.query('SELECT FROM graphile_worker._private_jobs WHERE id = $1', [
      rows[0]?.id,
    ]);
    return left.rows.length === 0;
  });
  await world.untilStatus(id, 'completed');
});

test('a worker that lives keeps its lease for as long as its work takes', async () => {
  await world.worker({ leaseSeconds, allowedHosts: [partner.host] });
  partner.answer = () => later(leaseSeconds * 2_500);

  const id = await world.start('paying');
  await world.untilStatus(id, 'completed');

  expect(partner.received).toHaveLength(1);
  expect(await world.attempts(id)).toMatchObject([{ number: 1, result: 'completed' }]);
});

test('a worker that stops lets its work end', async () => {
  await world.worker({ leaseSeconds: 30, allowedHosts: [partner.host] });
  partner.answer = () => later(1_000);
  const id = await world.start('paying');
  await until('the call', () => partner.received.length === 1);

  await world.stopWorkers();

  expect(await world.snapshot(id)).toMatchObject({ status: 'completed' });
  expect(partner.received).toMatchObject([{ abandoned: false }]);
});

describe('a worker that comes back late', () => {
  test('hears that its lease is lost, and the newer result stands', async () => {
    const id = await world.start('paying');
    await world.move(id, { kind: 'advance' });
    const second = byHand('second', () => Promise.resolve({ by: 'second' }));
    const first = byHand('first', async () => {
      await expire(id);
      await sweepLeases(world.database.app, 'sweeper');
      await attemptBy(second, id);
      return { by: 'first' };
    });

    const late = await attemptBy(first, id);

    expect(late).toMatchObject({ ok: false });
    expect(['lease_lost', 'terminal']).toContain(!late.ok && late.refusal.code);
    expect(await world.snapshot(id)).toMatchObject({
      status: 'completed',
      results: { pay: { output: { by: 'second' } } },
    });
    expect(await world.attempts(id)).toMatchObject([
      { worker: 'first', result: 'failed', code: 'lease_expired' },
      { worker: 'second', result: 'completed' },
    ]);
  });

  test('hears it while the new one still works', async () => {
    const id = await world.start('paying');
    await world.move(id, { kind: 'advance' });
    let late: Awaited<ReturnType<typeof attemptBy>> | undefined;
    const first = byHand('first', async () => {
      await expire(id);
      await sweepLeases(world.database.app, 'sweeper');
      return { by: 'first' };
    });
    const second = byHand('second', async () => {
      late = await firstEnds;
      return { by: 'second' };
    });
    const firstEnds = attemptBy(first, id);
    await until('the takeover', async () => (await eventsOf(id, 'WORKFLOW_RECOVERED')).length === 1);

    await attemptBy(second, id);

    expect(late).toMatchObject({ ok: false, refusal: { code: 'lease_lost' } });
    expect(await world.snapshot(id)).toMatchObject({ results: { pay: { output: { by: 'second' } } } });
  });

  test('is told to stop when it asks for more time', async () => {
    const id = await world.start('paying');
    await world.move(id, { kind: 'advance' });
    let heard: unknown;
    const first: Worker = {
      ...byHand('first', async (_loaded, _execution, _activity, { signal }) => {
        signal.addEventListener('abort', () => (heard = signal.reason));
        await expire(id);
        await sweepLeases(world.database.app, 'sweeper');
        return new Promise(() => undefined);
      }),
      leaseSeconds,
    };

    expect(await attemptBy(first, id)).toMatchObject({
      ok: false,
      refusal: { code: 'lease_lost' },
    });
    expect(heard).toMatchObject({ message: 'The lease of this attempt was lost.' });
    await world.move(id, { kind: 'cancel', mode: 'immediate', reason: 'The test is over.' });
  });
});

test('twenty orphans that three workers find at the same second are each taken over by one, once', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => world.start('paying')));
  for (const id of ids) {
    await world.move(id, { kind: 'advance' });
    const taken = {
      kind: 'start_attempt',
      execution,
      worker: 'dead',
      token: `token-${id}`,
      leaseSeconds: 0,
    } as const;
    expect(await world.move(id, taken)).toMatchObject({ ok: true });
  }

  await Promise.all([1, 2, 3].map(() => world.worker({ leaseSeconds: 20, allowedHosts: [partner.host] })));
  for (const id of ids) await world.untilStatus(id, 'completed');

  expect(partner.received).toHaveLength(20);
  expect(partner.keys()).toEqual(ids.map((id) => `${id}:${execution}`).sort());
  for (const id of ids) {
    expect(await eventsOf(id, 'WORKFLOW_RECOVERED')).toHaveLength(1);
    expect(await world.attempts(id)).toMatchObject([
      { worker: 'dead', code: 'lease_expired' },
      { result: 'completed' },
    ]);
  }
});

test(
  'a cancellation that meets the result ends in one of the two, 30 times',
  { timeout: 120_000 },
  async () => {
    await world.worker({ leaseSeconds: 10, allowedHosts: [partner.host] });
    for (let round = 0; round < 30; round += 1) {
      let answer: () => void = () => undefined;
      partner.answer = () => new Promise((resolve) => (answer = () => resolve({})));
      const calls = partner.received.length;
      const id = await world.start('paying');
      await until('the call', () => partner.received.length > calls);

      answer();
      await new Promise((resolve) => setTimeout(resolve, round % 10));
      const cancelled = await world.move(id, { kind: 'cancel', mode: 'immediate', reason: 'Not needed.' });

      const { status } = await world.until(
        id,
        'an end',
        (one) => one.status === 'completed' || one.status === 'cancelled',
      );
      expect(status).toBe(cancelled.ok ? 'cancelled' : 'completed');
      if (!cancelled.ok)
        expect(cancelled.refusal).toMatchObject({ code: 'terminal', data: { status: 'completed' } });
      const types = (await world.history(id)).map(({ type }) => type);
      expect(
        types.filter((type) => type === 'WORKFLOW_COMPLETED' || type === 'WORKFLOW_CANCELLED'),
      ).toHaveLength(1);
    }
  },
);

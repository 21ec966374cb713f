import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Definition } from '@/lib/engine/definition/schema';
import { cancelInstance, pauseInstance } from '@/lib/instances/commands';
import { getInstance } from '@/lib/instances/queries';
import type { Actor } from '@/lib/people/actor';
import { registerFunctions } from '@/lib/runtime/activities/functions';
import { attempt, refusals } from '@/lib/testing/attempt';
import {
  addressOf,
  publish,
  refund,
  refundWorld,
  take,
  type World,
} from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { testSecret } from '@/lib/testing/secret';
import { until } from '@/lib/testing/until';
import { startWorker } from '@/lib/runtime/worker';
import { verifyInstance } from '@/lib/runtime/verify';
import { startInstance } from '@/lib/instances/start';
import { cancelRest, pauseJob, prepareJob, resumeJob, retryFailed, startJob } from './commands';
import { itemMoves, jobMoves } from './lifecycle';
import { getJob, listItems, listJobs } from './queries';
import { startBulkJobs } from './runner';
import { type ItemRow, itemSchema, type JobDetail, type PrepareJob } from './schema';

let database: TestDatabase;
let world: World;
/** A person of support, who repairs everybody's. */
let support: Actor;
let runner: ReturnType<typeof startBulkJobs> | null = null;

/** Orders whose payment the bank refuses. */
const refused = new Set<string>();

const paying: Definition = {
  ...refund,
  key: 'payout',
  name: 'Payout',
  steps: [
    ...refund.steps.filter(({ key }) => key !== 'in_review' && key !== 'rejected'),
    {
      key: 'paying',
      type: 'AUTOMATED',
      name: 'Paying',
      activities: [
        {
          key: 'pay',
          name: 'Pay',
          type: 'EXECUTE_FUNCTION',
          settings: { function: 'pay_out', input: { order: 'instance.subject.id' } },
          retry: { maxAttempts: 1 },
        },
      ],
    },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'paying' },
    { key: 'paid', from: 'paying', to: 'approved' },
  ],
};

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  support = await world.person('sam');
  registerFunctions({
    pay_out: ({ order }) => {
      if (refused.has(String(order))) throw new Error('The bank refuses this account.');
      return Promise.resolve({ paid: true });
    },
  });
  await publish(world.admin, paying);
});
afterEach(async () => {
  await runner?.stop();
  runner = null;
});
afterAll(() => database.drop());

const why = 'The supplier went out of business.';

async function instances(count: number): Promise<string[]> {
  const started = [];
  for (let n = 0; n < count; n += 1) started.push((await world.start()).id);
  return started;
}

async function prepare(
  order: PrepareJob['order'],
  ids: string[],
  more: Partial<PrepareJob> = {},
): Promise<JobDetail> {
  return take(await prepareJob(support, { order, selection: { ids }, reason: why, ...more }));
}

async function run(id: string, status: JobDetail['status'] = 'done'): Promise<JobDetail> {
  runner ??= startBulkJobs();
  return until(
    `job ${id} is ${status}`,
    async () => {
      const job = take(await getJob(support, id));
      return job.status === status && job.counts.running === 0 && job;
    },
    15,
  );
}

async function itemsOf(id: string): Promise<readonly ItemRow[]> {
  return take(await listItems(support, id, { limit: 200 })).items;
}

const statusOf = async (id: string) => take(await getInstance(support, id)).status;

test('the closed lists of jobs and their items are the same in the database and in the product', async () => {
  const { rows } = await database.owner.query<{ lifecycle: string; move: string }>(
    `SELECT lifecycle, from_status || ' → ' || to_status AS move FROM bulk_moves`,
  );
  const of = (lifecycle: string) =>
    rows
      .filter((row) => row.lifecycle === lifecycle)
      .map(({ move }) => move)
      .sort();
  const listed = (moves: Readonly<Record<string, readonly string[]>>) =>
    Object.entries(moves)
      .flatMap(([from, targets]) => targets.map((to) => `${from} → ${to}`))
      .sort();

  expect(of('bulk_job')).toEqual(listed(jobMoves));
  expect(of('bulk_item')).toEqual(listed(itemMoves));
});

test('a job is prepared with what it would do, does exactly that when it is started, and says what became of each', async () => {
  const ids = await instances(4);
  take(await cancelInstance(support, ids[3]!, { reason: 'Already gone.' }));

  const prepared = await prepare({ action: 'cancel' }, ids);
  const untouched = await statusOf(ids[0]!);
  take(await startJob(support, prepared.id));
  const job = await run(prepared.id);

  expect(prepared).toMatchObject({ status: 'prepared', total: 4, counts: { pending: 4 } });
  expect(prepared.preview).toEqual([
    { status: 'waiting', count: 3, fits: true },
    { status: 'cancelled', count: 1, fits: false },
  ]);
  expect(untouched).toBe('waiting');
  expect(job.counts).toMatchObject({ done: 3, refused: 1, failed: 0, pending: 0 });
  expect((await itemsOf(job.id)).map(({ status, code }) => [status, code])).toEqual([
    ['done', null],
    ['done', null],
    ['done', null],
    ['refused', 'terminal'],
  ]);
  const { rows } = await database.owner.query(
    `SELECT actor_type, reason, causation_id FROM events WHERE instance_id = $1 AND type = 'WORKFLOW_CANCELLED'`,
    [ids[0]],
  );
  expect(rows).toEqual([{ actor_type: 'staff', reason: why, causation_id: `bulk-job:${job.id}:1` }]);
  expect(await verifyInstance(database.app, world.tenantId, ids[0]!)).toMatchObject({ ok: true });
});

test('each of its instances is called by the name of its process, beside the key', async () => {
  const payout = await world.start({ definition: 'payout', input: { amount: 5 } });
  const job = await prepare({ action: 'pause' }, [...(await instances(1)), payout.id]);

  const items = await itemsOf(job.id);

  expect(items.map(({ instance }) => [instance.definition, instance.definitionName])).toEqual([
    [refund.key, refund.name],
    ['payout', 'Payout'],
  ]);
  for (const item of items) expect(itemSchema.strict().parse(item)).toEqual(item);
});

test('its list may be what a filter of the list finds, and what comes later is not in it', async () => {
  const first = await world.start({ subject: { id: 'frozen-1' } });
  const order: PrepareJob = {
    order: { action: 'pause' },
    selection: { filter: { q: 'frozen-' } },
    reason: why,
  };
  const prepared = take(await prepareJob(support, order));
  const second = await world.start({ subject: { id: 'frozen-2' } });

  take(await startJob(support, prepared.id));
  await run(prepared.id);

  expect(prepared.total).toBe(1);
  expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['paused', 'waiting']);
});

test('after its canary a job waits for a person, who may go on or cancel the rest', async () => {
  const ids = await instances(5);
  const { id } = await prepare({ action: 'pause' }, ids, { canary: 2 });
  take(await startJob(support, id));

  const canary = await run(id, 'paused');
  const cancelled = take(await cancelRest(support, id));

  expect(canary).toMatchObject({ pausedBecause: 'canary', counts: { done: 2, pending: 3 } });
  expect(cancelled).toMatchObject({ status: 'cancelled', counts: { done: 2, cancelled: 3 } });
  expect(await Promise.all(ids.map(statusOf))).toEqual(['paused', 'paused', 'waiting', 'waiting', 'waiting']);
});

test('after the canary a person lets it go on to the end', async () => {
  const { id } = await prepare({ action: 'pause' }, await instances(3), { canary: 1 });
  take(await startJob(support, id));
  await run(id, 'paused');

  take(await resumeJob(support, id));

  expect(await run(id)).toMatchObject({ counts: { done: 3 } });
});

test('a group that failed is tried again: those that fail once more are listed with the error, and are tried again alone', async () => {
  const orders = Array.from({ length: 24 }, (_, n) => `pay-${n}`);
  for (const order of orders) refused.add(order);
  const worker = await startWorker({
    configuration: { leaseSeconds: 10, allowedHosts: [] },
    ownerUrl: database.ownerUrl,
    smtpUrl: 'smtp://127.0.0.1:1',
    secret: testSecret,
  });
  try {
    const carol = await world.person('carol');
    for (const order of orders) {
      take(
        await startInstance(carol, { definition: 'payout', subject: { id: order }, input: { amount: 1 } }),
      );
    }
    await until('all need attention', async () => {
      const { rows } = await database.owner.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM instances WHERE definition_key = 'payout' AND status = 'needs_attention'`,
      );
      return rows[0]!.n === 24;
    });
    refused.clear();
    for (const order of orders.slice(0, 5)) refused.add(order);

    const selection = { filter: { definition: 'payout', status: ['needs_attention' as const] } };
    const { id } = take(await prepareJob(support, { order: { action: 'retry' }, selection, reason: why }));
    take(await startJob(support, id));
    const job = await run(id);
    const failed = take(await listItems(support, id, { status: 'failed' })).items;
    refused.clear();
    take(await retryFailed(support, id));
    const again = await run(id);

    expect(job.counts).toMatchObject({ done: 19, failed: 5, refused: 0 });
    expect(failed.map(({ instance }) => instance.subject).sort()).toEqual(orders.slice(0, 5).sort());
    expect(failed[0]!.message).toContain('The bank refuses this account.');
    expect(again.counts).toMatchObject({ done: 24, failed: 0 });
  } finally {
    await worker.stop();
  }
});

test('it stops after as many failures as it may have, and no later', async () => {
  const ids = await instances(6);
  const { id } = await prepare({ action: 'pause' }, ids, { stopAfter: 2 });
  // A defect of ours stands in for what fails: the database refuses to store the move.
  await database.owner.query(
    `CREATE FUNCTION refuse_pause() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'instance has moved' USING ERRCODE = 'IL001'; END $$`,
  );
  await database.owner.query(
    `CREATE TRIGGER refuse_pause BEFORE INSERT ON events FOR EACH ROW
     WHEN (NEW.type = 'WORKFLOW_PAUSED') EXECUTE FUNCTION refuse_pause()`,
  );
  try {
    take(await startJob(support, id));
    const stopped = await run(id, 'paused');

    expect(stopped).toMatchObject({ pausedBecause: 'failures', counts: { failed: 2, pending: 4, done: 0 } });
  } finally {
    await database.owner.query('DROP TRIGGER refuse_pause ON events; DROP FUNCTION refuse_pause()');
  }
  take(await resumeJob(support, id));
  expect(await run(id)).toMatchObject({ counts: { failed: 2, done: 4 } });
});

test('what a worker had in hand when it died is done once: the next one reads the history first', async () => {
  const [acted, notActed] = await instances(2);
  const { id } = await prepare({ action: 'pause' }, [acted!, notActed!]);
  take(await startJob(support, id));
  await database.app.query('SELECT * FROM claim_bulk_items(10, 0)');
  take(await pauseInstance({ ...support, causedBy: `bulk-job:${id}:1` }, acted!, { reason: why }));

  const job = await run(id);

  expect(job.counts).toMatchObject({ done: 2, refused: 0, failed: 0 });
  const { rows } = await database.owner.query(
    `SELECT instance_id FROM events WHERE type = 'WORKFLOW_PAUSED' AND causation_id = $1 ORDER BY instance_id`,
    [`bulk-job:${id}:1`],
  );
  expect(rows).toHaveLength(2);
});

test('a job works with the rights that its author holds at the moment, and pauses when they have none', async () => {
  const sam = await world.person('sam');
  const ids = await instances(2);
  const order: PrepareJob = { order: { action: 'pause' }, selection: { ids }, reason: why };
  const { id } = take(await prepareJob(sam, order));
  take(await startJob(sam, id));
  await database.owner.query('UPDATE people SET active = false WHERE email = $1', [addressOf('sam')]);
  try {
    expect(await run(id, 'paused')).toMatchObject({ pausedBecause: 'rights' });
  } finally {
    await database.owner.query('UPDATE people SET active = true WHERE email = $1', [addressOf('sam')]);
  }
  expect(await Promise.all(ids.map(statusOf))).toEqual(['waiting', 'waiting']);
});

test('tasks are given to somebody else, a few in a second where a rate is set', async () => {
  const ids = await instances(3);
  const { id } = await prepare({ action: 'reassign', to: addressOf('bob') }, ids, { perMinute: 6_000 });
  take(await startJob(support, id));

  await run(id);

  const { rows } = await database.owner.query(
    `SELECT DISTINCT assignee_email FROM tasks WHERE instance_id = ANY ($1)`,
    [ids],
  );
  expect(rows).toEqual([{ assignee_email: addressOf('bob') }]);
});

test('a task is given to nobody who could not decide it', async () => {
  const ids = await instances(1);
  const { id } = await prepare({ action: 'reassign', to: addressOf('carol') }, ids);
  take(await startJob(support, id));

  await run(id);

  const { rows } = await database.owner.query(
    'SELECT status, message FROM bulk_job_items WHERE job_id = $1',
    [id],
  );
  expect(rows).toEqual([
    { status: 'refused', message: expect.stringContaining('could not decide this task') },
  ]);
});

test('who may not repair may not even look, and what cannot be chosen is refused', async () => {
  const carol = await world.person('carol');
  const order = { order: { action: 'pause' as const }, reason: why };

  expect(await prepareJob(carol, { ...order, selection: { filter: {} } })).toMatchObject({
    refusal: { code: 'forbidden' },
  });
  expect(await listJobs(carol)).toMatchObject({ refusal: { code: 'forbidden' } });
  const unknown = { ids: ['00000000-0000-7000-8000-000000000000'] };
  expect(await prepareJob(support, { ...order, selection: unknown })).toMatchObject({
    refusal: { code: 'not_found' },
  });
  expect(
    await prepareJob(support, { ...order, selection: { filter: { q: 'nobody has this' } } }),
  ).toMatchObject({
    refusal: { code: 'invalid' },
  });
  const stranger = { order: { action: 'reassign' as const, to: 'nobody@example.test' }, reason: why };
  expect(await prepareJob(support, { ...stranger, selection: { filter: {} } })).toMatchObject({
    refusal: { code: 'invalid', data: { errors: [{ path: '/order/to' }] } },
  });
});

test('the list of a job that has begun does not change, nor does what it does', async () => {
  const { id } = await prepare({ action: 'pause' }, await instances(1));
  take(await startJob(support, id));
  const add = await attempt(database.app, world.tenantId, [
    'INSERT INTO bulk_job_items (tenant_id, job_id, position, instance_id) VALUES ($1, $2, 2, $2)',
    world.tenantId,
    id,
  ]);
  const change = await attempt(database.owner, null, [
    `UPDATE bulk_jobs SET action = 'cancel' WHERE id = $1`,
    id,
  ]);
  const remove = await attempt(database.owner, null, ['DELETE FROM bulk_jobs WHERE id = $1', id]);
  const back = await attempt(database.owner, null, [
    `UPDATE bulk_jobs SET status = 'prepared' WHERE id = $1`,
    id,
  ]);

  expect([add.refused, change.refused, remove.refused, back.refused]).toEqual([
    refusals.writtenOnce,
    refusals.writtenOnce,
    refusals.writtenOnce,
    refusals.notAllowed,
  ]);
  expect(await pauseJob(support, id)).toMatchObject({ ok: true });
  expect(await startJob(support, id)).toMatchObject({ refusal: { code: 'not_allowed' } });
});

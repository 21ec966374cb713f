import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Definition } from '@/lib/engine/definition/schema';
import type { AutomatedStep } from '@/lib/engine/definition/step-schema';
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
import { registerFunctions } from './activities/functions';

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

const quickly = { maxAttempts: 3, firstDelay: 'PT0.2S', factor: 2, jitter: 0 };

/** One step that calls the partner. */
function paying(key: string, parts: Partial<Activity> = {}, step: Partial<AutomatedStep> = {}): Definition {
  return aDefinition({
    key,
    steps: [
      start(),
      automated('paying', [callApi('pay', partner.url(), { retry: quickly, ...parts })], step),
      end('approved'),
      end('refused'),
    ],
    transitions: [
      go('start', 'paying'),
      go('paying', 'approved'),
      ...(key.includes('error') ? [go('paying', 'refused', { on: { error: true } })] : []),
    ],
  });
}

async function run(definition: Definition): Promise<string> {
  await world.publish(definition);
  return world.start(definition.key);
}

describe('an activity that fails', () => {
  test('is tried again by its own policy, under the same key, and the instance goes on', async () => {
    partner.answer = ({ count }) => ({ status: count < 3 ? 503 : 200 });

    const id = await run(paying('retried'));
    const done = await world.untilStatus(id, 'completed');

    expect(partner.received.map(({ key }) => key)).toEqual(Array(3).fill(`${id}:main:paying:1:pay`));
    expect(await world.attempts(id)).toMatchObject([
      { number: 1, result: 'failed', code: 'http_503' },
      { number: 2, result: 'failed', code: 'http_503' },
      { number: 3, result: 'completed', code: null },
    ]);
    expect(done.activities['main:paying:1:pay']).toMatchObject({
      status: 'completed',
      attempts: 3,
      losses: 0,
    });
  });

  test('waits as long as the policy and the partner say, and says so meanwhile', async () => {
    partner.answer = ({ count }) => (count === 1 ? { status: 429, headers: { 'retry-after': '2' } } : {});

    const id = await run(paying('patient'));
    const waiting = await world.untilStatus(id, 'waiting');
    await world.untilStatus(id, 'completed');

    expect(waiting).toMatchObject({
      waitingFor: ['activity'],
      activities: { 'main:paying:1:pay': { status: 'retrying' } },
    });
    const { rows } = await world.database.owner.query<{ pause: number }>(
      `SELECT extract(epoch FROM max(started_at) - min(ended_at))::float AS pause FROM activity_attempts WHERE instance_id = $1`,
      [id],
    );
    expect(rows[0]!.pause).toBeGreaterThanOrEqual(2);
  });

  test('for good needs attention once its attempts are used up, with words that a person can act on', async () => {
    partner.answer = () => ({ status: 503 });

    const id = await run(paying('hopeless'));
    const stuck = await world.untilStatus(id, 'needs_attention');

    expect(partner.received).toHaveLength(3);
    expect(Object.values(stuck.incidents)).toMatchObject([
      {
        code: 'activity_failed',
        step: 'paying',
        closedAt: null,
        message: expect.stringMatching(/3 attempts.*503.*retry/),
      },
    ]);
  });

  test('in a way that another try cannot mend is not tried again', async () => {
    partner.answer = () => ({ status: 404 });

    const id = await run(paying('final'));
    await world.untilStatus(id, 'needs_attention');

    expect(partner.received).toHaveLength(1);
    expect(await world.attempts(id)).toMatchObject([{ number: 1, result: 'failed', code: 'http_404' }]);
  });

  test('is retried by support under the same key, and the incident is closed', async () => {
    partner.answer = ({ count }) => ({ status: count === 1 ? 404 : 200 });
    const id = await run(paying('repaired'));
    await world.untilStatus(id, 'needs_attention');

    await world.move(id, { kind: 'retry', reason: 'The partner has mended it.' });
    const done = await world.untilStatus(id, 'completed');

    expect(partner.keys()).toHaveLength(1);
    expect(Object.values(done.incidents)).toMatchObject([
      { resolution: 'retried', closedAt: expect.any(String) },
    ]);
  });

  test('is skipped by support, and the instance goes on without it', async () => {
    partner.answer = () => ({ status: 404 });
    const id = await run(paying('skipped'));
    await world.untilStatus(id, 'needs_attention');

    await world.move(id, { kind: 'skip_activity', execution: 'main:paying:1:pay', reason: 'Paid by hand.' });

    expect(await world.untilStatus(id, 'completed')).toMatchObject({
      activities: { 'main:paying:1:pay': { status: 'skipped' } },
    });
  });

  test('goes where the step’s error transition leads', async () => {
    partner.answer = () => ({ status: 404 });

    const id = await run(paying('with-error-transition'));

    expect(await world.untilStatus(id, 'completed')).toMatchObject({ state: 'refused', outcome: 'refused' });
  });

  test('fails the instance where the step says so', async () => {
    partner.answer = () => ({ status: 404 });

    const id = await run(paying('failing', {}, { onFailure: 'fail' }));

    expect(await world.untilStatus(id, 'failed')).toMatchObject({ state: 'paying' });
  });

  test('with more than it may bring back fails once, with the size and the limit', async () => {
    partner.answer = () => ({ body: JSON.stringify('x'.repeat(5_000_000)) });

    const id = await run(paying('too-large'));
    const stuck = await world.untilStatus(id, 'needs_attention');

    expect(partner.received).toHaveLength(1);
    expect(Object.values(stuck.incidents)[0]?.message).toMatch(/1048576 bytes/);
  });
});

describe('a timeout', () => {
  test('aborts the call, and the late answer changes nothing', async () => {
    partner.answer = ({ count }) =>
      count === 1 ? later(6_000, { body: '{"late": true}' }) : { body: '{"late": false}' };

    const id = await run(paying('hanging', { timeout: 'PT1S', retry: { ...quickly, maxAttempts: 2 } }));
    const done = await world.untilStatus(id, 'completed');

    expect(partner.received).toMatchObject([{ abandoned: true }, { abandoned: false }]);
    expect(partner.keys()).toHaveLength(1);
    expect(await world.attempts(id)).toMatchObject([
      { result: 'failed', code: 'timeout' },
      { result: 'completed' },
    ]);
    expect(done.results.pay?.output).toMatchObject({ body: { late: false } });
  });

  test('ends the attempt of a function that ignores its signal', async () => {
    registerFunctions({ deaf: () => new Promise(() => undefined) });
    const definition = aDefinition({
      key: 'deaf',
      steps: [
        start(),
        automated('paying', [
          executeFunction('pay', 'deaf', { timeout: 'PT0.5S', retry: { maxAttempts: 1 } }),
        ]),
        end('approved'),
      ],
      transitions: [go('start', 'paying'), go('paying', 'approved')],
    });

    const id = await run(definition);
    await world.untilStatus(id, 'needs_attention');

    expect(await world.attempts(id)).toMatchObject([{ result: 'failed', code: 'timeout' }]);
  });
});

describe('an activity runs', () => {
  test('in the advancing worker when it is synchronous, and from the queue, with the instance waiting, when it is not', async () => {
    const release = new Map<string, () => void>();
    partner.answer = ({ path }) => new Promise((resolve) => release.set(path, () => resolve({})));
    const definition = aDefinition({
      key: 'both-ways',
      steps: [
        start(),
        automated('paying', [
          callApi('pay', partner.url('/sync')),
          callApi('notify', partner.url('/async'), { async: true }),
        ]),
        end('approved'),
      ],
      transitions: [go('start', 'paying'), go('paying', 'approved')],
    });

    const id = await run(definition);
    (await until('the synchronous call', () => release.get('/sync')))();
    const synchronous = await world.attempts(id);
    (await until('the asynchronous call', () => release.get('/async')))();
    await world.untilStatus(id, 'completed');

    expect(synchronous).toHaveLength(1);
    const history = await world.history(id);
    const statuses = history.filter(({ type }) => type.startsWith('WORKFLOW_')).map(({ to }) => to);
    expect(statuses).toEqual([
      'created',
      'validated',
      'scheduled',
      'running',
      'waiting',
      'resumed',
      'running',
      'completed',
    ]);
    const waited = history.find(({ to }) => to === 'waiting')!;
    expect(waited.data).toEqual({ waitingFor: ['activity'] });
    expect(
      history.find(({ type, key }) => type === 'ACTIVITY_STARTED' && key?.endsWith(':pay'))!.sequence,
    ).toBeLessThan(waited.sequence);
  });

  test('with no transaction open and no row of it locked', async () => {
    let during: unknown;
    let free: unknown;
    partner.answer = async () => {
      const { owner } = world.database;
      const { rows } = await owner.query(
        `SELECT count(*) FILTER (WHERE a.state LIKE 'idle in transaction%')::int AS open_transactions,
           count(l.pid)::int AS locks
         FROM pg_stat_activity a LEFT JOIN pg_locks l ON l.pid = a.pid AND l.relation = 'instances'::regclass
         WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()`,
      );
      during = rows[0];
      free = (await owner.query('SELECT FROM instances FOR UPDATE NOWAIT')).rowCount;
      return {};
    };

    const id = await run(paying('unlocked'));
    await world.untilStatus(id, 'completed');

    expect(during).toEqual({ open_transactions: 0, locks: 0 });
    expect(free).toBeGreaterThan(0);
  });
});

test('a decision that was taken stays taken, when its rule has changed by the time of the retry', async () => {
  const { owner } = world.database;
  const setRule = (value: number) =>
    owner.query(
      `INSERT INTO rules (tenant_id, id, key, value, effective_from) VALUES ($1, gen_random_uuid(), 'limit', $2, now())`,
      [world.tenantId, String(value)],
    );
  await setRule(5_000);
  partner.answer = ({ count }) => ({ status: count === 1 ? 404 : 200 });
  const definition = paying('decided-once');
  const id = await run({
    ...definition,
    transitions: [
      go('start', 'paying', { when: 'context.amount <= rules.limit', priority: 1 }),
      go('start', 'refused', { default: true }),
      go('paying', 'approved'),
    ],
  });
  await world.untilStatus(id, 'needs_attention');

  await owner.query('UPDATE rules SET effective_to = now() WHERE effective_to IS NULL');
  await setRule(10);
  await world.publish({ ...definition, name: 'Another version' });
  await world.move(id, { kind: 'retry', reason: 'again' });
  await world.untilStatus(id, 'completed');

  const taken = (await world.history(id)).filter(({ type }) => type === 'TRANSITION_TAKEN');
  expect(taken.map(({ to }) => to)).toEqual(['paying', 'approved']);
  expect(taken[0]!.data).toMatchObject({
    condition: 'context.amount <= rules.limit',
    reads: { 'rules.limit': 5_000 },
  });
});

describe('a job does no harm', () => {
  test('that comes twice, too early or too late', async () => {
    const jobs = async (instanceId: string) => {
      const payload = { tenantId: world.tenantId, instanceId, execution: 'main:paying:1:pay' };
      for (const task of ['advance', 'run-activity', 'advance', 'run-activity']) {
        await world.database.owner.query('SELECT graphile_worker.add_job($1, $2::json)', [
          task,
          JSON.stringify(payload),
        ]);
      }
    };
    const idle = () =>
      until('an empty queue', async () => {
        const { rows } = await world.database.owner.query<{ n: number }>(
          'SELECT (SELECT count(*) FROM graphile_worker._private_jobs)::int + (SELECT count(*) FROM outbox)::int AS n',
        );
        return rows[0]!.n === 0;
      });
    partner.answer = async ({ key }) => {
      await jobs(key.slice(0, 36));
      return later(300);
    };

    const id = await run(paying('twice'));
    await jobs(id);
    await world.untilStatus(id, 'completed');
    const events = (await world.history(id)).length;
    await jobs(id);
    await jobs('01990000-0000-7000-8000-000000000000');
    await idle();

    expect(partner.received).toHaveLength(1);
    expect(await world.history(id)).toHaveLength(events);
    expect(await world.attempts(id)).toHaveLength(1);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Step } from '@/lib/engine/definition/step-schema';
import { withoutClosed } from '@/lib/engine/replay';
import {
  aDefinition,
  automated,
  callApi,
  end,
  go,
  start,
  userTask,
} from '@/lib/testing/builders/definition-builder';
import { CountingServer, later } from '@/lib/testing/counting-server';
import { RuntimeWorld } from '@/lib/testing/runtime-world';
import { until } from '@/lib/testing/until';
import { loadInstance } from './snapshot';

let world: RuntimeWorld;
let partner: CountingServer;

beforeAll(async () => {
  world = await RuntimeWorld.make();
  partner = await CountingServer.start();
  await world.worker({ allowedHosts: [partner.host], leaseSeconds: 3 });
});
afterAll(async () => {
  await world.stopWorkers();
  await partner.stop();
  await world.expectVerified();
  await world.drop();
});
beforeEach(() => partner.forget());

const once = { retry: { maxAttempts: 1 } };
const quickly = { retry: { maxAttempts: 3, firstDelay: 'PT0.2S', jitter: 0 } };

function call(key: string, parts: Partial<Activity> = {}): Activity {
  return callApi(key, partner.url(`/${key}`), { ...once, ...parts });
}

/** reserve → charge → book, each undone by its counterpart; the parts are the test's own. */
function trip(
  key: string,
  parts: { charge?: Partial<Activity>; book?: Partial<Activity>; refund?: Partial<Activity> } = {},
  more: readonly Step[] = [],
): Definition {
  const steps: Step[] = [
    automated('reserving', [call('reserve', { compensation: 'release' })], { onFailure: 'compensate' }),
    automated('charging', [call('charge', { compensation: 'refund', ...parts.charge })], {
      onFailure: 'compensate',
    }),
    ...more,
    automated('booking', [call('book', parts.book)], { onFailure: 'compensate' }),
  ];
  const line = ['start', ...steps.map((step) => step.key), 'done'];
  return aDefinition({
    key,
    steps: [start(), ...steps, end('done')],
    transitions: line.slice(1).map((to, index) => {
      const from = line[index]!;
      return go(from, to, from === 'in_review' ? { on: { outcome: 'approve' } } : {});
    }),
    compensations: [
      call('release'),
      call('refund', {
        settings: {
          method: 'POST',
          url: partner.url('/refund'),
          body: { charge: '{{ context.activities.charge.output.body.id }}' },
        },
        ...parts.refund,
      } as Partial<Activity>),
    ],
  });
}

async function run(definition: Definition): Promise<string> {
  await world.publish(definition);
  return world.start(definition.key);
}

function paths(): string[] {
  return partner.received.map(({ path }) => path);
}

describe('when a step fails for good', () => {
  test('sync activities are undone, the latest first, each with a key of its own and what it had brought', async () => {
    const ended: string[] = [];
    partner.answer = async ({ path }) => {
      if (path === '/book') return { status: 409 };
      if (path === '/charge') return { body: '{"id":"c-17"}' };
      if (path === '/refund') await later(1_000);
      ended.push(path);
      return {};
    };

    const id = await run(trip('sync-saga'));
    const done = await world.untilStatus(id, 'reversed');

    expect(paths()).toEqual(['/reserve', '/charge', '/book', '/refund', '/release']);
    expect(ended).toEqual(['/reserve', '/refund', '/release']);
    expect(partner.received[3]).toMatchObject({
      key: `${id}:main:charging:1:charge~undo`,
      body: '{"charge":"c-17"}',
    });
    expect(partner.received[4]?.key).toBe(`${id}:main:reserving:1:reserve~undo`);
    expect(done.activities['main:charging:1:charge~undo']).toMatchObject({
      status: 'completed',
      undoOf: 'main:charging:1:charge',
    });
    expect((await world.history(id)).filter(({ type }) => type === 'ACTIVITY_COMPENSATED')).toMatchObject([
      { key: 'main:charging:1:charge' },
      { key: 'main:reserving:1:reserve' },
    ]);
  });

  test('an async activity compensates, by async compensations', async () => {
    partner.answer = ({ path }) => ({ status: path === '/book' ? 409 : 200 });

    const id = await run(
      trip('async-saga', { charge: { async: true }, book: { async: true }, refund: { async: true } }),
    );
    await world.untilStatus(id, 'reversed');

    expect(paths()).toEqual(['/reserve', '/charge', '/book', '/refund', '/release']);
  });

  test('a retry does not repeat work already done, and an undo that fails is tried under the same key', async () => {
    partner.answer = ({ path, count }) => {
      if (path === '/book') return { status: count < 3 ? 503 : 409 };
      return { status: path === '/refund' && count === 1 ? 503 : 200 };
    };

    const id = await run(trip('retried-saga', { book: quickly, refund: quickly }));
    await world.untilStatus(id, 'reversed');

    expect(paths()).toEqual([
      '/reserve',
      '/charge',
      '/book',
      '/book',
      '/book',
      '/refund',
      '/refund',
      '/release',
    ]);
    expect(partner.keys()).toHaveLength(5);
  });

  test('an undo that fails for good stops it; a person retries it, or skips it with a reason', async () => {
    partner.answer = ({ path, count }) => ({
      status: path === '/book' || (path === '/refund' && count < 3) ? 409 : 200,
    });
    await world.publish(trip('stopped-saga'));
    const [retried, skipped] = [await world.start('stopped-saga'), await world.start('stopped-saga')];
    const stopped = await world.untilStatus(retried, 'compensation_failed');
    await world.untilStatus(skipped, 'compensation_failed');
    expect(Object.values(stopped.incidents)).toMatchObject([
      { key: 'main:charging:1:charge~undo', code: 'compensation_failed', closedAt: null },
    ]);

    await world.move(retried, { kind: 'retry', reason: 'Once more.' });
    await world.untilStatus(retried, 'compensation_failed');
    await world.move(retried, { kind: 'retry', reason: 'The bank has mended it.' });
    expect((await world.untilStatus(retried, 'reversed')).incidents).toMatchObject({
      'main:charging:1:charge~undo': { resolution: 'retried' },
    });

    const execution = 'main:charging:1:charge~undo';
    await world.move(skipped, { kind: 'skip_activity', execution, reason: 'Refunded by hand.' });
    const done = await world.untilStatus(skipped, 'reversed');
    expect(done.activities[execution]).toMatchObject({ status: 'skipped' });
    expect(done.activities['main:reserving:1:reserve~undo']).toMatchObject({ status: 'completed' });
  });
});

test('an undo whose worker is lost is taken over, under the same key', async () => {
  const id = await run(trip('lost-saga', { refund: { async: true } }, [userTask('in_review')]));
  await world.untilStatus(id, 'waiting');
  await world.stopWorkers();
  await world.move(id, { kind: 'cancel', mode: 'compensated', reason: 'Ordered twice.' });
  const execution = 'main:charging:1:charge~undo';
  const started = await world.move(id, {
    kind: 'start_attempt',
    execution,
    worker: 'dead',
    token: 'dead',
    leaseSeconds: 1,
  });
  expect(started.ok).toBe(true);

  await world.worker({ allowedHosts: [partner.host], leaseSeconds: 3 });
  await world.untilStatus(id, 'cancelled');

  expect(await world.attempts(id, 'refund')).toMatchObject([
    { worker: 'dead', code: 'lease_expired' },
    { number: 2, result: 'completed' },
  ]);
  expect(partner.received.filter(({ path }) => path === '/refund')).toMatchObject([
    { key: `${id}:${execution}` },
  ]);
});

describe('cancelling', () => {
  const review = [userTask('in_review')];

  test('compensated takes the task away, undoes exactly once, and ends as cancelled', async () => {
    const id = await run(trip('cancelled-saga', {}, review));
    await world.untilStatus(id, 'waiting');

    await world.move(id, { kind: 'cancel', mode: 'compensated', reason: 'Ordered twice.' });
    const done = await world.untilStatus(id, 'cancelled');

    expect(paths()).toEqual(['/reserve', '/charge', '/refund', '/release']);
    expect(done.tasks['main:in_review:1']).toMatchObject({ status: 'cancelled' });
    const last = (await world.history(id)).at(-1);
    expect(last).toMatchObject({ type: 'WORKFLOW_CANCELLED', data: { mode: 'compensated' } });
  });

  test('compensated waits for the attempt that runs, and undoes it as well', async () => {
    partner.answer = ({ path }) => (path === '/charge' ? later(1_500) : {});
    const id = await run(trip('late-saga', { charge: { async: true } }));
    await until('the charge', async () => paths().includes('/charge'));

    await world.move(id, { kind: 'cancel', mode: 'compensated', reason: 'Too late.' });
    expect((await world.snapshot(id)).status).toBe('compensating');
    await world.untilStatus(id, 'cancelled');

    expect(paths()).toEqual(['/reserve', '/charge', '/refund', '/release']);
  });

  test('compensated undoes what nobody knows to have happened (fault B34)', async () => {
    partner.answer = ({ path }) => (path === '/charge' ? later(2_000) : {});
    const charge = { timeout: 'PT0.5S' };
    const id = await run(
      trip('unknown-saga', {
        charge,
        refund: { settings: { method: 'POST', url: partner.url('/refund') } } as never,
      }),
    );
    await world.untilStatus(id, 'reversed');

    expect(paths()).toEqual(['/reserve', '/charge', '/refund', '/release']);
  });

  test('graceful lets the running attempt end, keeps its result and undoes nothing', async () => {
    partner.answer = ({ path }) => (path === '/charge' ? later(1_500, { body: '{"id":"c-1"}' }) : {});
    const id = await run(trip('graceful', { charge: { async: true } }));
    await until('the charge', async () => paths().includes('/charge'));

    await world.move(id, { kind: 'cancel', mode: 'graceful', reason: 'Enough.' });
    expect((await world.snapshot(id)).status).toBe('waiting');
    const done = await world.untilStatus(id, 'cancelled');

    expect(paths()).toEqual(['/reserve', '/charge']);
    expect(done.activities['main:charging:1:charge']).toMatchObject({
      status: 'completed',
      output: { body: { id: 'c-1' } },
    });
  });

  test('immediate ends at once; the late result of the attempt is refused', async () => {
    partner.answer = ({ path }) => (path === '/charge' ? later(1_500) : {});
    const id = await run(trip('immediate', { charge: { async: true } }));
    await until('the charge', async () => paths().includes('/charge'));

    await world.move(id, { kind: 'cancel', mode: 'immediate', reason: 'Now.' });
    const done = await world.snapshot(id);
    expect(done.status).toBe('cancelled');
    expect(done.activities['main:charging:1:charge']).toMatchObject({ status: 'cancelled', lease: null });
  });

  test('leaves nothing open, in every mode', async () => {
    await world.publish(trip('nothing-open', {}, review));
    for (const mode of ['immediate', 'graceful', 'compensated'] as const) {
      const id = await world.start('nothing-open');
      await world.untilStatus(id, 'waiting');
      await world.move(id, { kind: 'cancel', mode, reason: 'The test is over.' });
      const done = await world.untilStatus(id, 'cancelled');

      expect(Object.values(done.stays).filter(({ exitedAt }) => exitedAt === null)).toEqual([]);
      expect(Object.values(done.tasks).filter(({ closedAt }) => closedAt === null)).toEqual([]);
      expect(Object.values(done.activities).filter(({ closedAt }) => closedAt === null)).toEqual([]);
    }
  });
});

describe('a COMPENSATE step', () => {
  test('undoes what was done so far, and the instance goes on to its next step', async () => {
    const definition = trip('compensate-step', {}, [
      { key: 'undoing', type: 'COMPENSATE' },
      userTask('in_review'),
    ]);
    const id = await run(definition);
    const waiting = await world.untilStatus(id, 'waiting');
    expect(waiting.state).toBe('in_review');
    expect(paths()).toEqual(['/reserve', '/charge', '/refund', '/release']);

    await world.decide(id, 'in_review', 'approve');
    await world.untilStatus(id, 'completed');
    expect(paths()).toEqual(['/reserve', '/charge', '/refund', '/release', '/book']);
  });
});

test('a loaded snapshot has of what is over exactly what a compensation would have to know', async () => {
  partner.answer = ({ path }) => (path === '/charge' ? later(2_000) : {});
  const definition = trip('ledger', { charge: { timeout: 'PT0.3S' } }, [
    automated('telling', [call('tell', { irreversible: true }), call('look')]),
    userTask('in_review'),
  ]);
  await world.publish({
    ...definition,
    transitions: [...definition.transitions, go('charging', 'telling', { on: { error: true } })],
  });
  const id = await world.start('ledger');
  await world.untilStatus(id, 'waiting');

  const loaded = await loadInstance(world.database.app, world.tenantId, id);
  expect(loaded?.snapshot).toEqual(withoutClosed(await world.snapshot(id)));
  expect(Object.keys(loaded?.snapshot.activities ?? {}).sort()).toEqual([
    'main:charging:1:charge',
    'main:reserving:1:reserve',
    'main:telling:1:tell',
  ]);

  await world.move(id, { kind: 'cancel', mode: 'compensated', reason: 'Undo it.' });
  await world.untilStatus(id, 'cancelled');
  const after = await loadInstance(world.database.app, world.tenantId, id);
  expect(after?.snapshot).toEqual(withoutClosed(await world.snapshot(id)));
  expect(Object.keys(after?.snapshot.activities ?? {})).toEqual(['main:telling:1:tell']);
});

test('a failed instance can still be cancelled with what it did undone', async () => {
  partner.answer = ({ path }) => ({ status: path === '/book' ? 409 : 200 });
  const definition = trip('failed-saga');
  const fails = (step: Step): Step =>
    step.key === 'booking' ? ({ ...step, onFailure: 'fail' } as Step) : step;
  const id = await run({ ...definition, steps: definition.steps.map(fails) });
  await world.untilStatus(id, 'failed');

  await world.move(id, { kind: 'cancel', mode: 'compensated', reason: 'Undo it.' });
  await world.untilStatus(id, 'cancelled');
  expect(paths()).toEqual(['/reserve', '/charge', '/book', '/refund', '/release']);
});

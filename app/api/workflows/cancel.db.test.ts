import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Definition } from '@/lib/engine/definition/schema';
import { createKey } from '@/lib/people/api-keys';
import { registerFunctions } from '@/lib/runtime/activities/functions';
import { startWorker } from '@/lib/runtime/worker';
import { refund, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { testSecret } from '@/lib/testing/secret';
import { until } from '@/lib/testing/until';
import * as cancelRoute from './instances/[id]/cancel/route';
import * as instanceRoute from './instances/[id]/route';
import * as retryRoute from './instances/[id]/retry/route';
import * as skipRoute from './instances/[id]/skip/route';

/** Cancelling over HTTP, with a worker that undoes. Stock is reserved, then billed, then somebody has to approve. */

let database: TestDatabase;
let world: World;
let worker: Awaited<ReturnType<typeof startWorker>>;
let key: string;
/** Functions in the order in which they were called. */
const called: string[] = [];
/** What `unbill` does. */
let unbill: () => void = () => undefined;

const saga: Definition = {
  ...refund,
  steps: [
    ...refund.steps,
    {
      key: 'ordering',
      type: 'AUTOMATED',
      name: 'Ordering',
      activities: [
        {
          key: 'reserving',
          name: 'Reserve',
          type: 'EXECUTE_FUNCTION',
          settings: { function: 'reserve' },
          compensation: 'releasing',
        },
        {
          key: 'billing',
          name: 'Bill',
          type: 'EXECUTE_FUNCTION',
          settings: { function: 'bill' },
          compensation: 'unbilling',
        },
      ],
    },
  ],
  transitions: [
    ...refund.transitions.filter(({ key: name }) => name !== 'begin'),
    { key: 'begin', from: 'start', to: 'ordering' },
    { key: 'ordered', from: 'ordering', to: 'in_review' },
  ],
  compensations: [
    { key: 'releasing', name: 'Release', type: 'EXECUTE_FUNCTION', settings: { function: 'release' } },
    {
      key: 'unbilling',
      name: 'Take the bill back',
      type: 'EXECUTE_FUNCTION',
      settings: { function: 'unbill' },
      retry: { maxAttempts: 1 },
    },
  ],
};

beforeAll(async () => {
  const doing =
    (name: string, run: () => void = () => undefined) =>
    async () => {
      called.push(name);
      run();
      return Promise.resolve(null);
    };
  registerFunctions({
    reserve: doing('reserve'),
    bill: doing('bill'),
    release: doing('release'),
    unbill: doing('unbill', () => unbill()),
  });
  database = await createTestDatabase();
  world = await refundWorld(database.owner, saga);
  key = take(await createKey(world.admin, { name: 'test', permissions: [...world.admin.permissions] })).key;
  worker = await startWorker({
    configuration: { leaseSeconds: 10, allowedHosts: [] },
    ownerUrl: database.ownerUrl,
    smtpUrl: 'smtp://127.0.0.1:1',
    secret: testSecret,
    concurrency: 2,
  });
});
afterAll(async () => {
  await worker.stop();
  await database.drop();
});
beforeEach(() => {
  called.length = 0;
  unbill = () => undefined;
});

type Route = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

async function call(route: Route, id: string, body?: unknown) {
  const request = new Request(`http://localhost/api/workflows/instances/${id}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await route(request, { params: Promise.resolve({ id }) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

function untilStatus(id: string, status: string) {
  return until(`${status} of ${id}`, async () => {
    const { body } = await call(instanceRoute.GET, id);
    return body['status'] === status && body;
  });
}

async function waiting(): Promise<string> {
  const { id } = await world.start();
  await untilStatus(id, 'waiting');
  return id;
}

test('an instance says what it has done, what would be undone, and in which ways it may be cancelled', async () => {
  const id = await waiting();
  const { body } = await call(instanceRoute.GET, id);

  expect(body['ledger']).toMatchObject([
    { activityName: 'Reserve', compensationName: 'Release', state: 'to_undo' },
    { activityName: 'Bill', compensationName: 'Take the bill back', state: 'to_undo' },
  ]);
  expect(body['offered']).toMatchObject({ cancelModes: ['immediate', 'graceful', 'compensated'] });
});

test('without a mode it is cancelled at once and nothing is undone', async () => {
  const id = await waiting();
  const answer = await call(cancelRoute.POST, id, { reason: 'Not needed' });

  expect(answer).toMatchObject({ status: 200, body: { status: 'cancelled' } });
  expect(called).toEqual(['reserve', 'bill']);
});

test('gracefully it is cancelled as soon as nothing runs, and nothing is undone', async () => {
  const id = await waiting();
  const answer = await call(cancelRoute.POST, id, { reason: 'Not needed', mode: 'graceful' });

  expect(answer).toMatchObject({ status: 200, body: { status: 'cancelled' } });
  expect(called).toEqual(['reserve', 'bill']);
});

test('compensated it answers that it is compensating, undoes the latest first and ends as cancelled', async () => {
  const id = await waiting();
  const answer = await call(cancelRoute.POST, id, { reason: 'Not needed', mode: 'compensated' });
  expect(answer).toMatchObject({ status: 200, body: { status: 'compensating' } });

  const done = await untilStatus(id, 'cancelled');
  expect(called).toEqual(['reserve', 'bill', 'unbill', 'release']);
  expect(done).toMatchObject({
    ending: { by: 'compensation', then: 'cancelled', reason: 'Not needed' },
    ledger: [{ state: 'undone' }, { state: 'undone' }],
    offered: { cancel: false, cancelModes: [] },
  });
  const again = await call(cancelRoute.POST, id, { reason: 'Again', mode: 'compensated' });
  expect(again).toMatchObject({ status: 409, body: { code: 'terminal' } });
});

test('a compensation that failed is retried, or skipped with a reason; cancelling it otherwise is refused', async () => {
  unbill = () => {
    throw new Error('The ledger is closed.');
  };
  const id = await waiting();
  await call(cancelRoute.POST, id, { reason: 'Not needed', mode: 'compensated' });
  const stopped = await untilStatus(id, 'compensation_failed');
  expect(stopped).toMatchObject({
    ledger: [{ state: 'to_undo' }, { state: 'failed' }],
    offered: { retry: true, skip: ['main:ordering:1:billing~undo'], cancelModes: [] },
  });

  const refused = await call(cancelRoute.POST, id, { reason: 'Enough', mode: 'immediate' });
  expect(refused).toMatchObject({ status: 409, body: { code: 'not_allowed' } });
  expect(refused.body['detail']).toMatch(/being undone/);
  await call(retryRoute.POST, id, { reason: 'Once more' });
  await until('the second attempt', async () => called.filter((name) => name === 'unbill').length === 2);
  await untilStatus(id, 'compensation_failed');
  expect(await call(skipRoute.POST, id, { reason: ' ' })).toMatchObject({ status: 422 });
  expect(await call(skipRoute.POST, id, { reason: 'Taken back by hand' })).toMatchObject({ status: 200 });

  const done = await untilStatus(id, 'cancelled');
  expect(done).toMatchObject({ ledger: [{ state: 'undone' }, { state: 'skipped' }] });
});

test('a mode that there is not is refused by name', async () => {
  const id = await waiting();
  const answer = await call(cancelRoute.POST, id, { reason: 'x', mode: 'politely' });

  expect(answer.status).toBe(422);
  expect(JSON.stringify(answer.body)).toContain('immediate, graceful, compensated');
});

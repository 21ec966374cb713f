import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as completeRoute from '@/app/api/workflows/workers/complete/route';
import * as extendRoute from '@/app/api/workflows/workers/extend/route';
import * as failRoute from '@/app/api/workflows/workers/fail/route';
import * as fetchRoute from '@/app/api/workflows/workers/fetch-and-lock/route';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { JsonObject } from '@/lib/engine/json';
import type { Actor } from '@/lib/people/actor';
import { createKey } from '@/lib/people/api-keys';
import type { Permission } from '@/lib/people/permissions';
import { ApiServer } from '@/lib/testing/api-server';
import { administrator } from '@/lib/testing/builders/administrator';
import {
  aDefinition,
  automated,
  end,
  executeFunction,
  external,
  go,
  start,
} from '@/lib/testing/builders/definition-builder';
import { take } from '@/lib/testing/builders/refund-world';
import { RuntimeWorld } from '@/lib/testing/runtime-world';
import { until } from '@/lib/testing/until';
import { registerFunctions } from '@/lib/runtime/activities/functions';
import type { ExternalWork } from '@/lib/runtime/external-work';

let world: RuntimeWorld;
let server: ApiServer;
let admin: Actor;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  world = await RuntimeWorld.make();
  admin = administrator(world.tenantId, world.ann);
  server = await ApiServer.start({
    '/api/workflows/workers/fetch-and-lock': fetchRoute.POST,
    '/api/workflows/workers/extend': extendRoute.POST,
    '/api/workflows/workers/complete': completeRoute.POST,
    '/api/workflows/workers/fail': failRoute.POST,
  });
  registerFunctions({ after: () => Promise.resolve({ after: true }) });
  await world.worker({ leaseSeconds: 2 });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await world.stopWorkers();
  await server.stop();
  await world.expectVerified();
  await world.drop();
});

async function keyFor(topics: string[] = [], granted: Permission[] = ['external.work']): Promise<string> {
  return take(await createKey(admin, { name: 'Print shop', permissions: granted, topics })).key;
}

/** What our own worker asks of the API, by hand. */
async function ask(key: string, path: string, body: object) {
  const response = await fetch(`${server.url}/api/workflows/workers/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ workerId: 'w1', ...body }),
  });
  return { status: response.status, body: (await response.json()) as JsonObject };
}

async function fetchOne(key: string, topic: string, more: object = {}): Promise<ExternalWork> {
  const { body } = await ask(key, 'fetch-and-lock', { topics: [topic], waitSeconds: 20, ...more });
  const [work] = body['items'] as unknown as ExternalWork[];
  if (!work) throw new Error(`no work for ${topic}`);
  return work;
}

function held({ instance, execution, leaseToken }: ExternalWork) {
  return { instance, execution, leaseToken };
}

/** One external activity, and one of our own after it that shows that the instance went on. */
async function run(key: string, topic: string, parts: Partial<Activity> = {}): Promise<string> {
  await world.publish(
    aDefinition({
      key,
      steps: [
        start(),
        automated('working', [external('work', topic, parts), executeFunction('after', 'after')]),
        end('done'),
        end('refused'),
      ],
      transitions: [
        go('start', 'working'),
        go('working', 'done'),
        go('working', 'refused', { on: { error: 'card_declined' } }),
      ],
    }),
  );
  return world.start(key);
}

/** An external worker in a process of its own, through the client. */
async function spawnWorker(workerId: string, key: string) {
  const options = JSON.stringify({ url: server.url, key, workerId });
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'lib/testing/external-worker-process.ts', options],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  children.add(child);
  const said: JsonObject[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => said.push(JSON.parse(line) as JsonObject));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await until(`worker ${workerId}`, () => said.some(({ ready }) => ready === workerId));
  return { child, said, exited };
}

describe('external work', () => {
  test('that undoes something is fetched while the instance compensates, and sees what it undoes', async () => {
    const undo = external('unbook', 'undoing', {
      settings: { topic: 'undoing', input: { of: 'context.activities.book.output.reference' } },
    } as Partial<Activity>);
    const reference = { type: 'object', properties: { reference: { type: 'string' } } };
    await world.publish(
      aDefinition({
        key: 'undone-outside',
        steps: [
          start(),
          automated('booking', [
            external('book', 'booking', { compensation: 'unbook', outputSchema: reference }),
          ]),
          automated('failing', [external('fail', 'failing')], { onFailure: 'compensate' }),
          end('done'),
        ],
        transitions: [go('start', 'booking'), go('booking', 'failing'), go('failing', 'done')],
        compensations: [undo],
      }),
    );
    const key = await keyFor();
    const id = await world.start('undone-outside');
    const booked = await fetchOne(key, 'booking');
    await ask(key, 'complete', { ...held(booked), result: { reference: 'B-7' } });
    const failing = await fetchOne(key, 'failing');
    const error = { code: 'sold_out', message: 'Nothing is left.', retryable: false };
    await ask(key, 'fail', { ...held(failing), error });

    const undoing = await fetchOne(key, 'undoing');
    expect(undoing).toMatchObject({ input: { of: 'B-7' }, idempotencyKey: `${id}:${booked.execution}~undo` });
    await ask(key, 'complete', held(undoing));

    await world.untilStatus(id, 'reversed');
  });

  test('waits until it is fetched, with its input evaluated, and goes on with the result', async () => {
    const key = await keyFor(['double']);
    const id = await run('by-hand', 'double', {
      settings: { topic: 'double', input: { 'order.amount': 'context.amount + 1' } },
      output: { doubled: 'result.doubled' },
    } as Partial<Activity>);
    const waiting = await world.untilStatus(id, 'waiting');
    expect(waiting).toMatchObject({
      waitingFor: ['activity'],
      activities: { 'main:working:1:work': { status: 'ready', topic: 'double' } },
    });

    const work = await fetchOne(key, 'double');
    expect(work).toMatchObject({
      instance: id,
      execution: 'main:working:1:work',
      definition: 'by-hand',
      input: { order: { amount: 1501 } },
      idempotencyKey: `${id}:main:working:1:work`,
      attempt: 1,
    });
    const longer = await ask(key, 'extend', { ...held(work), lockSeconds: 300 });
    const done = await ask(key, 'complete', { ...held(work), result: { doubled: 3002, extra: true } });

    expect(Date.parse(longer.body['expiresAt'] as string)).toBeGreaterThan(
      Date.parse(work.expiresAt) + 200_000,
    );
    expect(done).toMatchObject({ status: 200, body: { instance: id } });
    const ended = await world.untilStatus(id, 'completed');
    expect(ended.results).toMatchObject({ work: { output: { doubled: 3002 } }, after: {} });
    const { rows } = await world.database.owner.query(
      `SELECT actor_type, actor_name, worker_id, causation_id FROM events WHERE instance_id = $1 AND type = 'ACTIVITY_COMPLETED' AND key LIKE '%:work'`,
      [id],
    );
    expect(rows).toEqual([
      {
        actor_type: 'worker',
        actor_name: 'Print shop (w1)',
        worker_id: 'w1',
        causation_id: expect.stringMatching(/^api-key:/),
      },
    ]);
  });

  test('is handed to one worker only, however many ask at the same moment', async () => {
    const key = await keyFor();
    for (let count = 0; count < 12; count += 1) await run('contested', 'contested');

    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        ask(key, 'fetch-and-lock', { topics: ['contested'], max: 5, waitSeconds: 1 }),
      ),
    );

    let all = answers.flatMap(({ body }) => body['items'] as unknown as ExternalWork[]);
    while (all.length < 12) all = [...all, await fetchOne(key, 'contested')];
    expect(new Set(all.map(({ instance }) => instance)).size).toBe(12);
    await Promise.all(all.map((work) => ask(key, 'complete', held(work))));
    for (const { instance } of all) await world.untilStatus(instance, 'completed');
  });

  test('that comes while a worker waits reaches it at once', async () => {
    const key = await keyFor();
    const waiting = fetchOne(key, 'awaited');
    await new Promise((resolve) => setTimeout(resolve, 300));

    const id = await run('awaited', 'awaited');
    const started = Date.now();
    const work = await waiting;

    expect(work.instance).toBe(id);
    expect(Date.now() - started).toBeLessThan(2_000);
    await ask(key, 'complete', held(work));
  });

  test('that fails follows the retry policy, and honours how long the worker asks to wait', async () => {
    const key = await keyFor();
    const id = await run('failing', 'failing', {
      retry: { maxAttempts: 2, firstDelay: 'PT0.1S', jitter: 0 },
    });
    const error = { code: 'printer_jam', message: 'The printer is jammed.', retryAfterSeconds: 1 };

    const first = await fetchOne(key, 'failing');
    const began = Date.now();
    await ask(key, 'fail', { ...held(first), error });
    const second = await fetchOne(key, 'failing');
    expect(Date.now() - began).toBeGreaterThan(900);
    await ask(key, 'fail', { ...held(second), error: { code: 'printer_jam', message: 'Still.' } });

    expect(second).toMatchObject({ attempt: 2, idempotencyKey: first.idempotencyKey });
    const stuck = await world.untilStatus(id, 'needs_attention');
    expect(Object.values(stuck.incidents)[0]?.message).toContain('Still.');
    await world.move(id, { kind: 'retry', reason: 'Mended' });
    await ask(key, 'complete', held(await fetchOne(key, 'failing')));
    await world.untilStatus(id, 'completed');
  });

  test('whose lease was lost is refused, and another worker has it', async () => {
    const key = await keyFor();
    const id = await run('lost', 'lost', { timeout: 'PT1S' });
    const first = await fetchOne(key, 'lost', { lockSeconds: 3600 });
    await world.until(id, 'the lease to end', ({ activities }) => activities[first.execution]?.losses === 1);
    const second = await fetchOne(key, 'lost');

    for (const [path, more] of [
      ['complete', {}],
      ['extend', {}],
      ['fail', { error: { code: 'late', message: 'Late.' } }],
    ] as const) {
      expect(await ask(key, path, { ...held(first), ...more }), path).toMatchObject({
        status: 409,
        body: { code: 'lease_lost' },
      });
    }
    expect((await ask(key, 'complete', held(second))).status).toBe(200);
    await world.untilStatus(id, 'completed');
    expect((await world.history(id)).map(({ type }) => type)).toContain('WORKFLOW_RECOVERED');
  });

  test('of a cancelled instance is not handed out, and a result for it is refused', async () => {
    const key = await keyFor();
    const id = await run('cancelled', 'cancelled');
    const work = await fetchOne(key, 'cancelled');
    await run('cancelled', 'cancelled').then((other) =>
      world
        .until(other, 'work', ({ activities }) => activities[work.execution]?.status === 'ready')
        .then(() => world.move(other, { kind: 'cancel', mode: 'immediate', reason: 'No' })),
    );
    await world.move(id, { kind: 'cancel', mode: 'immediate', reason: 'No' });

    expect(await ask(key, 'complete', held(work))).toMatchObject({
      status: 409,
      body: { code: 'lease_lost' },
    });
    expect(await ask(key, 'fetch-and-lock', { topics: ['cancelled'] })).toMatchObject({
      body: { items: [] },
    });
  });

  test('of a paused instance waits until it is resumed', async () => {
    const key = await keyFor();
    const id = await run('paused', 'paused');
    await world.untilStatus(id, 'waiting');
    await world.move(id, { kind: 'pause', reason: 'Stop' });

    expect(await ask(key, 'fetch-and-lock', { topics: ['paused'] })).toMatchObject({ body: { items: [] } });
    await world.move(id, { kind: 'resume', reason: 'Go on' });
    await ask(key, 'complete', held(await fetchOne(key, 'paused')));
    await world.untilStatus(id, 'completed');
  });

  test('whose input cannot be made needs attention, and nobody gets it', async () => {
    const key = await keyFor();
    const id = await run('no-input', 'no-input', {
      settings: { topic: 'no-input', input: { x: 'context.amount + "x"' } },
    } as Partial<Activity>);
    await world.untilStatus(id, 'waiting');

    expect(await ask(key, 'fetch-and-lock', { topics: ['no-input'] })).toMatchObject({ body: { items: [] } });
    expect(Object.values((await world.untilStatus(id, 'needs_attention')).incidents)[0]?.code).toBe(
      'evaluation_failed',
    );
  });
});

describe('a worker’s key', () => {
  test('opens the worker’s routes for its topics, and nothing without the permission', async () => {
    const id = await run('restricted', 'restricted');
    const own = await keyFor(['restricted']);
    const foreign = await keyFor(['something-else']);
    const none = await keyFor([], ['instances.read_all']);

    expect(await ask(foreign, 'fetch-and-lock', { topics: ['restricted'] })).toMatchObject({
      status: 403,
      body: { topic: 'restricted' },
    });
    expect((await ask(none, 'fetch-and-lock', { topics: ['restricted'] })).status).toBe(403);
    const work = await fetchOne(own, 'restricted');
    expect((await ask(foreign, 'complete', held(work))).status).toBe(404);
    expect((await ask(own, 'complete', { ...held(work), leaseToken: 'guessed' })).body['code']).toBe(
      'lease_lost',
    );
    expect((await ask(own, 'complete', { ...held(work), instance: 'no-id' })).status).toBe(404);
    expect((await ask(own, 'complete', held(work))).status).toBe(200);
    await world.untilStatus(id, 'completed');
  });

  test('of another tenant sees none of it', async () => {
    const id = await run('ours', 'ours');
    await world.untilStatus(id, 'waiting');
    const other = await RuntimeWorld.on(world.database);
    const { key } = take(
      await createKey({ ...admin, tenantId: other.tenantId }, { name: 'x', permissions: ['external.work'] }),
    );

    expect(await ask(key, 'fetch-and-lock', { topics: ['ours'] })).toMatchObject({ body: { items: [] } });
    await world.move(id, { kind: 'cancel', mode: 'immediate', reason: 'Over' });
  });
});

describe('workers in processes of their own, through the client', () => {
  test(
    'work, fail and try again, and keep a lease for longer than it lasts',
    { timeout: 120_000 },
    async () => {
      const key = await keyFor(['double', 'flaky', 'declined', 'slow', 'deadly']);
      const worker = await spawnWorker('printer-1', key);
      const retry = { maxAttempts: 3, firstDelay: 'PT0.1S', jitter: 0 };

      const doubled = await run('client-double', 'double', {
        settings: { topic: 'double', input: { amount: 'context.amount' } },
      } as Partial<Activity>);
      const flaky = await run('client-flaky', 'flaky', { retry });
      const declined = await run('client-declined', 'declined');
      const slow = await run('client-slow', 'slow');

      expect((await world.untilStatus(doubled, 'completed')).results['work']?.output).toEqual({
        doubled: 3000,
      });
      expect((await world.untilStatus(flaky, 'completed')).results['work']?.output).toEqual({ attempt: 3 });
      expect((await world.untilStatus(declined, 'completed')).state).toBe('refused');
      expect(await world.untilStatus(slow, 'completed')).toMatchObject({
        activities: { 'main:working:1:work': { attempts: 1, losses: 0 } },
      });
      const did = worker.said.flatMap(({ did: key }) => (typeof key === 'string' ? [key] : []));
      expect(did.filter((one) => one.startsWith(slow))).toHaveLength(1);
      expect(did.filter((one) => one.startsWith(flaky))).toHaveLength(3);
      worker.child.kill('SIGTERM');
      await worker.exited;
      expect(worker.child.exitCode).toBe(0);
    },
  );

  test('lose nothing when one is killed: another takes over', { timeout: 120_000 }, async () => {
    const key = await keyFor();
    const first = await spawnWorker('mortal-1', key);
    const id = await run('client-deadly', 'deadly');
    await first.exited;
    await spawnWorker('mortal-2', key);

    const done = await world.untilStatus(id, 'completed');

    expect(done.activities['main:working:1:work']).toMatchObject({ attempts: 2, losses: 1 });
    expect(await world.attempts(id, 'work')).toMatchObject([
      { worker: 'mortal-1', result: 'failed', code: 'lease_expired' },
      { worker: 'mortal-2', result: 'completed' },
    ]);
  });
});

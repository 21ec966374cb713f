import type { Pool } from 'pg';
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
import { advanceInstance } from './advance';
import type { Worker } from './attempts';

let world: RuntimeWorld;

beforeAll(async () => {
  world = await RuntimeWorld.make();
  await world.publish(
    aDefinition({
      key: 'in-a-row',
      steps: [
        start(),
        automated('first', [executeFunction('one', 'work'), executeFunction('two', 'work')]),
        automated('second', [executeFunction('three', 'work')]),
        end(),
      ],
      transitions: [go('start', 'first'), go('first', 'second'), go('second', 'done')],
    }),
  );
});
afterAll(async () => {
  await world.expectVerified();
  await world.drop();
});

const place = (instanceId: string) => ({ tenantId: world.tenantId, instanceId });

function worker(perform: Worker['perform'], parts: Partial<Worker> = {}): Worker {
  const stopping = new AbortController().signal;
  return { id: 'by-hand', pool: world.database.app, perform, leaseSeconds: 60, stopping, ...parts };
}

/** The world's pool, whose answers a test may look at and lose. */
function watched(seen: (name: string | undefined) => void): Pool {
  const { app } = world.database;
  const query = async (asked: { name?: string; text: string; values: unknown[] }) => {
    const answer = await app.query(asked);
    seen(asked.name);
    return answer;
  };
  return Object.assign(Object.create(app) as Pool, { query });
}

const isTransition = (name: string | undefined) => name === 'transition';

test('between two activities in a row there is one commit and one round trip: the result of one, and the lease of the other', async () => {
  const id = await world.start('in-a-row');
  const durable: string[][] = [];
  const perform = async () => {
    const { activities } = await world.snapshot(id);
    durable.push(Object.values(activities).map(({ activity, status }) => `${activity} ${status}`));
    return { done: true };
  };
  const asked: (string | undefined)[] = [];
  const pool = watched((name) => asked.push(name));

  await advanceInstance(worker(perform, { pool }), place(id));

  expect(await world.snapshot(id)).toMatchObject({ status: 'completed' });
  expect(durable.map((activities) => activities.toSorted())).toEqual([
    ['one running', 'two created'],
    ['one completed', 'two running'],
    ['one completed', 'three running', 'two completed'],
  ]);
  expect(asked.filter((name) => name !== 'load_definition')).toEqual([
    'load_snapshot',
    ...Array.from({ length: 4 }, () => 'transition'),
  ]);
});

test('what somebody else did meanwhile is seen: a worker that decides by what it knew looks again', async () => {
  const id = await world.start('in-a-row');
  const perform: Worker['perform'] = async (_loaded, _execution, { key }) => {
    if (key === 'two') await world.move(id, { kind: 'pause', reason: 'A look at it.' });
    return { done: key };
  };

  await advanceInstance(worker(perform), place(id));

  expect(await world.snapshot(id)).toMatchObject({
    status: 'paused',
    activities: { 'main:first:1:two': { status: 'completed' } },
  });
  await world.move(id, { kind: 'resume', reason: 'It is fine.' });
  await advanceInstance(worker(perform), place(id));
  expect(await world.snapshot(id)).toMatchObject({ status: 'completed' });
});

test('a worker that does not hear whether its report was committed goes on with what the report began', async () => {
  const id = await world.start('in-a-row');
  let commits = 0;
  const pool = watched((name) => {
    if (!isTransition(name)) return;
    commits += 1;
    if (commits === 2) throw Object.assign(new Error('The connection was cut.'), { code: 'ECONNRESET' });
  });
  const run: string[] = [];
  const perform: Worker['perform'] = (_loaded, _execution, { key }) => {
    run.push(key);
    return Promise.resolve(null);
  };

  await advanceInstance(worker(perform, { pool }), place(id));

  expect(await world.snapshot(id)).toMatchObject({ status: 'completed' });
  expect(run).toEqual(['one', 'two', 'three']);
});

test('a worker that is told to stop begins nothing more, and its job fails, so that another one gets it', async () => {
  const id = await world.start('in-a-row');
  const stop = new AbortController();
  // It is told when the result is there and not committed yet.
  const perform: Worker['perform'] = () => {
    queueMicrotask(() => stop.abort(new Error('The worker stops.')));
    return Promise.resolve({ done: true });
  };

  await expect(advanceInstance(worker(perform, { stopping: stop.signal }), place(id))).rejects.toThrow(
    'The worker stops',
  );

  expect(await world.snapshot(id)).toMatchObject({
    status: 'running',
    activities: { 'main:first:1:one': { status: 'completed' }, 'main:first:1:two': { status: 'ready' } },
  });
  await advanceInstance(
    worker(() => Promise.resolve(null)),
    place(id),
  );
  expect(await world.snapshot(id)).toMatchObject({ status: 'completed' });
});

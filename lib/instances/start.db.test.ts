import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decideTask } from '@/lib/tasks/commands';
import { authenticate, createKey } from '@/lib/people/api-keys';
import type { Actor } from '@/lib/people/actor';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import {
  addressOf,
  publish,
  refund,
  refundWorld,
  take,
  type World,
} from '@/lib/testing/builders/refund-world';
import { getInstance, listEvents } from './queries';
import type { StartInstance } from './schema';
import { startInstance } from './start';

let database: TestDatabase;
let world: World;
let carol: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  carol = await world.person('carol');
  await publish(world.admin, {
    ...refund,
    key: 'single',
    name: 'Single',
    subject: { type: 'order', unique: true },
  });
  await publish(world.admin, { ...refund, key: 'private', name: 'Private', startableBy: ['senior'] });
});
afterAll(() => database.drop());

const order = (more: Partial<StartInstance> = {}): StartInstance => ({
  definition: 'refund',
  subject: { id: 'A-1' },
  input: { amount: 10 },
  ...more,
});

async function count(where: string, value: string) {
  const { rows } = await database.owner.query(
    `SELECT count(*)::int AS n FROM instances WHERE ${where} = $1`,
    [value],
  );
  return (rows[0] as { n: number }).n;
}

describe('starting', () => {
  test('gives the instance at rest in its first task', async () => {
    const started = take(await startInstance(carol, order()));

    expect(started).toMatchObject({
      status: 'waiting',
      state: 'in_review',
      replayed: false,
      openTasks: [{ step: 'in_review', title: 'Approve 10' }],
    });
    expect(take(await getInstance(carol, started.id))).toMatchObject({
      requester: { name: 'Carol' },
      facts: [{ label: 'Amount', value: 10 }],
      waitingOn: [{ roles: [{ key: 'approver' }], claimed: false }],
      waitingOnNames: ['approver'],
      dueAt: null,
      next: ['approved'],
    });
  });

  test('keeps the key that was used as the cause of the events', async () => {
    const { id, key } = take(await createKey(world.admin, { name: 'acts', permissions: ['act_as_others'] }));
    const acting = take(await authenticate(`Bearer ${key}`, addressOf('carol')));

    const started = take(await startInstance(acting, order()));

    const [first] = take(await listEvents(carol, started.id)).items;
    expect(first).toMatchObject({ actor: { type: 'user', name: 'Carol' }, causationId: `api-key:${id}` });
  });

  test('by a key that acts as nobody has no requester', async () => {
    const { key } = take(
      await createKey(world.admin, { name: 'robot', permissions: ['instances.start', 'instances.read_all'] }),
    );
    const robot = take(await authenticate(`Bearer ${key}`, null));

    const started = take(await startInstance(robot, order()));

    const instance = take(await getInstance(robot, started.id));
    expect(instance.requester).toBeNull();
    const [first] = take(await listEvents(robot, started.id)).items;
    expect(first?.actor).toMatchObject({ type: 'partner', name: 'robot' });
  });
});

describe('the same Idempotency-Key', () => {
  test('with the same order gives the instance of the first time', async () => {
    const first = take(await startInstance(carol, order({ input: { amount: 1, customer: 'x' } }), 'same'));
    const again = take(await startInstance(carol, order({ input: { customer: 'x', amount: 1 } }), 'same'));

    expect(again).toMatchObject({ id: first.id, replayed: true });
  });

  test('still gives it after the task was decided', async () => {
    const first = take(await startInstance(carol, order(), 'later'));
    take(await decideTask(await world.person('ann'), first.openTasks[0]!.id, { outcome: 'approve' }));

    const again = take(await startInstance(carol, order(), 'later'));

    expect(again).toMatchObject({ id: first.id, status: 'completed', replayed: true, openTasks: [] });
  });

  test('with another order is refused', async () => {
    const first = take(await startInstance(carol, order(), 'other'));

    const again = await startInstance(carol, order({ input: { amount: 11 } }), 'other');

    expect(again).toMatchObject({ refusal: { code: 'invalid', data: { instanceId: first.id } } });
  });

  test('of another person is another key', async () => {
    const first = take(await startInstance(carol, order(), 'shared'));
    const second = take(await startInstance(await world.person('ann'), order(), 'shared'));

    expect(second.id).not.toBe(first.id);
  });

  test.each(['refund', 'single'])('twenty times at once starts one %s', async (definition) => {
    const key = `race-${definition}`;
    const asked = order({ definition, subject: { id: key } });

    const results = await Promise.all(Array.from({ length: 20 }, () => startInstance(carol, asked, key)));

    const ids = new Set(results.map((result) => take(result).id));
    expect(ids.size).toBe(1);
    expect(results.filter((result) => !take(result).replayed)).toHaveLength(1);
    expect(await count('subject_id', key)).toBe(1);
  });

  test.each(['', 'x'.repeat(201), 'a\u0000b'])('must be one: %j', async (key) => {
    expect(await startInstance(carol, order(), key)).toMatchObject({ refusal: { code: 'invalid' } });
  });
});

describe('a process with one live instance a subject', () => {
  test('starts one of ten that come at once, and names it to the others', async () => {
    const asked = order({ definition: 'single', subject: { id: 'S-1' } });

    const results = await Promise.all(Array.from({ length: 10 }, () => startInstance(carol, asked)));

    const started = results.filter((result) => result.ok).map((result) => take(result));
    expect(started).toHaveLength(1);
    for (const result of results.filter((one) => !one.ok)) {
      expect(result).toMatchObject({ refusal: { code: 'duplicate', data: { instanceId: started[0]!.id } } });
    }
  });

  test('starts again when the one before has ended', async () => {
    const asked = order({ definition: 'single', subject: { id: 'S-2' } });
    const first = take(await startInstance(carol, asked));
    take(await decideTask(await world.person('ann'), first.openTasks[0]!.id, { outcome: 'approve' }));

    expect((await startInstance(carol, asked)).ok).toBe(true);
  });
});

describe('a start is refused', () => {
  test.each([
    ['a missing field', { input: {} }, '/input/amount'],
    ['a wrong type', { input: { amount: '10' } }, '/input/amount'],
    ['too small a number', { input: { amount: -1 } }, '/input/amount'],
    ['a wrong format', { input: { amount: 1, mail: 'nobody' } }, '/input/mail'],
    ['an undeclared field', { input: { amount: 1, approved: true } }, '/input/approved'],
    ['no input object', { input: [] }, '/input'],
    ['an empty subject', { subject: { id: '  ' } }, '/subject/id'],
    ['too long a subject', { subject: { id: 'x'.repeat(201) } }, '/subject/id'],
    ['a NUL character', { input: { amount: 1, customer: 'a\u0000' } }, '/input/customer'],
    [
      'a name of a prototype',
      { input: JSON.parse('{"amount":1,"__proto__":{}}') as object },
      '/input/__proto__',
    ],
    ['a number that JSON cannot hold', { input: { amount: Infinity } }, '/input/amount'],
    ['an unknown field beside it', { priority: 1 }, '/priority'],
    ['a definition that is no key', { definition: '../x' }, '/definition'],
  ])('for %s, with its place', async (_, more, path) => {
    const result = await startInstance(carol, order(more as never));

    expect(result).toMatchObject({ refusal: { code: 'invalid' } });
    const errors = (result.ok ? [] : result.refusal.data['errors']) as { path: string; message: string }[];
    expect(errors.map((error) => error.path)).toContain(path);
  });

  test('for endless nesting', async () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) as never;

    expect(await startInstance(carol, order({ input: { amount: 1, deep } }))).toMatchObject({
      refusal: { code: 'invalid' },
    });
  });

  test('for an input that is too large, with its size and the limit', async () => {
    const result = await startInstance(carol, order({ input: { amount: 1, customer: 'x'.repeat(300_000) } }));

    expect(result).toMatchObject({
      refusal: { code: 'too_large', data: { limit: 262_144, size: expect.any(Number) } },
    });
  });

  test('for a process that is not there', async () => {
    expect(await startInstance(carol, order({ definition: 'nothing' }))).toMatchObject({
      refusal: { code: 'not_found' },
    });
  });

  test('to whom none of its roles belongs', async () => {
    expect(await startInstance(carol, order({ definition: 'private' }))).toMatchObject({
      refusal: { code: 'forbidden' },
    });
    expect((await startInstance(await world.person('bob'), order({ definition: 'private' }))).ok).toBe(true);
  });

  test('in another tenant', async () => {
    const other = await refundWorld(database.owner);

    expect(await startInstance(await other.person('carol'), order({ definition: 'single' }))).toMatchObject({
      refusal: { code: 'not_found' },
    });
  });
});

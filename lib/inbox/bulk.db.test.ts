import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '@/lib/people/actor';
import { putPerson } from '@/lib/people/commands';
import { actorOf, readPerson } from '@/lib/people/read-person';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { addressOf, refund, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { claimTask, decideTask } from '@/lib/tasks/commands';
import { listComments } from '@/lib/comments/queries';
import { getTask, listTasks } from '@/lib/tasks/queries';
import { actOnTasks } from './bulk';
import { mostAtOnce } from './schema';

let database: TestDatabase;
let world: World;
let ann: Actor;
let bob: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  [ann, bob] = [await world.person('ann'), await world.person('bob')];
});
afterAll(() => database.drop());

const waiting = async (amount = 500, by: 'carol' | 'ann' = 'carol') =>
  (await world.start({ input: { amount } }, by)).openTasks[0]!.id;
const approve = { kind: 'decide', outcome: 'approve' } as const;

describe('the same done to several tasks', () => {
  test('is done to the good ones; the others say by which rule they were refused', async () => {
    const [good, own, tooMuch, taken, decided] = [
      [await waiting(), await waiting(), await waiting()],
      await waiting(10, 'ann'),
      await waiting(5000),
      await waiting(),
      await waiting(),
    ];
    take(await claimTask(bob, taken));
    take(await decideTask(bob, decided, { outcome: 'approve' }));

    const tasks = [good[0]!, own, tooMuch, good[1]!, taken, decided, good[2]!, 'no-such-task'];
    const result = take(await actOnTasks(ann, { tasks, act: approve }));

    expect(result).toMatchObject({ done: 3, refused: 5 });
    expect(result.rows.map(({ task, ok, refusal }) => [task, ok, refusal?.rule ?? refusal?.code])).toEqual([
      [good[0], true, undefined],
      [own, false, 'requester'],
      [tooMuch, false, 'limit'],
      [good[1], true, undefined],
      [taken, false, 'claimed'],
      [decided, false, 'closed'],
      [good[2], true, undefined],
      ['no-such-task', false, 'not_found'],
    ]);
    expect(result.rows[5]?.refusal?.message).toMatch(/^Already decided by Bob on /);
    expect(result.rows[0]).toMatchObject({ title: 'Approve 500', subject: expect.stringMatching(/^order-/) });
  });

  test('asks for the reason that an outcome needs, and refuses what needs a form', async () => {
    const task = await waiting();
    const rejected = take(
      await actOnTasks(ann, { tasks: [task], act: { kind: 'decide', outcome: 'reject', reason: null } }),
    );
    expect(rejected).toMatchObject({ done: 0, refused: 1 });
    take(
      await actOnTasks(ann, {
        tasks: [task],
        act: { kind: 'decide', outcome: 'reject', reason: 'no receipt' },
      }),
    );
    expect(take(await getTask(ann, task)).votes).toMatchObject([{ outcome: 'reject', reason: 'no receipt' }]);

    const [start, review, ...ends] = refund.steps;
    const form = { schema: { type: 'object', properties: { why: { type: 'string' } }, required: ['why'] } };
    const formed = await refundWorld(database.owner, {
      ...refund,
      steps: [start!, { ...review!, form } as typeof start & object, ...ends],
    });
    const asked = (await formed.start()).openTasks[0]!.id;
    const refusedForm = take(await actOnTasks(await formed.person('ann'), { tasks: [asked], act: approve }));
    expect(refusedForm.rows[0]?.refusal).toMatchObject({ rule: 'form' });
  });

  test('claims, gives back, assigns and puts off', async () => {
    const tasks = [await waiting(), await waiting()];
    const each = async (act: Parameters<typeof actOnTasks>[1]['act'], by = ann) =>
      take(await actOnTasks(by, { tasks, act })).done;
    const holders = async () =>
      Promise.all(tasks.map(async (id) => take(await getTask(ann, id)).assignee?.name ?? null));

    expect(await each({ kind: 'claim' })).toBe(2);
    expect(await holders()).toEqual(['Ann', 'Ann']);
    expect(await each({ kind: 'claim' }, bob)).toBe(0);
    expect(await each({ kind: 'release' })).toBe(2);
    expect(await each({ kind: 'assign', to: addressOf('bob'), reason: 'his customers' })).toBe(2);
    expect(await holders()).toEqual(['Bob', 'Bob']);
    const until = new Date(Date.now() + 60_000).toISOString();
    expect(await each({ kind: 'snooze', until }, bob)).toBe(2);
    expect(take(await listTasks(bob, { view: 'snoozed' })).items).toHaveLength(2);
  });

  test('writes the same about each request', async () => {
    const tasks = [await waiting(), await waiting()];

    expect(
      take(await actOnTasks(ann, { tasks, act: { kind: 'comment', text: 'Waiting for the pallet.' } })).done,
    ).toBe(2);
    const { instanceId } = take(await getTask(ann, tasks[1]!));
    expect(take(await listComments(ann, instanceId))).toMatchObject([
      { author: { name: 'Ann' }, text: 'Waiting for the pallet.' },
    ]);
    const none = take(
      await actOnTasks(await world.person('eve'), { tasks, act: { kind: 'comment', text: 'hi' } }),
    );
    expect(none).toMatchObject({ done: 0, refused: 2 });
  });

  test('is refused as a whole when nothing, too much or nonsense is asked for', async () => {
    const many = Array.from({ length: mostAtOnce + 1 }, (_, index) => `t-${index}`);
    for (const order of [
      { tasks: [], act: approve },
      { tasks: many, act: approve },
      { tasks: ['x'], act: { kind: 'explode' } as never },
    ]) {
      expect(await actOnTasks(ann, order)).toMatchObject({ refusal: { code: 'invalid' } });
    }
  });

  test('does nothing to another tenant’s tasks', async () => {
    const other = await refundWorld(database.owner);
    const foreign = (await other.start()).openTasks[0]!.id;

    const result = take(await actOnTasks(ann, { tasks: [foreign], act: approve }));

    expect(result.rows).toMatchObject([{ title: null, subject: null, refusal: { code: 'not_found' } }]);
  });
});

describe('many approvers racing for many tasks', () => {
  const size = 30;

  test(`decide each of ${size} once, and every loser hears who was first`, { timeout: 60_000 }, async () => {
    const tasks: string[] = [];
    for (let index = 0; index < size; index += 1) tasks.push(await waiting());
    const approvers: Actor[] = [];
    for (let index = 0; index < size; index += 1) {
      const email = addressOf(`racer-${index}`);
      take(await putPerson(world.admin, email, { name: `Racer ${index}`, roles: ['approver'] }));
      const { rows } = await database.owner.query<{ id: string }>('SELECT id FROM people WHERE email = $1', [
        email,
      ]);
      const person = await readPerson(world.tenantId, rows[0]!.id);
      approvers.push(actorOf(world.tenantId, person!, { via: 'api' }));
    }

    // Three meet at each task: its own approver and the two before. A dozen calls are under way at any moment.
    const calls = [0, 1, 2].flatMap((step) =>
      approvers.map((approver, index) => ({ approver, task: tasks[(index + step) % size]! })),
    );
    const interleaved = calls.toSorted((a, b) => tasks.indexOf(a.task) - tasks.indexOf(b.task)).values();
    const results: Awaited<ReturnType<typeof decideTask>>[] = [];
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        for (const { approver, task } of interleaved) {
          results.push(await decideTask(approver, task, { outcome: 'approve' }));
        }
      }),
    );

    expect(results).toHaveLength(3 * size);
    expect(results.filter((result) => result.ok)).toHaveLength(size);
    const refusals = results.flatMap((result) => (result.ok ? [] : [result.refusal]));
    expect(refusals.every(({ message }) => /^Already decided by Racer \d+ on /.test(message))).toBe(true);
    const { rows } = await database.owner.query<{ decided: number }>(
      `SELECT count(*)::int AS decided FROM events e JOIN tasks t ON t.tenant_id = e.tenant_id AND t.instance_id = e.instance_id
       WHERE e.type = 'USER_TASK_DECIDED' AND t.id = ANY ($1)`,
      [tasks],
    );
    expect(rows[0]?.decided).toBe(size);
  });
});

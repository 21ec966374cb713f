import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Definition } from '@/lib/engine/definition/schema';
import { getInstance } from '@/lib/instances/queries';
import { putPerson } from '@/lib/people/commands';
import type { Refusal } from '@/lib/people/refusal';
import {
  addressOf,
  publish,
  refund,
  refundWorld,
  take,
  type World,
} from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { claimTask, decideTask } from '@/lib/tasks/commands';
import { previewAuthority } from '@/lib/tasks/preview';
import { getTask } from '@/lib/tasks/queries';
import { actingFor } from './acting-for';
import { createAbsence, recallAbsence } from './commands';
import { listProcesses } from './processes';
import { decidedForMe, listAbsences } from './queries';
import type { CreateAbsence } from './schema';

let database: TestDatabase;
let world: World;

/** Two approvals by different people of two steps: who decided the first may not decide the second. */
const expense: Definition = {
  ...refund,
  key: 'expense',
  name: 'Expense',
  steps: [
    ...refund.steps,
    {
      ...(refund.steps[1] as object),
      key: 'second_look',
      who: { roles: ['approver'], notDecidersOf: 'all' },
    },
  ] as Definition['steps'],
  transitions: [
    { key: 'begin', from: 'start', to: 'in_review' },
    { key: 'look-again', from: 'in_review', to: 'second_look', on: { outcome: 'approve' } },
    { key: 'reject', from: 'in_review', to: 'rejected', on: { outcome: 'reject' } },
    { key: 'approve', from: 'second_look', to: 'approved', on: { outcome: 'approve' } },
    { key: 'refuse', from: 'second_look', to: 'rejected', on: { outcome: 'reject' } },
  ],
};

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  await publish(world.admin, expense);
});
afterAll(() => database.drop());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

async function away(who: Parameters<World['person']>[0], deputy: string, more: Partial<CreateAbsence> = {}) {
  const actor = await world.person(who);
  return take(await createAbsence(actor, { deputy: addressOf(deputy), endsAt: inDays(7), ...more }));
}

/** Ends what a test began, so that the next finds everybody at work. */
async function allBack() {
  const { items } = take(await listAbsences(world.admin, { view: 'all' }));
  for (const { id } of items) take(await recallAbsence(world.admin, id));
}

async function openTask(amount = 500, by: Parameters<World['person']>[0] = 'carol') {
  const started = await world.start({ input: { amount } }, by);
  return { task: started.openTasks[0]!.id, instance: started.id };
}

function refused(result: { ok: true } | { ok: false; refusal: Refusal }): Refusal {
  if (result.ok) throw new Error('this was not refused');
  return result.refusal;
}

describe('a deputy', () => {
  test('sees, claims and decides the task on behalf of who is away, who finds it afterwards', async () => {
    // Eve holds no role; the limit asks for one of her own.
    take(await putPerson(world.admin, addressOf('eve'), { name: 'Eve', roles: ['senior'] }));
    const { task, instance } = await openTask();
    const eve = await world.person('eve');
    expect(refused(await getTask(eve, task)).code).toBe('not_found');

    await away('ann', 'eve');

    expect(take(await getTask(eve, task)).mayDecide).toMatchObject({
      ok: true,
      right: { by: 'deputy', onBehalfOf: { name: 'Ann' }, their: { by: 'role', role: 'approver' } },
    });
    expect((await actingFor(eve)).map(({ name }) => name)).toEqual(['Ann']);
    take(await claimTask(eve, task));
    take(await decideTask(eve, task, { outcome: 'approve' }));

    const { rows } = await database.owner.query(
      `SELECT actor_name, on_behalf_of_name, data -> 'onBehalfOf' ->> 'name' AS data, data -> 'authority' ->> 'by' AS "by"
       FROM events WHERE instance_id = $1 AND type = 'USER_TASK_DECIDED'`,
      [instance],
    );
    expect(rows).toEqual([{ actor_name: 'Eve', on_behalf_of_name: 'Ann', data: 'Ann', by: 'deputy' }]);
    expect(take(await decidedForMe(await world.person('ann')))[0]).toMatchObject({
      taskId: task,
      outcomeName: 'Approve',
      by: 'Eve',
    });
    expect(take(await getInstance(eve, instance)).id).toBe(instance);
    take(await putPerson(world.admin, addressOf('eve'), { name: 'Eve', roles: [] }));
    await allBack();
  });

  test('decides nothing that they may not decide themselves: their own request, over their own limit', async () => {
    await away('ann', 'carol');
    const own = await openTask(500, 'carol');
    const foreign = await openTask(500, 'bob');
    const carol = await world.person('carol');

    expect(refused(await decideTask(carol, own.task, { outcome: 'approve' })).data).toMatchObject({
      rule: 'requester',
    });
    expect(refused(await decideTask(carol, foreign.task, { outcome: 'approve' })).data).toMatchObject({
      rule: 'limit',
    });
    await allBack();
  });

  test('stands in for who stands in: a chain, as long as it lasts', async () => {
    const { task } = await openTask();
    await away('ann', 'dora');
    await away('dora', 'bob');

    const asBob = take(await previewAuthority(await world.person('bob'), task));

    expect(await actingFor(await world.person('bob'))).toMatchObject([
      { name: 'Ann', through: ['Dora'] },
      { name: 'Dora', through: [] },
    ]);
    expect(asBob.people.map(({ name, mayDecide }) => [name, mayDecide.ok])).toEqual([
      ['Ann', true],
      ['Bob', true],
      ['Dora', false],
    ]);
    await allBack();
  });

  test('has no right any more after the absence was recalled', async () => {
    const { id } = await away('bob', 'ann');
    const { task } = await openTask(5000);
    const [ann, bob] = [await world.person('ann'), await world.person('bob')];

    expect(take(await recallAbsence(bob, id)).state).toBe('recalled');

    const decision = { outcome: 'approve', onBehalfOf: bob.personId };
    expect(refused(await decideTask(ann, task, decision)).data).toMatchObject({ rule: 'deputy' });
  });
});

describe('an absence', () => {
  test('that would close a circle is refused, with the names in it', async () => {
    await away('ann', 'bob');
    await away('bob', 'dora', { startsAt: inDays(3), endsAt: inDays(20) });
    const dora = await world.person('dora');

    const circle = refused(await createAbsence(dora, { deputy: addressOf('ann'), endsAt: inDays(5) }));

    expect(circle).toMatchObject({
      code: 'not_allowed',
      data: { rule: 'cycle', chain: ['Dora', 'Ann', 'Bob', 'Dora'] },
    });
    // At another time, or for another process, it is none.
    const later = { deputy: addressOf('ann'), startsAt: inDays(8), endsAt: inDays(9) };
    expect((await createAbsence(dora, later)).ok).toBe(true);
    await allBack();
  });

  test('of two people who name each other at the same moment is entered once', async () => {
    const [ann, bob] = [await world.person('ann'), await world.person('bob')];

    const both = await Promise.all([
      createAbsence(ann, { deputy: bob.email, endsAt: inDays(2) }),
      createAbsence(bob, { deputy: ann.email, endsAt: inDays(2) }),
    ]);

    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    await allBack();
  });

  test.each([
    ['/endsAt', { endsAt: '2020-01-01T00:00:00Z', startsAt: '2019-01-01T00:00:00Z' }],
    ['/endsAt', { endsAt: '2036-01-01T00:00:00Z', startsAt: '2036-01-02T00:00:00Z' }],
    ['/deputy', { deputy: 'nobody@example.test' }],
    ['/deputy', { deputy: addressOf('ann') }],
    ['/processes/0', { processes: ['unknown'] }],
    ['/mostAmount', { mostAmount: -1 }],
  ])('is refused where %s is wrong', async (path, wrong) => {
    const order = { deputy: addressOf('bob'), endsAt: inDays(2), ...wrong };

    expect(refused(await createAbsence(await world.person('ann'), order)).data).toMatchObject({
      errors: [{ path }],
    });
  });

  test('of somebody else is for administrators to enter, to see and to recall', async () => {
    const [ann, bob] = [await world.person('ann'), await world.person('bob')];
    const order = { person: addressOf('bob'), deputy: addressOf('dora'), endsAt: inDays(2) };

    expect(refused(await createAbsence(ann, order)).data).toMatchObject({ permission: 'people.manage' });
    const { id } = take(await createAbsence(world.admin, order));

    expect(refused(await recallAbsence(ann, id)).code).toBe('not_found');
    expect(refused(await listAbsences(ann, { view: 'all' })).code).toBe('forbidden');
    expect(take(await listAbsences(bob)).items).toMatchObject([{ id, createdBy: 'Admin', state: 'active' }]);
    expect(take(await listAbsences(await world.person('dora'), { view: 'for_me' })).items).toHaveLength(1);
    await allBack();
  });
});

test('an absence can end at an amount in the processes of which a task names one', async () => {
  const uncounted: Definition = {
    ...refund,
    key: 'uncounted',
    name: 'Uncounted',
    steps: refund.steps.map((step) =>
      step.type === 'USER_TASK' ? { ...step, who: { roles: ['approver'] } } : step,
    ),
  };
  await publish(world.admin, uncounted);

  const processes = await listProcesses(await world.person('ann'));

  expect(processes.find(({ key }) => key === 'uncounted')).toMatchObject({ namesAmount: false });
  expect(processes).toContainEqual({ key: 'refund', name: refund.name, namesAmount: true });
});

test('who decided one task of a request cannot decide the one that asks for another person', async () => {
  const [ann, bob] = [await world.person('ann'), await world.person('bob')];
  const started = await world.start({ definition: 'expense' });
  const decided = take(await decideTask(ann, started.openTasks[0]!.id, { outcome: 'approve' }));
  const second = decided.openTasks[0]!.id;

  expect(take(await getTask(ann, second)).mayDecide).toMatchObject({ rule: 'previous_approver' });
  expect(refused(await decideTask(ann, second, { outcome: 'approve' })).data).toMatchObject({
    rule: 'previous_approver',
  });
  take(await decideTask(bob, second, { outcome: 'approve' }));
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putPerson } from '@/lib/people/commands';
import type { Refusal } from '@/lib/people/refusal';
import { verifyInstance } from '@/lib/runtime/verify';
import { addressOf, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { claimTask, decideTask } from './commands';
import { delegateTask, handBackTask, reassignTask } from './hand-over';
import { previewLeaver, replaceInTasks } from './leaver';
import { getTask } from './queries';
import { watchTasksOf } from './stranded';

let database: TestDatabase;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  take(await putPerson(world.admin, addressOf('lea'), { name: 'Lea', roles: ['employee', 'approver'] }));
});
afterAll(() => database.drop());

async function openTask(amount = 500, by: Parameters<World['person']>[0] = 'carol') {
  const started = await world.start({ input: { amount } }, by);
  return { task: started.openTasks[0]!.id, instance: started.id };
}

function refused(result: { ok: true } | { ok: false; refusal: Refusal }): Refusal {
  if (result.ok) throw new Error('this was not refused');
  return result.refusal;
}

async function stateOf(instance: string) {
  const { rows } = await database.owner.query<{ status: string; incidents: string[] }>(
    `SELECT i.status, ARRAY(SELECT c.code FROM incidents c WHERE c.instance_id = i.id AND c.closed_at IS NULL) AS incidents
     FROM instances i WHERE i.id = $1`,
    [instance],
  );
  return rows[0]!;
}

describe('a delegated task', () => {
  test('belongs to the colleague, who decides it by that right, and whoever gave it stands in the history', async () => {
    const { task, instance } = await openTask();
    const [ann, bob] = [await world.person('ann'), await world.person('bob')];
    take(await claimTask(ann, task));

    take(await delegateTask(ann, task, { to: bob.email, reason: 'Knows the customer' }));

    expect(take(await getTask(bob, task))).toMatchObject({
      assignee: { name: 'Bob' },
      delegatedBy: { name: 'Ann' },
      mayHandBack: true,
    });
    take(await claimTask(bob, task));
    take(await decideTask(bob, task, { outcome: 'approve' }));
    expect(await verifyInstance(database.app, world.tenantId, instance)).toMatchObject({ ok: true });
  });

  test('goes back to who had it, by who has it and by who gave it, and by nobody else', async () => {
    const { task } = await openTask();
    const [ann, bob, eve] = [await world.person('ann'), await world.person('bob'), await world.person('eve')];
    take(await claimTask(ann, task));
    take(await delegateTask(ann, task, { to: bob.email }));

    expect(refused(await handBackTask(eve, task)).code).toBe('forbidden');
    take(await handBackTask(bob, task));

    const back = take(await getTask(ann, task));
    expect(back).toMatchObject({ assignee: { name: 'Ann' }, delegatedBy: null, mayHandBack: false });
    expect(refused(await handBackTask(ann, task)).code).toBe('not_allowed');
  });

  test('is not given to who could not decide it: the requester, over their limit, nobody known', async () => {
    const { task } = await openTask(5000);
    const bob = await world.person('bob');

    for (const [to, rule] of [
      ['carol', 'requester'],
      ['ann', 'limit'],
    ] as const) {
      expect(refused(await delegateTask(bob, task, { to: addressOf(to) })).data).toMatchObject({ rule });
    }
    expect(refused(await delegateTask(bob, task, { to: 'nobody@example.test' })).code).toBe('invalid');
    const eve = await world.person('eve');
    expect(refused(await delegateTask(eve, task, { to: bob.email })).data).toMatchObject({
      rule: 'not_candidate',
    });
  });
});

test('staff give a task to somebody with a reason, and nobody else does', async () => {
  const { task, instance } = await openTask();
  const order = { to: addressOf('bob'), reason: 'Ann is ill' };

  expect(refused(await reassignTask(await world.person('ann'), task, order)).data).toMatchObject({
    permission: 'instances.repair',
  });
  expect(refused(await reassignTask(await world.person('sam'), task, { ...order, reason: ' ' })).code).toBe(
    'invalid',
  );
  take(await reassignTask(await world.person('sam'), task, order));

  const { rows } = await database.owner.query(
    "SELECT actor_type, reason FROM events WHERE instance_id = $1 AND type = 'USER_TASK_REASSIGNED'",
    [instance],
  );
  expect(rows).toEqual([{ actor_type: 'staff', reason: 'Ann is ill' }]);
});

describe('a leaver', () => {
  test('is replaced in the tasks of the preview, with a result for each, and in no others', async () => {
    const lea = addressOf('lea');
    const mine = [await openTask(), await openTask(), await openTask(500, 'bob')];
    for (const { task } of mine) {
      take(await reassignTask(await world.person('sam'), task, { to: lea, reason: 'Hers' }));
    }
    const preview = take(await previewLeaver(world.admin, lea));
    const later = await openTask();
    take(await reassignTask(await world.person('sam'), later.task, { to: lea, reason: 'Hers too' }));

    const order = { by: addressOf('bob'), reason: 'Lea leaves', tasks: preview.tasks.map(({ id }) => id) };
    const { results } = take(await replaceInTasks(world.admin, lea, order));

    expect(preview.tasks.map(({ held }) => held)).toEqual(['assigned', 'assigned', 'assigned']);
    expect(results.map(({ ok }) => ok)).toEqual([true, true, false]);
    expect(results[2]?.message).toContain('requester');
    expect(take(await getTask(world.admin, later.task)).assignee?.name).toBe('Lea');
    expect(take(await getTask(world.admin, mine[0]!.task)).assignee?.name).toBe('Bob');
    expect(refused(await replaceInTasks(await world.person('ann'), lea, order)).code).toBe('forbidden');
  });
});

describe('a task that nobody can do', () => {
  test('becomes an incident when the last who can lose the role, and goes on when somebody gets it', async () => {
    const { task, instance } = await openTask(9000);
    const bob = { name: 'Bob', roles: ['employee', 'approver', 'senior'] };
    await watchTasksOf(world);
    expect((await stateOf(instance)).status).toBe('waiting');

    take(await putPerson(world.admin, addressOf('bob'), { ...bob, roles: ['employee', 'approver'] }));
    await watchTasksOf(world);
    await watchTasksOf(world);
    expect(await stateOf(instance)).toEqual({ status: 'needs_attention', incidents: ['nobody_can_decide'] });

    take(await putPerson(world.admin, addressOf('bob'), bob));
    await watchTasksOf(world);
    expect(await stateOf(instance)).toEqual({ status: 'waiting', incidents: [] });
    take(await decideTask(await world.person('bob'), task, { outcome: 'approve' }));
    expect(await verifyInstance(database.app, world.tenantId, instance)).toMatchObject({ ok: true });
  });
});

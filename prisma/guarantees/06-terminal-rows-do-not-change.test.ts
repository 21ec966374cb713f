import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { activityMoves, taskMoves } from '@/lib/engine/lifecycle';
import { attempt, refusals, type Statement } from '@/lib/testing/attempt';
import { activityEvent, noteEvent, statusEvent, taskEvent } from '@/lib/testing/builders/planned-event';
import { type GuardedWorld, guardedWorld } from '@/lib/testing/guarded-world';
import { HandMadeInstance, pathTo, steps } from '@/lib/testing/hand-made';

let world: GuardedWorld;

beforeAll(async () => {
  world = await guardedWorld();
});
afterAll(() => world.drop());

const row = async (instance: HandMadeInstance) =>
  (await world.owner.query('SELECT * FROM instances WHERE id = $1', [instance.id])).rows[0] as unknown;

describe.each(['completed', 'reversed', 'cancelled'] as const)('an instance that is %s', (status) => {
  let instance: HandMadeInstance;
  let before: unknown;

  beforeEach(async () => {
    instance = await HandMadeInstance.at(world.app, world.tenantId, world.published, status);
    before = await row(instance);
  });

  test('is refused every move', async () => {
    const events = [
      statusEvent(status, 'running'),
      noteEvent('CONTEXT_EDITED', 'context', null, { replace: {}, remove: [] }),
    ];
    for (const event of events) {
      expect(await instance.move([event])).toMatchObject({
        ok: false,
        refusal: { code: 'terminal', data: { status } },
      });
    }
    expect(await row(instance)).toEqual(before);
  });

  test('keeps every column, against the owner too', async () => {
    const { rows } = await world.owner.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_name = 'instances' AND table_schema = 'public' AND is_generated = 'NEVER'`,
    );
    for (const { name } of rows) {
      const same = await attempt(world.owner, null, [
        `UPDATE instances SET ${name} = ${name} WHERE id = $1`,
        instance.id,
      ]);
      expect(same, name).toMatchObject({ refused: refusals.terminal });
    }
    const deleted = await attempt(world.owner, null, ['DELETE FROM instances WHERE id = $1', instance.id]);
    expect(deleted).toMatchObject({ refused: refusals.terminal });
    expect(await row(instance)).toEqual(before);
  });

  test('gets no more history and no more work', async () => {
    const { sequence } = await instance.snapshot();
    const event: Statement = [
      `INSERT INTO events (tenant_id, instance_id, sequence, type, subject, branch, key, lifecycle, to_status,
         actor_type, actor_id, actor_name)
       VALUES ($1, $2, $3, 'USER_TASK_CREATED', 'task', 'main', 'main:late:1', 'task', 'pending', 'user', 'x', 'X')`,
      world.tenantId,
      instance.id,
      sequence + 1,
    ];
    const task: Statement = [
      `INSERT INTO tasks (tenant_id, id, instance_id, key, branch, step, visit, status, title, outcomes, approvals)
       VALUES ($1, gen_random_uuid(), $2, 'main:late:1', 'main', 'late', 1, 'pending', 'Late', '[]', '{}')`,
      world.tenantId,
      instance.id,
    ];

    expect(await attempt(world.owner, null, event, task)).toMatchObject({ refused: refusals.invalidPlan });
    expect(await attempt(world.owner, null, task)).toMatchObject({ refused: refusals.notAllowed });
  });
});

describe('a row that has ended inside a live instance', () => {
  test.each(['completed', 'cancelled'] as const)(
    'a task that is %s keeps what it says, event or no event',
    async (status) => {
      const instance = await HandMadeInstance.at(world.app, world.tenantId, world.published, 'running');
      const sequence = await instance.mustMove([
        taskEvent(null, 'pending'),
        ...steps(pathTo('pending', status, taskMoves)).map(([from, to]) => taskEvent(from, to)),
      ]);

      const silent = await attempt(world.owner, null, [
        "UPDATE tasks SET title = 'Another' WHERE instance_id = $1",
        instance.id,
      ]);
      const told = await attempt(
        world.owner,
        null,
        [
          `INSERT INTO events (tenant_id, instance_id, sequence, type, subject, branch, key, actor_type, actor_id, actor_name)
         VALUES ($1, $2, $3, 'USER_TASK_DECIDED', 'task', 'main', 'main:in_review:1', 'user', 'x', 'X')`,
          world.tenantId,
          instance.id,
          sequence + 1,
        ],
        ["UPDATE tasks SET votes = '[]', outcome = 'reject' WHERE instance_id = $1", instance.id],
      );
      const deleted = await attempt(world.owner, null, [
        'DELETE FROM tasks WHERE instance_id = $1',
        instance.id,
      ]);

      expect(silent).toMatchObject({ refused: refusals.terminal });
      expect(told).toMatchObject({ refused: refusals.terminal });
      expect(deleted).toMatchObject({ refused: refusals.writtenOnce });
    },
  );

  test.each(['completed', 'skipped', 'cancelled'] as const)(
    'an execution that is %s keeps its output and its lease',
    async (status) => {
      const instance = await HandMadeInstance.at(world.app, world.tenantId, world.published, 'running');
      await instance.mustMove([
        activityEvent(null, 'created'),
        ...steps(pathTo('created', status, activityMoves)).map(([from, to]) => activityEvent(from, to)),
      ]);

      for (const set of ["output = '{}'", 'attempts = 9', 'closed_at = NULL', "error = '{}'"]) {
        const changed = await attempt(world.owner, null, [
          `UPDATE activity_executions SET ${set} WHERE instance_id = $1`,
          instance.id,
        ]);
        expect(changed, set).toMatchObject({ refused: refusals.terminal });
      }
      const deleted = await attempt(world.owner, null, [
        'DELETE FROM activity_executions WHERE instance_id = $1',
        instance.id,
      ]);
      expect(deleted).toMatchObject({ refused: refusals.writtenOnce });
    },
  );

  test('a branch begins as open, changes with an event only and, once it has ended, not at all', async () => {
    const { owner, tenantId } = world;
    const { id } = await HandMadeInstance.at(world.app, tenantId, world.published, 'running');
    const branch = (key: string, status: string): Statement => [
      "INSERT INTO branches (tenant_id, instance_id, key, parent, fork, status) VALUES ($1, $2, $3, 'main', 'in_review', $4)",
      tenantId,
      id,
      key,
      status,
    ];
    const told: Statement = [
      `INSERT INTO events (tenant_id, instance_id, sequence, type, subject, branch, key, lifecycle, from_status, to_status,
         actor_type, actor_id, actor_name)
       SELECT tenant_id, id, version + 1, 'BRANCH_ENDED', 'branch', 'b1', 'b1', 'branch', 'open', 'ended', 'user', 'x', 'X'
       FROM instances WHERE id = $1`,
      id,
    ];
    const toldOfAnother: Statement = [
      `INSERT INTO events (tenant_id, instance_id, sequence, type, subject, branch, actor_type, actor_id, actor_name)
       SELECT tenant_id, id, version + 1, 'STEP_EXITED', 'step', 'b1', 'user', 'x', 'X' FROM instances WHERE id = $1`,
      id,
    ];
    const counted: Statement = ['UPDATE instances SET version = version + 1 WHERE id = $1', id];
    const become = (status: string): Statement => [
      'UPDATE branches SET status = $2 WHERE instance_id = $1',
      id,
      status,
    ];

    expect(await attempt(owner, null, branch('b0', 'ended'))).toMatchObject({ refused: refusals.notAllowed });
    expect(await attempt(owner, null, branch('b1', 'open'))).toMatchObject({ refused: null });
    expect(await attempt(owner, null, become('ended'))).toMatchObject({ refused: refusals.notAllowed });
    expect(await attempt(owner, null, toldOfAnother, become('ended'), counted)).toMatchObject({
      refused: refusals.notAllowed,
    });
    expect(await attempt(owner, null, told, counted)).toMatchObject({ refused: refusals.invalidPlan });
    expect(await attempt(owner, null, told, become('ended'), counted)).toMatchObject({ refused: null });
    expect(await attempt(owner, null, told, become('open'), counted)).toMatchObject({
      refused: refusals.terminal,
    });
    expect(await attempt(owner, null, ['DELETE FROM branches WHERE instance_id = $1', id])).toMatchObject({
      refused: refusals.writtenOnce,
    });
  });

  test('but the end of a lease that runs may be moved, and nothing else beside it', async () => {
    const instance = await HandMadeInstance.at(world.app, world.tenantId, world.published, 'running');
    await instance.mustMove([
      activityEvent(null, 'created'),
      ...steps(pathTo('created', 'running', activityMoves)).map(([from, to]) => activityEvent(from, to)),
    ]);
    const change = (set: string) =>
      attempt(world.owner, null, [
        `UPDATE activity_executions SET ${set} WHERE instance_id = $1`,
        instance.id,
      ]);

    expect(await change("lease_expires_at = now() + interval '1 minute'")).toMatchObject({ refused: null });
    expect(await change("lease_expires_at = now(), lease_token = 'mine'")).toMatchObject({
      refused: refusals.notAllowed,
    });
    expect(await change("lease_worker = 'me'")).toMatchObject({ refused: refusals.notAllowed });
  });
});

test('an instance does not end while work of it is open', async () => {
  const instance = await HandMadeInstance.at(world.app, world.tenantId, world.published, 'running');
  await instance.mustMove([
    noteEvent('STEP_ENTERED', 'step', 'main:in_review:1', { step: 'in_review', visit: 1 }),
    taskEvent(null, 'pending'),
  ]);

  await expect(instance.move([statusEvent('running', 'completed')])).rejects.toMatchObject({
    code: refusals.invalidPlan,
  });
  expect(
    await instance.move([taskEvent('pending', 'cancelled'), statusEvent('running', 'completed')]),
  ).toMatchObject({
    ok: true,
  });
});

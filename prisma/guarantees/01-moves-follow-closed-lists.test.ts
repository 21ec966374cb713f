import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlannedEvent } from '@/lib/engine/event';
import {
  type ActivityStatus,
  type InstanceStatus,
  type TaskStatus,
  activityMoves,
  instanceMoves,
  isTerminal,
  taskMoves,
} from '@/lib/engine/lifecycle';
import { verifyInstance } from '@/lib/runtime/verify';
import { attempt, refusals } from '@/lib/testing/attempt';
import {
  activityEvent,
  noteEvent,
  stateEvent,
  statusEvent,
  taskEvent,
} from '@/lib/testing/builders/planned-event';
import { type GuardedWorld, guardedDefinition, guardedWorld } from '@/lib/testing/guarded-world';
import { HandMadeInstance, pathTo, steps } from '@/lib/testing/hand-made';

let world: GuardedWorld;

beforeAll(async () => {
  world = await guardedWorld();
});
afterAll(() => world.drop());

const at = (status: InstanceStatus) =>
  HandMadeInstance.at(world.app, world.tenantId, world.published, status);
const keysOf = <S extends string>(moves: Readonly<Record<S, unknown>>) => Object.keys(moves) as S[];

describe('the status of an instance', () => {
  test.each(keysOf(instanceMoves))('from %s moves along the closed list and nowhere else', async (from) => {
    const instance = await at(from);
    const before = await instance.snapshot();
    for (const to of keysOf(instanceMoves).filter((status) => !instanceMoves[from].includes(status))) {
      const result = await instance.move([statusEvent(from, to)], { before });

      expect(result, `${from} → ${to}`).toMatchObject({
        ok: false,
        refusal: isTerminal(from)
          ? { code: 'terminal', data: { status: from } }
          : { code: 'not_allowed', data: { from, to } },
      });
    }
    expect(await instance.snapshot()).toEqual(before);

    for (const to of instanceMoves[from]) {
      const other = await at(from);
      expect(await other.move([statusEvent(from, to)]), `${from} → ${to}`).toMatchObject({ ok: true });
      expect(await verifyInstance(world.app, world.tenantId, other.id)).toMatchObject({
        ok: true,
        differences: [],
      });
    }
  });

  test.each(keysOf(instanceMoves))(
    'from %s is not set by plain SQL, event or no event, by the owner either',
    async (from) => {
      const instance = await at(from);
      const { sequence } = await instance.snapshot();
      for (const to of keysOf(instanceMoves)) {
        const closing = ['completed', 'reversed', 'cancelled', 'failed'].includes(to) ? 'now()' : 'NULL';
        const update = `UPDATE instances SET status = $2, closed_at = ${closing}, version = $3,
        waiting_for = CASE $2 WHEN 'waiting' THEN ARRAY['timer'] ELSE '{}' END WHERE id = $1`;

        const without = await attempt(world.owner, null, [update, instance.id, to, sequence]);
        const forged =
          !instanceMoves[from].includes(to) &&
          (await attempt(
            world.owner,
            null,
            [insertEvent('status', 'instance'), world.tenantId, instance.id, sequence + 1, from, to],
            [update, instance.id, to, sequence + 1],
          ));

        expect([refusals.notAllowed, refusals.terminal], `${from} → ${to} without an event`).toContain(
          without.refused,
        );
        if (forged)
          expect([refusals.notAllowed, refusals.terminal], `${from} → ${to} forged`).toContain(
            forged.refused,
          );
      }
      expect(await verifyInstance(world.app, world.tenantId, instance.id)).toMatchObject({
        ok: true,
        differences: [],
      });
    },
  );

  test('must be the one that the plan’s own events say', async () => {
    const instance = await at('running');

    const lied = await instance.move([statusEvent('running', 'paused')], { after: { status: 'completed' } });
    const foreign = await instance.move([statusEvent('waiting', 'resumed')], {
      after: { status: 'resumed' },
    });
    const kept = await instance.move([noteEvent('TIMER_FIRED', 'timer', 'x')], {
      after: { status: 'failed' },
    });

    for (const result of [lied, foreign, kept]) {
      expect(result).toMatchObject({ ok: false, refusal: { code: 'not_allowed' } });
    }
    expect(await instance.snapshot()).toMatchObject({ status: 'running' });
  });

  test('of a new instance is created, and nothing else', async () => {
    const { versionId } = world.published;
    const made = await attempt(world.owner, null, [
      `INSERT INTO instances (tenant_id, id, definition_id, definition_version_id, definition_key, definition_version,
         subject_type, subject_id, subject_unique, input, context, status)
       SELECT tenant_id, gen_random_uuid(), definition_id, id, key, version, 'order', '1', false, '{}', '{}', 'running'
       FROM definition_versions WHERE id = $1`,
      versionId,
    ]);

    expect(made).toMatchObject({ refused: refusals.notAllowed });
  });
});

describe('the business state', () => {
  const states = guardedDefinition.steps.map(({ key }) => key);
  const listed = (from: string, to: string) =>
    guardedDefinition.transitions.some((transition) => transition.from === from && transition.to === to);

  async function inState(state: string): Promise<HandMadeInstance> {
    const instance = await at('running');
    const moves = Object.fromEntries(states.map((from) => [from, states.filter((to) => listed(from, to))]));
    const path = steps(pathTo('start', state, moves));
    await instance.mustMove([stateEvent(null, 'start'), ...path.map(([from, to]) => stateEvent(from, to))]);
    return instance;
  }

  test.each(states)('moves from %s along the transitions of its version and nowhere else', async (from) => {
    const instance = await inState(from);
    const before = await instance.snapshot();
    for (const to of states.filter((state) => !listed(from, state))) {
      expect(await instance.move([stateEvent(from, to)], { before }), `${from} → ${to}`).toMatchObject({
        ok: false,
        refusal: { code: 'not_allowed', data: { from, to, definition: 'refund' } },
      });
    }
    for (const to of states.filter((state) => listed(from, state))) {
      const other = await inState(from);
      expect(await other.move([stateEvent(from, to)]), `${from} → ${to}`).toMatchObject({ ok: true });
    }
    expect(await instance.snapshot()).toEqual(before);
  });

  test('begins at the START step and nowhere else', async () => {
    const instance = await at('running');
    for (const state of states.filter((key) => key !== 'start')) {
      expect(await instance.move([stateEvent(null, state)]), state).toMatchObject({
        ok: false,
        refusal: { code: 'not_allowed', data: { to: state } },
      });
    }
    expect(await instance.move([stateEvent(null, 'start')])).toMatchObject({ ok: true });
  });

  test('is not left by a plan that names another state than the one the instance is in', async () => {
    const instance = await inState('in_review');

    const elsewhere = await instance.move([stateEvent('paying', 'approved')]);
    const again = await instance.move([stateEvent(null, 'start')]);
    const lied = await instance.move([stateEvent('in_review', 'paying')], { after: { state: 'approved' } });

    for (const result of [elsewhere, again, lied]) {
      expect(result).toMatchObject({ ok: false, refusal: { code: 'not_allowed' } });
    }
    expect(await instance.snapshot()).toMatchObject({ state: 'in_review' });
  });

  test('is not set by plain SQL, event or no event, by the owner either', async () => {
    const instance = await inState('in_review');
    const { sequence } = await instance.snapshot();
    const update = 'UPDATE instances SET state = $2, version = $3 WHERE id = $1';

    const without = await attempt(world.owner, null, [update, instance.id, 'paying', sequence]);
    const forged = await attempt(
      world.owner,
      null,
      [
        `INSERT INTO events (tenant_id, instance_id, sequence, type, subject, branch, version_id, from_state, to_state,
           actor_type, actor_id, actor_name)
         VALUES ($1, $2, $3, 'TRANSITION_TAKEN', 'state', 'main', $4, 'in_review', 'approved', 'user', 'x', 'X')`,
        world.tenantId,
        instance.id,
        sequence + 1,
        world.published.versionId,
      ],
      [update, instance.id, 'approved', sequence + 1],
    );

    expect(without).toMatchObject({ refused: refusals.notAllowed });
    expect(forged).toMatchObject({ refused: refusals.notAllowed });
  });
});

describe('the status of a task', () => {
  async function withTask(status: TaskStatus): Promise<HandMadeInstance> {
    const instance = await at('running');
    await instance.mustMove([
      noteEvent('STEP_ENTERED', 'step', 'main:in_review:1', { step: 'in_review', visit: 1 }),
      taskEvent(null, 'pending'),
      ...steps(pathTo('pending', status, taskMoves)).map(([from, to]) => taskEvent(from, to)),
    ]);
    return instance;
  }

  test.each(keysOf(taskMoves))('moves from %s along the closed list and nowhere else', async (from) => {
    const instance = await withTask(from);
    const before = await instance.snapshot();
    for (const to of keysOf(taskMoves).filter((status) => !taskMoves[from].includes(status))) {
      expect(await instance.move([taskEvent(from, to)], { before }), `${from} → ${to}`).toMatchObject({
        ok: false,
        refusal: { code: 'not_allowed', data: { from, to } },
      });
    }
    for (const to of taskMoves[from]) {
      const other = await withTask(from);
      expect(await other.move([taskEvent(from, to)]), `${from} → ${to}`).toMatchObject({ ok: true });
      expect(await verifyInstance(world.app, world.tenantId, other.id)).toMatchObject({
        ok: true,
        differences: [],
      });
    }
  });

  test('of a new task is pending', async () => {
    const instance = await at('running');
    for (const to of ['in_progress', 'completed', 'cancelled'] as const) {
      const event = { ...taskEvent(null, 'pending'), to };
      await expect(instance.move([event]), to).rejects.toMatchObject({ code: refusals.check });
    }
  });

  test.each(keysOf(taskMoves))('is not set from %s by plain SQL, not by the owner either', async (from) => {
    const instance = await withTask(from);
    const { sequence } = await instance.snapshot();
    for (const to of keysOf(taskMoves)) {
      const closing = to === 'completed' || to === 'cancelled' ? 'now()' : 'NULL';
      const update = `UPDATE tasks SET status = $2, closed_at = ${closing} WHERE instance_id = $1`;
      const without = await attempt(world.owner, null, [update, instance.id, to]);
      expect([refusals.notAllowed, refusals.terminal], `${from} → ${to}`).toContain(without.refused);

      if (taskMoves[from].includes(to)) continue;
      const forged = await attempt(
        world.owner,
        null,
        [
          insertEvent('task', 'task', 'main:in_review:1'),
          world.tenantId,
          instance.id,
          sequence + 1,
          from,
          to,
        ],
        [update, instance.id, to],
        ['UPDATE instances SET version = version + 1 WHERE id = $1', instance.id],
      );
      expect(forged, `${from} → ${to} forged`).toMatchObject({ refused: refusals.notAllowed });
    }
  });
});

describe('the status of an activity execution', () => {
  async function withActivity(status: ActivityStatus): Promise<HandMadeInstance> {
    const instance = await at('running');
    await instance.mustMove([
      noteEvent('STEP_ENTERED', 'step', 'main:paying:1', { step: 'paying', visit: 1 }),
      activityEvent(null, 'created'),
      ...steps(pathTo('created', status, activityMoves)).map(([from, to]) => activityEvent(from, to)),
    ]);
    return instance;
  }

  test.each(keysOf(activityMoves))('moves from %s along the closed list and nowhere else', async (from) => {
    const instance = await withActivity(from);
    const before = await instance.snapshot();
    for (const to of keysOf(activityMoves).filter((status) => !activityMoves[from].includes(status))) {
      expect(await instance.move([activityEvent(from, to)], { before }), `${from} → ${to}`).toMatchObject({
        ok: false,
        refusal: { code: 'not_allowed', data: { from, to } },
      });
    }
    for (const to of activityMoves[from]) {
      const other = await withActivity(from);
      const second = from === 'scheduled' ? 2 : 1;
      expect(await other.move([activityEvent(from, to, second)]), `${from} → ${to}`).toMatchObject({
        ok: true,
      });
      expect(await verifyInstance(world.app, world.tenantId, other.id)).toMatchObject({
        ok: true,
        differences: [],
      });
    }
  });

  test.each(keysOf(activityMoves))(
    'is not set from %s by plain SQL, not by the owner either',
    async (from) => {
      const instance = await withActivity(from);
      for (const to of keysOf(activityMoves)) {
        const lease =
          to === 'running'
            ? "lease_worker = 'w', lease_token = 't', lease_expires_at = now()"
            : 'lease_worker = NULL, lease_token = NULL, lease_expires_at = NULL';
        const without = await attempt(world.owner, null, [
          `UPDATE activity_executions SET status = $2, ${lease} WHERE instance_id = $1`,
          instance.id,
          to,
        ]);
        expect([refusals.notAllowed, refusals.terminal], `${from} → ${to}`).toContain(without.refused);
      }
    },
  );
});

describe('the state of a branch', () => {
  const branch = `INSERT INTO branches (tenant_id, instance_id, key, parent, fork, state, status)
    VALUES ($1, $2, 'b1', 'main', 'in_review', $3, 'open')`;
  const stateOf = `INSERT INTO events (tenant_id, instance_id, sequence, type, subject, branch, version_id, from_state, to_state,
      actor_type, actor_id, actor_name)
    VALUES ($1, $2, $3, 'TRANSITION_TAKEN', 'state', 'b1', $4, $5, $6, 'system', 'system', 'Interlock')`;
  const counted = 'UPDATE instances SET version = version + 1 WHERE id = $1';

  test('moves along the transitions of its version, with an event, and no other way', async () => {
    const { tenantId, owner } = world;
    const { versionId } = world.published;
    const { id, ...instance } = await at('running').then(async (made) => ({
      id: made.id,
      ...(await made.snapshot()),
    }));
    const event = (sequence: number, from: string | null, to: string) =>
      [stateOf, tenantId, id, instance.sequence + sequence, versionId, from, to] as const;
    const move = (to: string) => ['UPDATE branches SET state = $2 WHERE instance_id = $1', id, to] as const;

    const silent = await attempt(owner, null, [branch, tenantId, id, 'paying']);
    const elsewhere = await attempt(
      owner,
      null,
      event(1, null, 'approved'),
      [branch, tenantId, id, 'approved'],
      [counted, id],
    );
    const begun = await attempt(
      owner,
      null,
      event(1, null, 'paying'),
      [branch, tenantId, id, 'paying'],
      [counted, id],
    );
    const moved = await attempt(owner, null, move('approved'));
    const foreign = await attempt(owner, null, event(2, 'paying', 'rejected'), move('rejected'), [
      counted,
      id,
    ]);
    const untold = await attempt(owner, null, event(2, 'paying', 'approved'), [counted, id]);
    const lawful = await attempt(owner, null, event(2, 'paying', 'approved'), move('approved'), [
      counted,
      id,
    ]);

    expect(silent).toMatchObject({ refused: refusals.notAllowed });
    expect(elsewhere).toMatchObject({ refused: refusals.notAllowed });
    expect(begun).toMatchObject({ refused: null });
    expect(moved).toMatchObject({ refused: refusals.notAllowed });
    expect(foreign).toMatchObject({ refused: refusals.notAllowed });
    expect(untold).toMatchObject({ refused: refusals.invalidPlan });
    expect(lawful).toMatchObject({ refused: null });
  });
});

/** An event with tenant, instance, sequence, from and to as its values, as somebody with the owner's rights might write it. */
function insertEvent(subject: PlannedEvent['subject'], lifecycle: string, key: string | null = null): string {
  return `INSERT INTO events (tenant_id, instance_id, sequence, type, subject, branch, key, lifecycle, from_status, to_status,
      actor_type, actor_id, actor_name)
    VALUES ($1, $2, $3, 'FORGED', '${subject}', 'main', ${key === null ? 'NULL' : `'${key}'`}, '${lifecycle}', $4, $5,
      'user', 'x', 'X')`;
}

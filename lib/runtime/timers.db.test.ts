import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Rung, TimerStep } from '@/lib/engine/definition/step-schema';
import {
  aDefinition,
  end,
  go,
  start,
  userTask,
  waitForTimer,
} from '@/lib/testing/builders/definition-builder';
import { RuntimeWorld } from '@/lib/testing/runtime-world';

let world: RuntimeWorld;

/** A wait, then the END. */
function waits(key: string, timer: TimerStep['timer']): Definition {
  return aDefinition({
    key,
    steps: [start(), waitForTimer('waiting', timer), end()],
    transitions: [go('start', 'waiting'), go('waiting', 'done')],
  });
}

/** A task whose deadline has this ladder; a rung that takes a transition leads to `late`. */
function reviewed(key: string, due: string, ladder: Rung[]): Definition {
  const base = aDefinition();
  return aDefinition({
    key,
    steps: [
      start(),
      userTask('in_review', { due: { in: due, ladder } }),
      end('approved'),
      end('rejected'),
      end('late'),
    ],
    transitions: [
      ...base.transitions,
      ...ladder
        .filter(({ action }) => action === 'transition')
        .map(({ key: rung }) => go('in_review', 'late', { on: { deadline: rung } })),
    ],
  });
}

const late: Rung = { key: 'late', at: 'PT0S', action: 'transition' };
const lateKey = 'main:in_review:1:deadline:late';

beforeAll(async () => {
  world = await RuntimeWorld.make();
  await world.publish(waits('short-wait', { duration: 'PT1S' }));
  await world.publish(waits('long-wait', { duration: 'P30D' }));
  await world.publish(reviewed('overdue-now', 'PT1S', [late]));
  await world.publish(reviewed('race', 'PT0S', [late]));
  await world.publish(
    reviewed('ladder', 'PT1S', [
      { key: 'soon', at: '-PT1S', action: 'remind', text: 'Soon' },
      { key: 'over', at: 'PT0S', action: 'reassign', to: { role: 'senior' } },
    ]),
  );
});
afterEach(() => world.stopWorkers());
afterAll(async () => {
  await world.expectVerified();
  await world.drop();
});

const eventsOf = async (instanceId: string, type: string) =>
  (await world.history(instanceId)).filter((event) => event.type === type);

const openTimers = async (instanceId: string) =>
  (
    await world.database.owner.query<{ key: string }>(
      'SELECT key FROM timers WHERE instance_id = $1 AND closed_at IS NULL ORDER BY key',
      [instanceId],
    )
  ).rows.map(({ key }) => key);

describe("the worker's sweeper", () => {
  test('fires a wait within a second of its instant, with the timer as actor', async () => {
    await world.worker();
    const instanceId = await world.start('short-wait');
    const done = await world.untilStatus(instanceId, 'completed');

    const timer = done.timers['main:waiting:1:timer'];
    const [fired] = await eventsOf(instanceId, 'TIMER_FIRED');
    const lateness = Date.parse(timer?.closedAt ?? '') - Date.parse(timer?.dueAt ?? '');
    expect(timer).toMatchObject({ ending: 'fired' });
    expect(lateness).toBeGreaterThanOrEqual(0);
    expect(lateness).toBeLessThan(1_000);
    expect(fired).toMatchObject({ key: 'main:waiting:1:timer', worker: expect.any(String) });
    expect(await openTimers(instanceId)).toEqual([]);
  });

  test('takes the transition of a deadline and closes the task', async () => {
    await world.worker();
    const instanceId = await world.start('overdue-now');
    const done = await world.untilStatus(instanceId, 'completed');

    expect(done.outcome).toBe('late');
    expect(done.tasks['main:in_review:1']).toMatchObject({ status: 'cancelled', outcome: null });
    const types = (await world.history(instanceId)).map(({ type }) => type);
    expect(types.indexOf('DEADLINE_PASSED')).toBeLessThan(types.indexOf('USER_TASK_CANCELLED'));
  });

  test('reminds, then gives the task to the role of the rung', async () => {
    await world.worker();
    const instanceId = await world.start('ladder');
    const passed = await world.until(instanceId, 'the second rung', ({ tasks }) =>
      Boolean(tasks['main:in_review:1']?.candidateRoles.includes('senior')),
    );

    expect(passed.tasks['main:in_review:1']?.candidateRoles).toEqual(['senior']);
    expect((await eventsOf(instanceId, 'DEADLINE_PASSED')).map(({ data }) => data['rung'])).toEqual([
      'soon',
      'over',
    ]);
  });

  test('lets a timer be that is not due', async () => {
    await world.worker();
    const instanceId = await world.start('long-wait');
    const quick = await world.start('short-wait');
    await world.untilStatus(quick, 'completed');

    expect(await openTimers(instanceId)).toEqual(['main:waiting:1:timer', 'maxAge']);
  });

  test('what came due while the instance was paused acts on resume, once', async () => {
    const instanceId = await world.start('overdue-now');
    await world.move(instanceId, { kind: 'pause', reason: 'Wait' });
    await world.worker();
    const quick = await world.start('short-wait');
    await world.untilStatus(quick, 'completed');
    expect(await eventsOf(instanceId, 'DEADLINE_PASSED')).toEqual([]);

    await world.move(instanceId, { kind: 'resume', reason: 'Go on' });

    expect((await world.snapshot(instanceId)).outcome).toBe('late');
    expect(await eventsOf(instanceId, 'DEADLINE_PASSED')).toHaveLength(1);
  });

  test('several at once fire each timer once', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => world.start('short-wait')));
    await Promise.all([world.worker(), world.worker(), world.worker()]);
    for (const id of ids) await world.untilStatus(id, 'completed');

    for (const id of ids) expect(await eventsOf(id, 'TIMER_FIRED')).toHaveLength(1);
  });
});

describe('a timer and a decision at the same moment', () => {
  test('end in one of the two, every time (fault B07)', { timeout: 60_000 }, async () => {
    for (let n = 0; n < 30; n += 1) {
      const instanceId = await world.start('race');
      const [decided] = await Promise.all([
        world.decide(instanceId, 'in_review', 'approve'),
        world.move(instanceId, { kind: 'timer_fired', timer: lateKey }),
      ]);

      const { outcome, status } = await world.snapshot(instanceId);
      const passed = await eventsOf(instanceId, 'DEADLINE_PASSED');
      expect(status).toBe('completed');
      expect(outcome).toBe(decided.ok ? 'approved' : 'late');
      expect(passed).toHaveLength(decided.ok ? 0 : 1);
    }
  });

  test('a timer that was in hand when the decision came does nothing', async () => {
    const instanceId = await world.start('race');
    const { rows } = await world.database.owner.query<{ key: string; instance_id: string }>(
      'SELECT * FROM claim_timers(1000, 30)',
    );
    expect(rows.filter((row) => row.instance_id === instanceId).map(({ key }) => key)).toEqual([lateKey]);
    await world.decide(instanceId, 'in_review', 'approve');

    const fired = await world.move(instanceId, { kind: 'timer_fired', timer: lateKey });

    expect(fired).toMatchObject({ ok: true, plan: { events: [] } });
    expect((await world.snapshot(instanceId)).timers[lateKey]).toMatchObject({ ending: 'dropped' });
  });
});

describe('the table of timers', () => {
  const change = (sql: string, instanceId: string) => world.database.owner.query(sql, [instanceId]);

  test('has no timer set, moved, fired or deleted without its event', async () => {
    const instanceId = await world.start('long-wait');

    for (const sql of [
      'UPDATE timers SET due_at = now() WHERE instance_id = $1 AND stay IS NOT NULL',
      "UPDATE timers SET closed_at = now(), ending = 'fired' WHERE instance_id = $1",
      "UPDATE timers SET closed_at = now(), ending = 'dropped' WHERE instance_id = $1",
      'DELETE FROM timers WHERE instance_id = $1',
      `INSERT INTO timers SELECT tenant_id, instance_id, key || '2', branch, stay, purpose, rung, due_at, basis, set_at, NULL, NULL, look_at
       FROM timers WHERE instance_id = $1`,
    ]) {
      await expect(change(sql, instanceId), sql).rejects.toMatchObject({
        code: expect.stringMatching(/^IL00[26]$/),
      });
    }
  });
});

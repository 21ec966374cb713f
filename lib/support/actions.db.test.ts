import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Definition } from '@/lib/engine/definition/schema';
import {
  cancelInstance,
  editContext,
  moveInstance,
  pauseInstance,
  resumeInstance,
  retryInstance,
  runTimer,
  skipActivity,
} from '@/lib/instances/commands';
import { getInstance, listEvents, verifyInstance } from '@/lib/instances/queries';
import type { Actor } from '@/lib/people/actor';
import { decideTask } from '@/lib/tasks/commands';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { publish, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { listAvailability, previewAction } from './preview';

let database: TestDatabase;
let world: World;
let sam: Actor;

const reason = 'The customer called.';
const payout: Definition = {
  key: 'payout',
  name: 'Payout',
  subject: { type: 'order' },
  startableBy: ['employee'],
  input: { type: 'object', properties: { amount: { type: 'number' } } },
  maxAge: 'P30D',
  steps: [
    { key: 'start', type: 'START' },
    { key: 'choosing', type: 'DECISION', name: 'Choosing' },
    {
      key: 'checking',
      type: 'USER_TASK',
      name: 'Checking',
      title: 'Check',
      who: { roles: ['approver'] },
      outcomes: [{ key: 'ok', name: 'OK', kind: 'positive' }],
    },
    { key: 'resting', type: 'WAIT_FOR_TIMER', name: 'Resting', timer: { duration: 'P1D' } },
    { key: 'done', type: 'END', outcome: 'done' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'choosing' },
    { key: 'go', from: 'choosing', to: 'checking', when: 'context.amount > 5.0' },
    { key: 'small', from: 'choosing', to: 'resting', default: true },
    { key: 'ok', from: 'checking', to: 'resting', on: { outcome: 'ok' } },
    { key: 'rested', from: 'resting', to: 'done' },
    { key: 'by-hand', from: 'choosing', to: 'checking', on: 'repair' },
    { key: 'back', from: 'resting', to: 'checking', on: 'repair', when: 'context.amount > 5.0' },
  ],
};

/** An instance in each status that it can rest in without a worker. */
const situations = {
  waiting: async () => (await begin({ amount: 10 })).id,
  needs_attention: async () => (await begin({})).id,
  paused: async () => {
    const { id } = await begin({ amount: 10 });
    take(await pauseInstance(sam, id, { reason }));
    return id;
  },
  cancelled: async () => {
    const { id } = await begin({ amount: 10 });
    take(await cancelInstance(sam, id, { reason }));
    return id;
  },
  completed: async () => {
    const { id } = await begin({ amount: 1 });
    take(await runTimer(sam, id, { reason, timer: 'main:resting:1:timer' }));
    return id;
  },
} as const;
type Situation = keyof typeof situations;

const actions = {
  pause: {
    run: (id: string) => pauseInstance(sam, id, { reason }),
    from: ['waiting'],
    event: 'WORKFLOW_PAUSED',
  },
  resume: {
    run: (id: string) => resumeInstance(sam, id, { reason }),
    from: ['paused'],
    event: 'WORKFLOW_RESUMED',
  },
  retry: {
    run: (id: string) => retryInstance(sam, id, { reason, context: { amount: 10 } }),
    from: ['needs_attention'],
    event: 'WORKFLOW_RESUMED',
  },
  // What failed here is a condition, and a condition is not skipped.
  skip: { run: (id: string) => skipActivity(sam, id, { reason }), from: [], event: '' },
  cancel: {
    run: (id: string) => cancelInstance(sam, id, { reason }),
    from: ['waiting', 'needs_attention', 'paused'],
    event: 'WORKFLOW_CANCELLED',
  },
  edit: {
    run: (id: string) => editContext(sam, id, { reason, context: { amount: 7 } }),
    from: ['waiting', 'needs_attention', 'paused'],
    event: 'CONTEXT_EDITED',
  },
} as const satisfies Record<
  string,
  { run: (id: string) => Promise<{ ok: boolean }>; from: readonly Situation[]; event: string }
>;
type Action = keyof typeof actions;

async function begin(input: { amount?: number }) {
  return world.start({ definition: 'payout', input });
}

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  await publish(world.admin, payout);
  sam = await world.person('sam');
});
afterAll(() => database.drop());

describe.each(Object.keys(situations) as Situation[])('an instance that is %s', (situation) => {
  test.each(Object.keys(actions) as Action[])(
    '%s: done under the staff member’s name and reason, or refused for the reason that was shown',
    async (name) => {
      const id = await situations[situation]();
      const { run, from, event } = actions[name];
      const means = (from as readonly Situation[]).includes(situation);
      const shown = take(await listAvailability(sam, id)).find(({ action }) => action === name);
      const before = take(await getInstance(sam, id)).version;

      const result = (await run(id)) as Awaited<ReturnType<typeof pauseInstance>>;

      expect(result.ok, JSON.stringify(result)).toBe(means);
      if (means) expect(shown).toEqual({ action: name, refusal: null });
      else if (!result.ok) expect(shown?.refusal).toMatchObject({ message: result.refusal.message });
      const events = take(await listEvents(sam, id, { limit: 200 })).items.filter(
        ({ sequence }) => sequence > before,
      );
      if (means)
        expect(events.find(({ type }) => type === event)).toMatchObject({
          actor: { type: 'staff', name: 'Sam' },
          reason,
        });
      else expect(events).toEqual([]);
      expect(take(await verifyInstance(sam, id))).toMatchObject({ ok: true });
    },
  );
});

describe('moving an instance along a transition for repairs', () => {
  const move = (id: string, transition: string, why = reason) =>
    moveInstance(sam, id, { transition, reason: why });
  const shownFor = async (id: string) =>
    take(await listAvailability(sam, id)).find(({ action }) => action === 'move')?.refusal;

  test('ends what is open in its step, closes the incident, and stands in history with the staff member and the reason', async () => {
    const id = await situations.needs_attention();
    const { offered } = take(await getInstance(sam, id));
    const would = take(await previewAction(sam, id, { action: 'move', transition: 'by-hand' }));

    expect(await shownFor(id)).toBeNull();
    expect(offered.moves).toMatchObject([
      { transition: 'by-hand', fromName: 'Choosing', toName: 'Checking' },
    ]);
    expect(would).toMatchObject({ status: 'waiting', stepName: 'Checking', tasksOpened: ['Check'] });
    expect(take(await move(id, 'by-hand'))).toMatchObject({ status: 'waiting', state: 'checking' });
    const events = take(await listEvents(sam, id, { limit: 200 })).items;
    expect(events.find(({ type, key }) => type === 'TRANSITION_TAKEN' && key === 'by-hand')).toMatchObject({
      actor: { type: 'staff', name: 'Sam' },
      reason,
    });
    expect(take(await getInstance(sam, id)).incidents).toMatchObject([{ resolution: 'moved' }]);
    expect(take(await verifyInstance(sam, id))).toMatchObject({ ok: true });
  });

  test('is refused where its condition does not hold, where the instance is not, and from every status where it means nothing', async () => {
    const small = (await begin({ amount: 1 })).id;
    const elsewhere = await situations.waiting();

    expect(await move(small, 'back')).toMatchObject({ refusal: { code: 'not_allowed' } });
    expect((await shownFor(small))?.message).toContain('does not hold');
    expect(await move(elsewhere, 'by-hand')).toMatchObject({ refusal: { code: 'not_allowed' } });
    expect((await shownFor(elsewhere))?.message).toContain('declares no transition for repairs');
    expect(await move(elsewhere, 'ok')).toMatchObject({ refusal: { code: 'not_found' } });
    expect(await move(elsewhere, 'by-hand', ' ')).toMatchObject({ refusal: { code: 'invalid' } });
    expect(await move(await situations.paused(), 'by-hand')).toMatchObject({
      refusal: { code: 'not_allowed' },
    });
    for (const over of [await situations.cancelled(), await situations.completed()])
      expect(await move(over, 'by-hand')).toMatchObject({ refusal: { code: 'terminal' } });
    const carol = await world.person('carol');
    expect(await moveInstance(carol, small, { transition: 'back', reason })).toMatchObject({
      refusal: { code: 'forbidden' },
    });
    expect(take(await getInstance(sam, small))).toMatchObject({ state: 'resting', status: 'waiting' });
  });
});

test('somebody without the right hears so, on the screen and from the command', async () => {
  const id = await situations.waiting();
  const ann = await world.person('ann');

  expect(take(await listAvailability(ann, id)).map(({ refusal }) => refusal?.code)).toEqual(
    Array.from({ length: 8 }, () => 'forbidden'),
  );
  expect(await pauseInstance(ann, id, { reason })).toMatchObject({ refusal: { code: 'forbidden' } });
  expect(await editContext(ann, id, { reason, context: {} })).toMatchObject({
    refusal: { code: 'forbidden' },
  });
  expect(await previewAction(ann, id, { action: 'pause' })).toMatchObject({ refusal: { code: 'forbidden' } });
  const carols = take(await listAvailability(await world.person('carol'), id));
  expect(carols.filter(({ refusal }) => refusal === null).map(({ action }) => action)).toEqual(['cancel']);
});

describe('a preview', () => {
  test('says what would happen and changes nothing', async () => {
    const id = await situations.waiting();

    const cancels = take(await previewAction(sam, id, { action: 'cancel' }));
    const corrects = take(await previewAction(sam, id, { action: 'edit', context: { amount: 3 } }));

    expect(cancels).toMatchObject({ status: 'cancelled', tasksCancelled: ['Check'], timersStopped: 1 });
    expect(corrects).toMatchObject({ status: null, data: ['amount'], tasksOpened: [] });
    expect(take(await getInstance(sam, id))).toMatchObject({ status: 'waiting', context: { amount: 10 } });
  });

  test('of a retry with corrected data goes as far as the data lead', async () => {
    const id = await situations.needs_attention();

    expect(take(await previewAction(sam, id, { action: 'retry', context: { amount: 10 } }))).toMatchObject({
      status: 'waiting',
      stepName: 'Checking',
      tasksOpened: ['Check'],
    });
    expect(take(await previewAction(sam, id, { action: 'retry', context: { amount: 1 } }))).toMatchObject({
      stepName: 'Resting',
    });
  });
});

test('a timer that is run now is run by the staff member, once', async () => {
  const { id } = await begin({ amount: 1 });
  const [timer] = take(await getInstance(sam, id)).timers;
  const run = () => runTimer(sam, id, { reason, timer: timer!.key });
  expect(take(await previewAction(sam, id, { action: 'run_timer', timer: timer!.key }))).toMatchObject({
    status: 'completed',
  });

  expect(take(await run()).status).toBe('completed');

  expect(await run()).toMatchObject({ refusal: { code: 'terminal' } });
  const events = take(await listEvents(sam, id, { limit: 200 })).items;
  expect(events.find(({ type }) => type === 'TIMER_FIRED')).toMatchObject({
    actor: { type: 'staff', name: 'Sam' },
    reason,
  });
});

test('corrected data are what the next decision sees', async () => {
  const { id, openTasks } = await begin({ amount: 10 });
  take(await editContext(sam, id, { reason, context: { amount: 99 } }));
  expect(await editContext(sam, id, { reason, context: { amount: 99 } })).toMatchObject({
    refusal: { code: 'invalid' },
  });

  take(await decideTask(await world.person('ann'), openTasks[0]!.id, { outcome: 'ok' }));

  expect(take(await getInstance(sam, id))).toMatchObject({ state: 'resting', context: { amount: 99 } });
});

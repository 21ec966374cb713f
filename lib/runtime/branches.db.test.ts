import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decide } from '@/lib/engine/decide/decide';
import type { Definition } from '@/lib/engine/definition/schema';
import type { JoinStep } from '@/lib/engine/definition/step-schema';
import { lint } from '@/lib/engine/definition/lint';
import type { PlannedEvent } from '@/lib/engine/event';
import { isOpenActivity, isOpenTask } from '@/lib/engine/lifecycle';
import type { Snapshot } from '@/lib/engine/snapshot';
import {
  aDefinition,
  automated,
  callApi,
  end,
  fork,
  go,
  join,
  start,
  userTask,
} from '@/lib/testing/builders/definition-builder';
import { CountingServer, later } from '@/lib/testing/counting-server';
import { planned } from '@/lib/testing/hand-made';
import { RuntimeWorld } from '@/lib/testing/runtime-world';
import { loadInstance } from './snapshot';
import { transition } from './transition';

let world: RuntimeWorld;
let partner: CountingServer;

beforeAll(async () => {
  world = await RuntimeWorld.make();
  partner = await CountingServer.start();
  await world.worker({ allowedHosts: [partner.host] });
  await world.worker({ allowedHosts: [partner.host] });
});
afterAll(async () => {
  await world.stopWorkers();
  await partner.stop();
  await world.expectVerified();
  await world.drop();
});
beforeEach(() => partner.forget());

const branchOf = (way: string): string => `main/checks.1/checks-${way}`;

/** START → fork: `rating` (sync), `registry` (async), `asking` (a task) → join → `paying` → END. */
function checks(key: string, mode?: JoinStep['mode']): Definition {
  const call = (name: string, async: boolean) =>
    callApi(name, partner.url(`/${name}`), {
      async,
      retry: { maxAttempts: 3, firstDelay: 'PT0.2S', jitter: 0 },
    });
  return aDefinition({
    key,
    steps: [
      start(),
      fork('checks'),
      automated('rating', [call('rate', false), call('rate_again', false)]),
      automated('registry', [call('register', true)]),
      userTask('asking'),
      join('checked', 'checks', mode),
      automated('paying', [call('pay', false)]),
      end('paid'),
      end('rejected'),
    ],
    transitions: [
      go('start', 'checks'),
      ...['rating', 'registry', 'asking'].map((to) => go('checks', to)),
      go('rating', 'checked'),
      go('registry', 'checked'),
      go('asking', 'checked', { on: { outcome: 'approve' } }),
      go('asking', 'rejected', { on: { outcome: 'reject' } }),
      go('checked', 'paying'),
      go('paying', 'paid'),
    ],
  });
}

async function run(definition: Definition): Promise<string> {
  await world.publish(definition);
  return world.start(definition.key);
}

function answer(id: string, outcome: string) {
  const task = `${branchOf('asking')}:asking:1`;
  const more = { form: {}, reason: 'Because', onBehalfOf: null, authority: {} };
  return world.move(id, { kind: 'decide_task', task, outcome, by: world.ann, ...more });
}

const statuses = (snapshot: Snapshot): Record<string, string> =>
  Object.fromEntries(Object.values(snapshot.branches).map(({ key, status }) => [key, status]));

const arrived = (snapshot: Snapshot, ...ways: string[]): boolean =>
  ways.every((way) => snapshot.branches[branchOf(way)]?.status === 'arrived');

describe('a process with a fork', () => {
  test('can be published', () => {
    const around = {
      roles: null,
      rules: null,
      functions: null,
      secrets: null,
      definitions: null,
      activityTypes: null,
    };

    expect(lint(checks('published'), around).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('has the move from the fork to its join in its closed list, though no transition draws it', async () => {
    const { versionId } = await world.publish(checks('listed'));
    const { rows } = await world.database.owner.query<{ to: string }>(
      "SELECT to_state AS to FROM state_moves WHERE version_id = $1 AND from_state = 'checks' ORDER BY 1",
      [versionId],
    );

    expect(rows.map(({ to }) => to)).toEqual(['asking', 'checked', 'rating', 'registry']);
  });

  test('runs to its end: branches work at the same time, and each activity acts once', async () => {
    let together = 0;
    let most = 0;
    partner.answer = async ({ count, path }) => {
      most = Math.max(most, (together += 1));
      await later(300);
      together -= 1;
      return { status: path === '/register' && count === 1 ? 503 : 200 };
    };
    const id = await run(checks('whole'));

    const waiting = await world.until(id, 'the task alone', (now) => arrived(now, 'rating', 'registry'));
    expect(waiting).toMatchObject({ status: 'waiting', state: 'checks', waitingFor: ['human_task'] });
    expect((await answer(id, 'approve')).ok).toBe(true);
    const done = await world.untilStatus(id, 'completed');

    expect(most).toBe(2);
    expect(done).toMatchObject({ outcome: 'paid', state: 'paid' });
    expect(statuses(done)).toEqual({
      [branchOf('rating')]: 'arrived',
      [branchOf('registry')]: 'arrived',
      [branchOf('asking')]: 'arrived',
    });
    expect(partner.keys()).toEqual(
      [
        `${id}:${branchOf('rating')}:rating:1:rate`,
        `${id}:${branchOf('rating')}:rating:1:rate_again`,
        `${id}:${branchOf('registry')}:registry:1:register`,
        `${id}:main:paying:1:pay`,
      ].sort(),
    );
    expect(partner.received.filter(({ path }) => path !== '/register')).toHaveLength(3);
  });

  test('`any`: the first branch is enough, and what the others have open is cancelled', async () => {
    let goOn: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (goOn = resolve));
    partner.answer = async ({ path }) => {
      if (path !== '/pay') await slow;
      return {};
    };
    const id = await run(checks('first', 'any'));
    await world.until(id, 'both attempts', ({ activities }) =>
      ['rating:1:rate', 'registry:1:register'].every(
        (key) => activities[`${branchOf(key.split(':')[0]!)}:${key}`]?.status === 'running',
      ),
    );

    expect((await answer(id, 'approve')).ok).toBe(true);
    const done = await world.untilStatus(id, 'completed');
    goOn();

    expect(statuses(done)).toEqual({
      [branchOf('rating')]: 'cancelled',
      [branchOf('registry')]: 'cancelled',
      [branchOf('asking')]: 'arrived',
    });
    expect(Object.values(done.activities).filter(({ status }) => isOpenActivity(status))).toEqual([]);
    expect(Object.values(done.stays).filter(({ exitedAt }) => exitedAt === null)).toHaveLength(1);
  });

  test('a branch that ends early does not end the process', async () => {
    const id = await run(checks('early'));
    await world.until(id, 'a task', ({ tasks }) =>
      Object.values(tasks).some(({ status }) => isOpenTask(status)),
    );

    expect((await answer(id, 'reject')).ok).toBe(true);
    const done = await world.untilStatus(id, 'completed');

    expect(done.outcome).toBe('paid');
    expect(statuses(done)[branchOf('asking')]).toBe('ended');
  });

  test('a join whose branch was cancelled does not hang', async () => {
    const id = await run(checks('cancelled'));
    const waiting = await world.until(id, 'the task alone', (now) => arrived(now, 'rating', 'registry'));
    const key = `${branchOf('asking')}:asking:1`;
    const branch = branchOf('asking');
    const events: PlannedEvent[] = [
      {
        type: 'USER_TASK_CANCELLED',
        subject: 'task',
        branch,
        key,
        from: 'pending',
        to: 'cancelled',
        data: {},
      },
      { type: 'STEP_EXITED', subject: 'step', branch, key, from: null, to: null, data: {} },
      {
        type: 'BRANCH_CANCELLED',
        subject: 'branch',
        branch,
        key: branch,
        from: 'open',
        to: 'cancelled',
        data: { because: 'a test' },
      },
    ];
    const before = (await loadInstance(world.database.app, world.tenantId, id))!.snapshot;
    const plan = { ...planned(before, events), effects: [{ kind: 'advance' } as const] };
    const place = { tenantId: world.tenantId, instanceId: id, before };
    expect(await transition(world.database.app, place, plan, world.mover(world.ann))).toMatchObject({
      ok: true,
    });

    const done = await world.untilStatus(id, 'completed');
    expect(waiting.status).toBe('waiting');
    expect(done.outcome).toBe('paid');
  });

  test('a failure in one branch needs attention, and a retry lets all branches go on', async () => {
    partner.answer = ({ path }) => ({ status: path === '/rate' ? 400 : 200 });
    const id = await run(checks('failing'));
    await world.untilStatus(id, 'needs_attention');
    expect((await answer(id, 'approve')).ok).toBe(false);
    partner.answer = () => ({});

    expect((await world.move(id, { kind: 'retry', reason: 'Mended' })).ok).toBe(true);
    await world.until(id, 'a live instance', ({ status }) => status === 'waiting' || status === 'running');
    expect((await answer(id, 'approve')).ok).toBe(true);

    expect((await world.untilStatus(id, 'completed')).outcome).toBe('paid');
  });

  test('cancelling leaves no open task, activity, stay or branch', async () => {
    partner.answer = async () => {
      await later(500);
      return {};
    };
    const id = await run(checks('stopped'));
    await world.until(id, 'an attempt', ({ activities }) =>
      Object.values(activities).some(({ status }) => status === 'running'),
    );

    expect((await world.move(id, { kind: 'cancel', mode: 'immediate', reason: 'Stop' })).ok).toBe(true);
    const done = await world.untilStatus(id, 'cancelled');

    expect(Object.values(done.tasks).filter(({ status }) => isOpenTask(status))).toEqual([]);
    expect(Object.values(done.activities).filter(({ status }) => isOpenActivity(status))).toEqual([]);
    expect(Object.values(done.stays).filter(({ exitedAt }) => exitedAt === null)).toEqual([]);
    expect(Object.values(statuses(done)).every((status) => status === 'cancelled')).toBe(true);
  });

  test('a branch cannot move past what its version draws, nor an ended process keep one open', async () => {
    const id = await run(checks('guarded'));
    await world.until(id, 'the task alone', (now) => arrived(now, 'rating', 'registry'));
    const before = (await loadInstance(world.database.app, world.tenantId, id))!.snapshot;
    const place = { tenantId: world.tenantId, instanceId: id, before };
    const branch = branchOf('asking');
    const jump: PlannedEvent = {
      type: 'TRANSITION_TAKEN',
      subject: 'state',
      branch,
      key: 'asking-paying',
      from: 'asking',
      to: 'paying',
      data: {},
    };

    const jumped = await transition(
      world.database.app,
      place,
      planned(before, [jump]),
      world.mover(world.ann),
    );

    expect(jumped).toMatchObject({ ok: false, refusal: { code: 'not_allowed' } });

    const loaded = (await loadInstance(world.database.app, world.tenantId, id))!;
    const cancel = { kind: 'cancel', mode: 'immediate', reason: 'Stop' } as const;
    const decision = decide(loaded.definition, before, cancel, loaded.environment);
    const events = decision.ok ? decision.plan.events : [];
    const kept = events.filter(({ type }) => type !== 'BRANCH_CANCELLED');
    const ending = transition(world.database.app, place, planned(before, kept), world.mover(world.ann));
    await expect(ending).rejects.toThrow('while a branch of it is open');
  });
});

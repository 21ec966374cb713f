import { describe, expect, it } from 'vitest';
import { lint } from '@/lib/engine/definition/lint';
import type { EventActor } from '@/lib/engine/event';
import { replay, withoutClosed } from '@/lib/engine/replay';
import {
  aDefinition,
  automated,
  callApi,
  end,
  go,
  start,
  userTask,
} from '@/lib/testing/builders/definition-builder';
import { CoreRun, ann } from '@/lib/testing/builders/core-run';

const staff: EventActor = { type: 'staff', id: 'staff-1', name: 'Eve' };
const reason = 'The bank paid it by hand.';

const definition = aDefinition({
  steps: [
    start(),
    userTask('in_review'),
    automated('paying', [callApi('charge', 'https://p.example.test', { retry: { maxAttempts: 1 } })]),
    userTask('by_hand'),
    end('paid'),
    end('rejected'),
  ],
  transitions: [
    go('start', 'in_review'),
    go('in_review', 'paying', { on: { outcome: 'approve' } }),
    go('in_review', 'rejected', { on: { outcome: 'reject' } }),
    go('paying', 'paid'),
    go('paying', 'by_hand', { on: 'repair' }),
    go('in_review', 'paid', { on: 'repair', when: 'context.amount < 10.0' }),
    go('by_hand', 'paid', { on: { outcome: 'approve' } }),
    go('by_hand', 'rejected', { on: { outcome: 'reject' } }),
  ],
});
const around = {
  roles: null,
  rules: null,
  functions: null,
  secrets: null,
  definitions: null,
  activityTypes: null,
};
const byHand = { kind: 'move', transition: 'paying-by_hand-repair', reason } as const;
const paid = { kind: 'move', transition: 'in_review-paid-repair', reason } as const;

function inReview(amount = 20): CoreRun {
  const run = new CoreRun(definition);
  run.begin({ amount });
  return run;
}

function paying(): CoreRun {
  const run = inReview();
  run.decideTask('in_review', 'approve', ann);
  run.do({ kind: 'advance' });
  return run;
}

function replays(run: CoreRun): void {
  expect(withoutClosed(replay(run.history))).toEqual(withoutClosed(run.here()));
}

describe('staff move an instance', () => {
  it('from a step whose activity failed for good, which is settled by that', () => {
    const run = paying();
    run.fail('charge');

    run.do(byHand, staff);

    expect(run.here()).toMatchObject({ status: 'waiting', state: 'by_hand', incidents: {} });
    expect(run.moves()).toContain('ACTIVITY_SKIPPED failed→skipped');
    expect(run.history.find(({ key }) => key === byHand.transition)).toMatchObject({
      type: 'TRANSITION_TAKEN',
      actor: staff,
      data: { trigger: 'repair' },
    });
    replays(run);
    run.decideTask('by_hand', 'approve', ann);
    expect(run.here()).toMatchObject({ status: 'completed', state: 'paid' });
    replays(run);
  });

  it('from a task, which ends with it', () => {
    const run = inReview(5);

    run.do(paid, staff);

    expect(run.here()).toMatchObject({ status: 'completed', state: 'paid' });
    expect(run.moves()).toContain('USER_TASK_CANCELLED pending→cancelled');
    replays(run);
  });

  it('not while an attempt runs, not against the condition, not from elsewhere, not along what is taken by itself', () => {
    const run = paying();
    run.startAttempt('charge');

    expect(run.refused(byHand)).toMatchObject({
      code: 'not_allowed',
      data: { execution: 'main:paying:1:charge' },
    });
    expect(run.refused(paid)).toMatchObject({ code: 'not_allowed' });
    expect(inReview().refused(paid).message).toContain('does not hold');
    expect(inReview().refused({ ...paid, transition: 'in_review-rejected-reject' })).toMatchObject({
      code: 'not_found',
    });
    const paused = inReview(5);
    paused.do({ kind: 'pause', reason });
    expect(paused.refused(paid)).toMatchObject({ code: 'not_allowed' });
  });
});

it('a transition for repairs is never taken by itself, and no process relies on one', () => {
  const rests = aDefinition({
    steps: [start(), automated('paying', []), userTask('by_hand'), end('paid')],
    transitions: [
      go('start', 'paying'),
      go('paying', 'by_hand', { on: 'repair' }),
      go('by_hand', 'paid', { on: { outcome: 'approve' } }),
    ],
  });
  const codes = (one: typeof definition) =>
    lint(one, around)
      .filter(({ severity }) => severity === 'error')
      .map(({ code }) => code);

  expect(codes(rests)).toContain('no_transition_out');
  expect(codes(definition)).not.toContain('unreachable_step');
  expect(codes(definition)).not.toContain('trigger_does_not_fit');
  expect(
    codes({ ...definition, transitions: [...definition.transitions, go('start', 'paid', { on: 'repair' })] }),
  ).toContain('trigger_does_not_fit');
});

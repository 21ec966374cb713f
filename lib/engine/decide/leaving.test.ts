import { describe, expect, test } from 'vitest';
import { CoreRun, ann } from '@/lib/testing/builders/core-run';
import {
  aDefinition,
  automated,
  callApi,
  decision,
  end,
  go,
  setContext,
  start,
  userTask,
  waitForSignal,
} from '@/lib/testing/builders/definition-builder';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Transition } from '@/lib/engine/definition/schema';

const pay = (parts: Partial<Activity> = {}) => callApi('pay', 'https://bank.example', parts);

/** START → in_review → (approve, with these activities) → approved; reject → rejected. */
function reviewed(activities: Activity[], more: Transition[] = []): CoreRun {
  return new CoreRun(
    aDefinition({
      steps: [start(), userTask('in_review'), end('approved'), end('rejected')],
      transitions: [
        go('start', 'in_review'),
        go('in_review', 'approved', { on: { outcome: 'approve' }, activities }),
        go('in_review', 'rejected', { on: { outcome: 'reject' } }),
        ...more,
      ],
      compensations: [callApi('pay_back', 'https://bank.example')],
    }),
  );
}

describe('the activities of a transition', () => {
  test('run between leaving a step and entering the next one', () => {
    const run = reviewed([pay()]);
    run.begin();
    run.decideTask('in_review', 'approve', ann);

    expect(run.moves().slice(-4)).toEqual([
      'WORKFLOW_CONTINUED resumed→running',
      'TRANSITION_BEGUN',
      'ACTIVITY_CREATED ∅→created',
      'ACTIVITY_READY created→ready',
    ]);
    expect(run.here()).toMatchObject({
      status: 'running',
      state: 'in_review',
      stays: { 'main:in_review:1': { leaving: { transition: 'in_review-approved-approve' } } },
    });

    run.succeed('pay', { ref: 7 });
    expect(run.moves()).toEqual([
      'ACTIVITY_COMPLETED running→completed',
      'STEP_EXITED',
      'TRANSITION_TAKEN in_review→approved',
      'STEP_ENTERED',
      'WORKFLOW_COMPLETED running→completed',
    ]);
  });

  test('see the decision after which the transition was chosen', () => {
    const run = reviewed([setContext('note', { by: 'task.by.name', how: 'task.outcome' })]);
    run.begin();
    run.decideTask('in_review', 'approve', ann);

    expect(run.here()).toMatchObject({ status: 'completed', context: { by: 'Ann Lee', how: 'approve' } });
  });

  test('see the signal that took the step out', () => {
    const run = new CoreRun(
      aDefinition({
        steps: [start(), waitForSignal('awaiting'), end('done')],
        transitions: [
          go('start', 'awaiting'),
          go('awaiting', 'done', { activities: [setContext('note', { sum: 'signal.sum' })] }),
        ],
      }),
    );
    run.begin();
    run.do({ kind: 'signal', id: 's', name: 'paid', payload: { sum: 5 }, keepSeconds: 60 });

    expect(run.here()).toMatchObject({ status: 'completed', context: { sum: 5 } });
  });

  test('end the deadlines of the step: none of them takes it elsewhere any more', () => {
    const run = new CoreRun(
      aDefinition({
        steps: [
          start(),
          userTask('in_review', {
            due: { in: 'PT1M', ladder: [{ key: 'late', at: 'PT0S', action: 'transition' }] },
          }),
          end('approved'),
          end('rejected'),
        ],
        transitions: [
          go('start', 'in_review'),
          go('in_review', 'approved', { on: { outcome: 'approve' }, activities: [pay()] }),
          go('in_review', 'rejected', { on: { outcome: 'reject' } }),
          go('in_review', 'rejected', { on: { deadline: 'late' } }),
        ],
      }),
    );
    run.begin();
    run.decideTask('in_review', 'approve', ann);
    run.later(120);
    run.do({ kind: 'timer_fired', timer: 'main:in_review:1:deadline:late' });
    run.succeed('pay');

    expect(run.here()).toMatchObject({ status: 'completed', outcome: 'approved' });
  });

  test('that fail for good take the step’s transition for errors', () => {
    const run = reviewed(
      [pay(), callApi('tell', 'https://x.example')],
      [go('in_review', 'rejected', { on: { error: true } })],
    );
    run.begin();
    run.decideTask('in_review', 'approve', ann);
    run.fail('pay', 'http_404', false);

    expect(run.here()).toMatchObject({ status: 'completed', outcome: 'rejected' });
    expect(run.moves()).toContain('ACTIVITY_CANCELLED created→cancelled');
  });

  test('on the way for errors that fail too need a person, and do not go round', () => {
    const run = reviewed(
      [pay()],
      [
        go('in_review', 'rejected', {
          on: { error: true },
          activities: [callApi('tell', 'https://x.example')],
        }),
      ],
    );
    run.begin();
    run.decideTask('in_review', 'approve', ann);
    run.fail('pay', 'http_404', false);
    run.fail('tell', 'http_404', false);
    expect(run.here().status).toBe('needs_attention');

    run.do({ kind: 'skip_activity', execution: run.executionKey('tell'), reason: 'Told by hand' });
    expect(run.here()).toMatchObject({ status: 'completed', outcome: 'rejected' });
  });

  test('without such a transition need a person, who tries again', () => {
    const run = reviewed([pay()]);
    run.begin();
    run.decideTask('in_review', 'approve', ann);
    run.fail('pay', 'http_404', false);
    expect(run.here()).toMatchObject({ status: 'needs_attention', state: 'in_review' });

    run.do({ kind: 'retry', reason: 'The bank is back' });
    run.succeed('pay');
    expect(run.here().outcome).toBe('approved');
  });

  test('are undone when a later one fails', () => {
    const run = new CoreRun(
      aDefinition({
        steps: [
          start(),
          decision('checked'),
          automated('acting', [callApi('act', 'https://x.example')], { onFailure: 'compensate' }),
          end('done'),
        ],
        transitions: [
          go('start', 'checked'),
          go('checked', 'acting', { default: true, activities: [pay({ compensation: 'pay_back' })] }),
          go('acting', 'done'),
        ],
        compensations: [callApi('pay_back', 'https://bank.example')],
      }),
    );
    run.begin();
    run.succeed('pay', { ref: 7 });
    run.fail('act', 'http_404', false);
    run.succeed('pay_back');

    expect(run.here()).toMatchObject({ status: 'reversed' });
    expect(run.moves()).toContain('ACTIVITY_COMPENSATED');
  });

  test('end with a cancellation', () => {
    const run = reviewed([pay({ async: true })]);
    run.begin();
    run.decideTask('in_review', 'approve', ann);
    run.do({ kind: 'cancel', mode: 'immediate', reason: 'Not needed' });

    expect(run.here().status).toBe('cancelled');
    expect(run.moves()).toEqual([
      'ACTIVITY_CANCELLED ready→cancelled',
      'STEP_EXITED',
      'WORKFLOW_CANCELLED waiting→cancelled',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { EventActor } from '@/lib/engine/event';
import {
  aDefinition,
  automated,
  callApi,
  end,
  go,
  start,
  userTask,
} from '@/lib/testing/builders/definition-builder';
import { CoreRun, ann, decisionOn } from '@/lib/testing/builders/core-run';

const charge = 'main:paying:1:charge';
const staff: EventActor = { type: 'staff', id: 'staff-1', name: 'Eve' };

const definition = aDefinition({
  steps: [
    start(),
    userTask('in_review'),
    automated('paying', [
      callApi('charge', 'https://p.example.test', { retry: { maxAttempts: 1 } }),
      callApi('receipt', 'https://p.example.test'),
    ]),
    end('paid'),
    end('rejected'),
  ],
  transitions: [
    go('start', 'in_review'),
    go('in_review', 'paying', { on: { outcome: 'approve' } }),
    go('in_review', 'rejected', { on: { outcome: 'reject' } }),
    go('paying', 'paid'),
  ],
});

function inReview(): CoreRun {
  const run = new CoreRun(definition);
  run.begin({ amount: 20 });
  return run;
}

function paying(): CoreRun {
  const run = inReview();
  run.decideTask('in_review', 'approve', ann);
  run.do({ kind: 'advance' });
  return run;
}

describe('retry', () => {
  it('gives the failed activity one more attempt, from the queue', () => {
    const run = paying();
    run.fail('charge');

    run.do({ kind: 'retry', reason: 'Partner is back' }, staff);

    expect(run.moves()).toEqual([
      'WORKFLOW_RESUMED needs_attention→resumed',
      'WORKFLOW_CONTINUED resumed→running',
      'ACTIVITY_RETRYING failed→retrying',
    ]);
    expect(run.last).toMatchObject({ next: null, effects: [{ kind: 'advance' }] });
    expect(run.history.at(-3)).toMatchObject({ actor: staff, reason: 'Partner is back' });
    expect(run.here().incidents).toEqual({});
    expect(run.do({ kind: 'advance' }).next).toBe(charge);
    run.fail('charge');
    expect(run.here().status).toBe('needs_attention');
  });

  it('writes down what of the context it changed, and no more', () => {
    const run = paying();
    run.fail('charge');
    run.do({ kind: 'retry', reason: 'Wrong account', context: { 'iban.of': 'DE1', extra: { a: 1 } } });

    expect(run.last?.events[0]).toMatchObject({
      type: 'CONTEXT_EDITED',
      reason: 'Wrong account',
      data: { replace: { 'iban.of': 'DE1', extra: { a: 1 } }, remove: ['amount'] },
    });
    expect(run.here().context).toEqual({ 'iban.of': 'DE1', extra: { a: 1 } });
  });

  it('with the same context edits nothing; with a reserved name it is refused', () => {
    const run = paying();
    run.fail('charge');
    const poisoned = JSON.parse('{"constructor": 1}') as never;

    expect(run.refused({ kind: 'retry', reason: 'x', context: poisoned }).code).toBe('invalid');
    run.do({ kind: 'retry', reason: 'x', context: run.here().context });
    expect(run.moves()).not.toContain('CONTEXT_EDITED');
  });

  it('is refused where nothing needs attention', () => {
    expect(inReview().refused({ kind: 'retry', reason: 'x' })).toMatchObject({
      code: 'not_allowed',
      data: { status: 'waiting' },
    });
  });
});

describe('skipping', () => {
  it('goes on as if the activity had ended without an output', () => {
    const run = paying();
    run.fail('charge');

    run.do({ kind: 'skip_activity', execution: charge, reason: 'Paid by hand' }, staff);

    expect(run.moves()).toEqual([
      'WORKFLOW_RESUMED needs_attention→resumed',
      'WORKFLOW_CONTINUED resumed→running',
      'ACTIVITY_SKIPPED failed→skipped',
      'ACTIVITY_READY created→ready',
    ]);
    expect(run.do({ kind: 'advance' }).next).toBe('main:paying:1:receipt');
  });

  it('is for the failed activity only', () => {
    const run = paying();
    run.fail('charge');

    const skip = (execution: string) => run.refused({ kind: 'skip_activity', execution, reason: 'x' }).code;
    expect(skip('main:paying:1:receipt')).toBe('not_allowed');
    expect(skip('main:paying:9:charge')).toBe('not_found');
  });
});

describe('pausing', () => {
  it('lets a running attempt end and keeps its result, but begins nothing', () => {
    const run = paying();
    const token = run.startAttempt('charge');
    run.do({ kind: 'pause', reason: 'Audit' });

    run.do({ kind: 'attempt_succeeded', execution: charge, token, result: { id: 7 } });

    expect(run.moves()).toEqual(['ACTIVITY_COMPLETED running→completed']);
    expect(run.here()).toMatchObject({ status: 'paused', waitingFor: [] });
    expect(run.do({ kind: 'advance' }).events).toEqual([]);
    run.do({ kind: 'resume', reason: 'Done' });
    expect(run.moves()).toEqual([
      'WORKFLOW_RESUMED paused→resumed',
      'WORKFLOW_CONTINUED resumed→running',
      'ACTIVITY_READY created→ready',
    ]);
    expect(run.last?.effects).toEqual([{ kind: 'advance' }]);
  });

  it('an attempt that fails for good while paused needs attention after resuming', () => {
    const run = paying();
    const token = run.startAttempt('charge');
    run.do({ kind: 'pause', reason: 'Audit' });
    const error = { code: 'http_400', message: 'It answered 400', retryable: false };

    run.do({ kind: 'attempt_failed', execution: charge, token, error });
    expect(run.here().status).toBe('paused');
    run.do({ kind: 'resume', reason: 'Done' });

    expect(run.here().status).toBe('needs_attention');
  });

  it('no attempt begins while paused', () => {
    const run = paying();
    run.do({ kind: 'pause', reason: 'Audit' });

    expect(() => run.startAttempt('charge')).toThrow('while the instance is paused');
  });

  it('is refused where it makes no sense', () => {
    const failed = paying();
    failed.fail('charge');

    expect(failed.refused({ kind: 'pause', reason: 'x' }).code).toBe('not_allowed');
    expect(inReview().refused({ kind: 'resume', reason: 'x' }).code).toBe('not_allowed');
  });
});

describe('cancelling', () => {
  it('ends open tasks, stays and the instance', () => {
    const run = inReview();

    run.do({ kind: 'cancel', mode: 'immediate', reason: 'Duplicate' }, staff);

    expect(run.moves()).toEqual([
      'USER_TASK_CANCELLED pending→cancelled',
      'STEP_EXITED',
      'WORKFLOW_CANCELLED waiting→cancelled',
    ]);
    expect(run.history.at(-1)).toMatchObject({
      reason: 'Duplicate',
      actor: staff,
      data: { mode: 'immediate' },
    });
    expect(run.here()).toMatchObject({ status: 'cancelled', state: 'in_review', stays: {}, tasks: {} });
  });

  it('takes the lease from a running attempt, whose late result changes nothing (fault B73)', () => {
    const run = paying();
    const token = run.startAttempt('charge');

    run.do({ kind: 'cancel', mode: 'immediate', reason: 'Stop' });

    expect(run.moves()).toEqual([
      'ACTIVITY_CANCELLED running→cancelled',
      'ACTIVITY_CANCELLED created→cancelled',
      'STEP_EXITED',
      'WORKFLOW_CANCELLED running→cancelled',
    ]);
    expect(run.refused({ kind: 'attempt_succeeded', execution: charge, token, result: 1 }).code).toBe(
      'terminal',
    );
  });

  it('closes the incident of an instance that needs attention', () => {
    const run = paying();
    run.fail('charge');

    run.do({ kind: 'cancel', mode: 'immediate', reason: 'Give up' });

    expect(run.moves()[0]).toBe('ACTIVITY_SKIPPED failed→skipped');
    expect(run.last?.after.incidents[charge]).toMatchObject({ resolution: 'cancelled', closedAt: run.now });
  });

  it('works before the first step and while paused, and once only', () => {
    const scheduled = new CoreRun(definition);
    scheduled.start({ amount: 20 });
    scheduled.do({ kind: 'cancel', mode: 'immediate', reason: 'x' });
    const paused = inReview();
    paused.do({ kind: 'pause', reason: 'x' });
    paused.do({ kind: 'cancel', mode: 'immediate', reason: 'x' });

    expect([scheduled, paused].map((run) => run.here().status)).toEqual(['cancelled', 'cancelled']);
    expect(paused.refused({ kind: 'cancel', mode: 'immediate', reason: 'x' })).toMatchObject({
      code: 'terminal',
      data: { status: 'cancelled', from: 'in_review' },
    });
    expect(paused.refused(decisionOn('main:in_review:1', 'approve', ann)).code).toBe('terminal');
  });
});

import { describe, expect, it } from 'vitest';
import { refund } from '@/lib/demo/definitions/refund';
import type { EventActor, HistoryEvent } from '@/lib/engine/event';
import type { EventRow } from '@/lib/instances/schema';
import { ann, carol, CoreRun } from '@/lib/testing/builders/core-run';
import {
  aDefinition,
  automated,
  callApi,
  end,
  go,
  start,
  subWorkflow,
  userTask,
  waitForSignal,
  waitForTimer,
} from '@/lib/testing/builders/definition-builder';
import { foldEvents } from './fold-events';

const rules = {
  refund_limit: { value: 500, version: '1' },
  refund_risk_limit: { value: 60, version: '1' },
  refund_finance_limit: { value: 5000, version: '1' },
};
const user = (person: { id: string; name: string }): EventActor => ({ type: 'user', ...person });
const staff: EventActor = { type: 'staff', id: 'tom', name: 'Tom' };
const worker: EventActor = { type: 'worker', id: 'w1', name: 'Worker w1' };

/** A refund that has come to its manager; the clock moves between any two transactions. */
function inReview(): CoreRun {
  const run = new CoreRun(refund, { rules });
  run.start({ orderNumber: '1', customer: 'Hofmann', amount: 1500, reason: 'damaged' }, carol);
  run.later(1);
  run.do({ kind: 'advance' });
  attempt(run, 'risk', { score: 20 });
  return run;
}

function attempt(run: CoreRun, activity: string, result: { score: number } | 'fails'): void {
  run.later(1);
  const execution = run.executionKey(activity);
  const token = `t${run.history.length}`;
  run.do({ kind: 'start_attempt', execution, worker: 'w1', token, leaseSeconds: 60 }, worker);
  run.later(1);
  const error = { code: 'http_503', message: 'The bank is closed', retryable: true };
  run.do(
    result === 'fails'
      ? { kind: 'attempt_failed', execution, token, error }
      : { kind: 'attempt_succeeded', execution, token, result },
    worker,
  );
}

function rowsOf(history: readonly HistoryEvent[]): EventRow[] {
  return history.map((event) => ({
    ...event,
    actor: { ...event.actor, onBehalfOf: event.actor.onBehalfOf ?? null },
    correlationId: null,
    causationId: null,
    workerId: null,
    hash: '',
  }));
}

const fold = (run: CoreRun) => foldEvents(rowsOf(run.history));
const kinds = (run: CoreRun) => fold(run).map(({ headline }) => headline.kind);

describe('folding a history', () => {
  it('makes one line of a start, with the way that follows from it', () => {
    const [started, scored] = fold(inReview());

    expect(started).toMatchObject({
      headline: { kind: 'started' },
      actor: { type: 'system' },
      path: [{ step: 'scoring' }],
    });
    expect(scored).toMatchObject({
      headline: { kind: 'activity', activity: 'risk', status: 'completed', attempts: 1 },
      actor: { name: 'Worker w1' },
      path: [
        { step: 'limit_check' },
        { step: 'in_review', transition: 'over_limit', condition: 'context.amount > rules.refund_limit' },
      ],
      opened: [{ title: 'Approve refund of 1500 EUR for Hofmann', roles: ['refund_approver'] }],
    });
  });

  it('makes one line of all children that were started, and of all that came back', () => {
    const run = new CoreRun(
      aDefinition({
        steps: [start(), subWorkflow('ordering', 'part', { forEach: { items: '[1, 2]' } }), end('done')],
        transitions: [go('start', 'ordering'), go('ordering', 'done')],
      }),
    );
    run.begin();
    const keys = Object.keys(run.here().children);
    for (const child of keys) {
      run.later(1);
      run.do({ kind: 'child_started', child, instance: child });
    }
    for (const child of keys) {
      run.later(1);
      const done = { status: 'completed', outcome: 'packed', context: {} } as const;
      run.do({ kind: 'child_ended', child, end: done });
    }

    expect(fold(run).map(({ headline }) => headline)).toMatchObject([
      { kind: 'started' },
      { kind: 'children', what: 'started', step: 'ordering', count: 2 },
      { kind: 'children', what: 'completed', step: 'ordering', count: 2 },
      { kind: 'completed' },
    ]);
  });

  it('makes one line of a decision, with its reason and where it led', () => {
    const run = inReview();
    run.later(60);
    run.do(
      {
        kind: 'decide_task',
        task: run.taskKey('in_review'),
        outcome: 'approve',
        form: {},
        reason: 'Seen the photos.',
        by: ann,
        onBehalfOf: null,
        authority: {},
      },
      user(ann),
    );

    expect(fold(run).at(-1)).toMatchObject({
      headline: { kind: 'decided', step: 'in_review', outcome: 'approve', open: false },
      actor: { name: 'Ann Lee' },
      reason: 'Seen the photos.',
      path: [{ step: 'paying', transition: 'approve', condition: null }],
    });
  });

  it('says until when a task has to be decided, as long as it is open', () => {
    const run = inReview();
    expect(fold(run).at(-1)?.opened).toMatchObject([{ dueAt: expect.stringMatching(/^2026-03-05/) }]);

    run.later(60);
    run.decideTask('in_review', 'approve', ann, { reason: 'Yes.' });

    expect(fold(run).at(-2)?.opened).toMatchObject([{ dueAt: null }]);
  });

  it('makes one line of attempts in a row, and says on it that a person is needed', () => {
    const run = inReview();
    run.later(60);
    run.decideTask('in_review', 'approve', ann, { reason: 'Yes.' });
    for (let round = 1; round <= 5; round += 1) {
      run.later(3600);
      attempt(run, 'payment', 'fails');
    }

    const last = fold(run).at(-1);
    expect(last?.headline).toMatchObject({
      kind: 'activity',
      activity: 'payment',
      status: 'failed',
      attempts: 5,
    });
    expect(
      last?.headline.kind === 'activity' && last.headline.failures.map(({ attempt }) => attempt),
    ).toEqual([1, 2, 3, 4, 5]);
    expect(last?.stopped).toContain('The bank is closed');
  });

  it('gives a retry by support a line of its own, and the attempt after it another', () => {
    const run = inReview();
    run.later(60);
    run.decideTask('in_review', 'approve', ann, { reason: 'Yes.' });
    for (let round = 1; round <= 5; round += 1) {
      run.later(3600);
      attempt(run, 'payment', 'fails');
    }
    run.later(60);
    run.do({ kind: 'retry', reason: 'The bank is open again.' }, staff);
    attempt(run, 'payment', { score: 1 });

    const [retried, paid] = fold(run).slice(-2);
    expect(retried).toMatchObject({
      headline: { kind: 'retried' },
      actor: { name: 'Tom' },
      reason: 'The bank is open again.',
    });
    expect(paid).toMatchObject({
      headline: { kind: 'activity', status: 'completed', attempts: 6, failures: [] },
      path: [{ step: 'announcing_payment' }],
    });
  });

  it('makes one line of a cancellation and of all that it ends', () => {
    const run = inReview();
    run.later(60);
    const before = run.history.length;
    run.do({ kind: 'cancel', mode: 'immediate', reason: 'Sent twice.' }, staff);

    const last = fold(run).at(-1);
    expect(last).toMatchObject({
      headline: { kind: 'cancelled' },
      reason: 'Sent twice.',
      actor: { name: 'Tom' },
    });
    expect(last?.events).toHaveLength(run.history.length - before);
  });

  it('tells a compensation: what set it off, each undo, and its end', () => {
    const run = new CoreRun(
      aDefinition({
        steps: [
          start(),
          automated('paying', [callApi('charge', 'https://x.example', { compensation: 'refund' })]),
          userTask('in_review'),
          end('approved'),
          end('rejected'),
        ],
        transitions: [
          go('start', 'paying'),
          go('paying', 'in_review'),
          go('in_review', 'approved', { on: { outcome: 'approve' } }),
          go('in_review', 'rejected', { on: { outcome: 'reject' } }),
        ],
        compensations: [callApi('refund', 'https://x.example', { retry: { maxAttempts: 1 } })],
      }),
    );
    run.begin();
    run.later(60);
    run.succeed('charge');
    run.later(60);
    run.do({ kind: 'cancel', mode: 'compensated', reason: 'Sent twice.' }, staff);
    run.later(60);
    run.do({ kind: 'advance' });
    run.fail('refund');
    run.later(60);
    run.do({ kind: 'retry', reason: 'Again.' }, staff);
    run.later(60);
    run.succeed('refund');

    const lines = fold(run).slice(-5);
    expect(lines.map(({ headline }) => headline.kind)).toEqual([
      'compensating',
      'activity',
      'retried',
      'activity',
      'cancelled_then',
    ]);
    expect(lines[0]).toMatchObject({ reason: 'Sent twice.', actor: { name: 'Tom' } });
    expect(lines[1]).toMatchObject({
      headline: { status: 'failed' },
      stopped: expect.stringContaining('refund'),
    });
    expect(lines[4]).toMatchObject({ reason: 'Sent twice.' });
  });

  it('takes the line of an attempt along when it ends after a pause', () => {
    const run = inReview();
    run.later(60);
    run.decideTask('in_review', 'approve', ann, { reason: 'Yes.' });
    run.later(1);
    const token = run.startAttempt('payment');
    run.later(1);
    run.do({ kind: 'pause', reason: 'A moment.' }, staff);
    run.later(1);
    run.do(
      { kind: 'attempt_succeeded', execution: run.executionKey('payment'), token, result: null },
      worker,
    );

    expect(kinds(run).slice(-3)).toEqual(['decided', 'paused', 'activity']);
  });

  it('has every event in exactly one line, wherever the page of events begins', () => {
    const run = inReview();
    run.later(60);
    run.do({ kind: 'claim_task', task: run.taskKey('in_review'), by: ann }, user(ann));
    run.later(60);
    run.decideTask('in_review', 'approve', ann, { reason: 'Yes.' });
    attempt(run, 'payment', 'fails');
    const rows = rowsOf(run.history);

    for (let from = 0; from < rows.length; from += 1) {
      const sequences = foldEvents(rows.slice(from)).flatMap(({ events }) =>
        events.map(({ sequence }) => sequence),
      );
      expect(sequences.sort((a, b) => a - b)).toEqual(rows.slice(from).map(({ sequence }) => sequence));
    }
  });
});

describe('timers, deadlines and signals', () => {
  const definition = aDefinition({
    maxAge: undefined,
    steps: [
      start(),
      userTask('in_review', {
        due: { in: 'P1D', ladder: [{ key: 'over', at: 'PT0S', action: 'reassign', to: { role: 'senior' } }] },
      }),
      waitForTimer('cooling', { duration: 'PT1H' }),
      waitForSignal('awaiting'),
      end('approved'),
      end('rejected'),
    ],
    transitions: [
      go('start', 'in_review'),
      go('in_review', 'cooling', { on: { outcome: 'approve' } }),
      go('in_review', 'rejected', { on: { outcome: 'reject' } }),
      go('cooling', 'awaiting'),
      go('awaiting', 'approved'),
    ],
  });

  it('are lines of their own, with what they did', () => {
    const run = new CoreRun(definition);
    run.begin({ amount: 1 });
    run.later(24 * 3600);
    run.do({ kind: 'timer_fired', timer: 'main:in_review:1:deadline:over' });
    run.later(1);
    run.decideTask('in_review', 'approve', ann);
    run.later(3600);
    run.do({ kind: 'timer_fired', timer: 'main:cooling:1:timer' });
    run.later(1);
    run.do({ kind: 'signal', id: 'bank:1:2', name: 'paid', payload: {}, keepSeconds: 60 });

    expect(fold(run).map(({ headline }) => headline)).toMatchObject([
      { kind: 'started' },
      { kind: 'deadline', step: 'in_review', action: 'reassign' },
      { kind: 'decided' },
      { kind: 'timer', step: 'cooling' },
      { kind: 'signal', name: 'paid' },
      { kind: 'completed' },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Transition } from '@/lib/engine/definition/schema';
import type { AutomatedStep } from '@/lib/engine/definition/step-schema';
import type { JsonObject } from '@/lib/engine/json';
import {
  aDefinition,
  automated,
  callApi,
  end,
  go,
  setContext,
  start,
} from '@/lib/testing/builders/definition-builder';
import { CoreRun } from '@/lib/testing/builders/core-run';

const url = 'https://partner.example.test/pay';

function paying(
  activities: Activity[],
  parts: Partial<AutomatedStep> = {},
  ways: Transition[] = [],
): CoreRun {
  return new CoreRun(
    aDefinition({
      steps: [start(), automated('paying', activities, parts), end('paid'), end('unpaid')],
      transitions: [go('start', 'paying'), go('paying', 'paid'), ...ways],
    }),
  );
}

function begun(
  activities: Activity[],
  input: JsonObject = {},
  parts: Partial<AutomatedStep> = {},
  ways: Transition[] = [],
) {
  const run = paying(activities, parts, ways);
  run.begin({ amount: 20, ...input });
  return run;
}

describe('an AUTOMATED step', () => {
  it('runs its activities in order, the first in the advancing worker', () => {
    const run = begun([callApi('charge', url), callApi('receipt', url)]);

    expect(run.moves().slice(-3)).toEqual([
      'ACTIVITY_CREATED ∅→created',
      'ACTIVITY_CREATED ∅→created',
      'ACTIVITY_READY created→ready',
    ]);
    expect(run.last).toMatchObject({ next: 'main:paying:1:charge', effects: [] });
    expect(run.here().status).toBe('running');

    const plan = run.succeed('charge', { id: 7 });

    expect(run.moves()).toEqual(['ACTIVITY_COMPLETED running→completed', 'ACTIVITY_READY created→ready']);
    expect(plan.next).toBe('main:paying:1:receipt');
    run.succeed('receipt');
    expect(run.here()).toMatchObject({ status: 'completed', state: 'paid' });
  });

  it('a worker that goes on takes the lease of the next activity with the result of the one before', () => {
    const run = begun([callApi('charge', url), callApi('receipt', url)]);
    const token = run.startAttempt('charge');
    const goOn = { worker: 'worker-1', token: 'the-next', leaseSeconds: 60 };
    const ended = { execution: run.executionKey('charge'), token, result: null };

    const plan = run.do({ kind: 'attempt_succeeded', ...ended, goOn });

    expect(run.moves()).toEqual([
      'ACTIVITY_COMPLETED running→completed',
      'ACTIVITY_READY created→ready',
      'ACTIVITY_SCHEDULED ready→scheduled',
      'ACTIVITY_STARTED scheduled→running',
    ]);
    expect(plan).toMatchObject({ next: null, effects: [] });
    expect(run.here().activities['main:paying:1:receipt']?.lease).toMatchObject({ token: 'the-next' });
  });

  it('with no activity it is left at once', () => {
    expect(begun([]).here().state).toBe('paid');
  });

  it('an activity whose condition is false is cancelled, and the next one is ready', () => {
    const run = begun([callApi('charge', url, { when: 'context.amount > 100' }), callApi('receipt', url)]);

    expect(run.last?.next).toBe('main:paying:1:receipt');
    expect(run.history.find(({ type }) => type === 'ACTIVITY_CANCELLED')).toMatchObject({
      key: 'main:paying:1:charge',
      from: 'created',
      data: { because: 'condition' },
    });
  });

  it('a condition sees what the activities before have made', () => {
    const run = begun([
      callApi('charge', url, { outputSchema: { type: 'object', properties: { paid: { type: 'boolean' } } } }),
      callApi('receipt', url, { when: 'context.activities.charge.output.paid == true' }),
    ]);

    run.succeed('charge', { paid: true });

    expect(run.last?.next).toBe('main:paying:1:receipt');
  });

  it('a condition that fails needs attention; skipping the activity goes on with the next', () => {
    const run = begun([callApi('charge', url, { when: 'context.amount > "x"' }), callApi('receipt', url)]);

    expect(run.here().status).toBe('needs_attention');
    expect(run.here().incidents['main:paying:1:charge']?.code).toBe('condition_failed');
    run.do({ kind: 'skip_activity', execution: 'main:paying:1:charge', reason: 'Paid by hand' });

    expect(run.here().status).toBe('running');
    expect(run.last).toMatchObject({ next: null, effects: [{ kind: 'advance' }] });
    expect(run.do({ kind: 'advance' }).next).toBe('main:paying:1:receipt');
  });

  it('an async activity goes to the queue and the instance waits', () => {
    const run = begun([callApi('charge', url, { async: true }), callApi('receipt', url)]);

    expect(run.last).toMatchObject({
      next: null,
      effects: [{ kind: 'run_activity', execution: 'main:paying:1:charge' }],
    });
    expect(run.here()).toMatchObject({ status: 'waiting', waitingFor: ['activity'] });

    const plan = run.succeed('charge');

    expect(run.moves()).toEqual([
      'ACTIVITY_COMPLETED running→completed',
      'WORKFLOW_RESUMED waiting→resumed',
      'WORKFLOW_CONTINUED resumed→running',
      'ACTIVITY_READY created→ready',
    ]);
    expect(plan).toMatchObject({ next: null, effects: [{ kind: 'advance' }] });
  });

  it('an async attempt begins without waking the instance', () => {
    const run = begun([callApi('charge', url, { async: true })]);

    run.startAttempt('charge');

    expect(run.moves()).toEqual(['ACTIVITY_SCHEDULED ready→scheduled', 'ACTIVITY_STARTED scheduled→running']);
    expect(run.here().status).toBe('waiting');
  });

  it('each visit has executions of its own; conditions see the latest output', () => {
    const run = new CoreRun(
      aDefinition({
        input: { type: 'object', properties: {} },
        steps: [
          start(),
          automated('polling', [
            callApi('ask', url, {
              outputSchema: { type: 'object', properties: { done: { type: 'boolean' } } },
            }),
          ]),
          end(),
        ],
        transitions: [
          go('start', 'polling'),
          go('polling', 'done', { when: 'context.activities.ask.output.done == true' }),
          go('polling', 'polling', { default: true }),
        ],
      }),
    );
    run.begin();
    run.succeed('ask', { done: false });
    expect(run.last?.next).toBe('main:polling:2:ask');

    run.succeed('ask', { done: true });

    expect(run.here()).toMatchObject({
      status: 'completed',
      results: { ask: { output: { done: true }, execution: 'main:polling:2:ask' } },
      activities: {},
    });
  });
});

describe('SET_CONTEXT', () => {
  it('is run by the core itself, in the same plan', () => {
    const run = begun([
      setContext('note', { 'payment.amount': 'context.amount * 2.0', amount: '0' }),
      callApi('charge', url),
    ]);

    expect(run.moves().slice(-6)).toEqual(
      [
        'ACTIVITY_READY created→ready',
        'ACTIVITY_SCHEDULED ready→scheduled',
        'ACTIVITY_STARTED scheduled→running',
        'ACTIVITY_COMPLETED running→completed',
        'ACTIVITY_READY created→ready',
      ].toSpliced(0, 0, 'ACTIVITY_CREATED ∅→created'),
    );
    expect(run.here().context).toEqual({ amount: 0, payment: { amount: 40 } });
    expect(run.last?.next).toBe('main:paying:1:charge');
  });

  it('that fails takes the error transition, or needs attention', () => {
    const broken = setContext('note', { amount: 'context.amount + "x"' });
    const caught = begun([broken], {}, {}, [go('paying', 'unpaid', { on: { error: 'evaluation' } })]);
    const open = begun([broken]);

    expect(caught.here()).toMatchObject({ status: 'completed', state: 'unpaid' });
    expect(open.here().incidents['main:paying:1:note']).toMatchObject({ code: 'evaluation_failed' });
    open.do({ kind: 'skip_activity', execution: 'main:paying:1:note', reason: 'Not needed' });
    expect(open.here().state).toBe('paid');
  });

  it('does not overwrite a value that is in the way of its path', () => {
    const run = begun([setContext('note', { 'amount.cents': '1' })]);

    expect(run.here().incidents['main:paying:1:note']?.message).toContain('context.amount is not an object');
    expect(run.here().context).toEqual({ amount: 20 });
  });
});

describe('an activity that has used up its attempts', () => {
  const once = { retry: { maxAttempts: 1 } };
  const onAny = go('paying', 'unpaid', { on: { error: true } });

  it('needs attention by default, saying what failed', () => {
    const run = begun([callApi('charge', url, once)]);
    run.fail('charge');

    expect(run.moves()).toEqual([
      'ACTIVITY_FAILED running→failed',
      'WORKFLOW_NEEDS_ATTENTION running→needs_attention',
    ]);
    expect(run.here().incidents['main:paying:1:charge']).toMatchObject({
      code: 'activity_failed',
      message: expect.stringContaining('It answered http_503') as unknown,
    });
  });

  it('takes the error transition for its code before the one for any error', () => {
    const byCode = go('paying', 'paid', { key: 'later', on: { error: 'http_404' } });

    expect(failedWith('http_404').here().state).toBe('paid');
    expect(failedWith('http_503').here().state).toBe('unpaid');

    function failedWith(code: string) {
      const run = begun([callApi('charge', url, once), callApi('receipt', url)], {}, {}, [onAny, byCode]);
      run.fail('charge', code);
      return run;
    }
  });

  it('is skipped then, and what has not begun is cancelled', () => {
    const run = begun([callApi('charge', url, once), callApi('receipt', url)], {}, {}, [onAny]);
    run.fail('charge');

    expect(run.moves().slice(0, 3)).toEqual([
      'ACTIVITY_FAILED running→failed',
      'ACTIVITY_SKIPPED failed→skipped',
      'ACTIVITY_CANCELLED created→cancelled',
    ]);
  });

  it('fails the instance where the step says so', () => {
    const run = begun([callApi('charge', url, once), callApi('receipt', url)], {}, { onFailure: 'fail' });
    run.fail('charge');

    expect(run.moves().at(-1)).toBe('WORKFLOW_FAILED running→failed');
    expect(run.last?.events.at(-1)?.data.error).toMatchObject({ code: 'http_503' });
    expect(run.refused({ kind: 'retry', reason: 'Again' }).code).toBe('terminal');
  });
});

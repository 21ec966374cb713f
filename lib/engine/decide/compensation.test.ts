import { describe, expect, it } from 'vitest';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Step } from '@/lib/engine/definition/step-schema';
import { replay, withoutClosed } from '@/lib/engine/replay';
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
  subWorkflow,
  userTask,
} from '@/lib/testing/builders/definition-builder';

const url = 'https://partner.example/';
const once = { retry: { maxAttempts: 1 } };
const output = { outputSchema: { type: 'object', properties: { id: { type: 'string' } } } };

const reserve = callApi('reserve', url, { compensation: 'release', ...output });
const charge = callApi('charge', url, { compensation: 'refund', ...output });
const book = callApi('book', url, once);
const release = callApi('release', url, once);
const refund = callApi('refund', url, once);

/** reserving → charging → booking → done; what booking's failure leads to is the test's own. */
function trip(
  parts: Partial<Definition> = {},
  booking: Partial<Step> = { onFailure: 'compensate' } as never,
) {
  return aDefinition({
    steps: [
      start(),
      automated('reserving', [reserve]),
      automated('charging', [charge]),
      { ...automated('booking', [book]), ...booking } as Step,
      end('done'),
    ],
    transitions: [
      go('start', 'reserving'),
      go('reserving', 'charging'),
      go('charging', 'booking'),
      go('booking', 'done'),
    ],
    compensations: [release, refund],
    ...parts,
  });
}

/** A trip whose booking has failed. */
function failed(definition = trip()): CoreRun {
  const run = new CoreRun(definition);
  run.begin({ amount: 50 });
  run.succeed('reserve', { id: 'r-1' });
  run.succeed('charge', { id: 'c-1' });
  run.fail('book', 'http_409', false);
  return run;
}

/** A task after the two activities, so that there is a moment in which to cancel. */
function waiting(activities: Activity[] = [reserve, charge]): CoreRun {
  const run = new CoreRun(
    aDefinition({
      steps: [
        start(),
        automated('working', activities),
        userTask('in_review'),
        end('approved'),
        end('rejected'),
      ],
      transitions: [
        go('start', 'working'),
        go('working', 'in_review'),
        go('in_review', 'approved', { on: { outcome: 'approve' } }),
        go('in_review', 'rejected', { on: { outcome: 'reject' } }),
      ],
      compensations: [release, refund],
    }),
  );
  run.begin({ amount: 50 });
  return run;
}

function cancelled(run: CoreRun, mode: 'immediate' | 'graceful' | 'compensated' = 'compensated') {
  return run.do({ kind: 'cancel', mode, reason: 'Not needed' });
}

describe('a failure that is to be compensated', () => {
  it('undoes what was done, the latest first, one after the other, and ends as reversed', () => {
    const run = failed();

    expect(run.moves()).toEqual([
      'ACTIVITY_FAILED running→failed',
      'WORKFLOW_COMPENSATING running→compensating',
      'ACTIVITY_SKIPPED failed→skipped',
      'ACTIVITY_CREATED ∅→created',
      'ACTIVITY_READY created→ready',
    ]);
    expect(run.last?.next).toBe('main:charging:1:charge~undo');

    run.succeed('refund');
    expect(run.moves()).toEqual([
      'ACTIVITY_COMPLETED running→completed',
      'ACTIVITY_COMPENSATED',
      'ACTIVITY_CREATED ∅→created',
      'ACTIVITY_READY created→ready',
    ]);
    expect(run.last?.next).toBe('main:reserving:1:reserve~undo');

    run.succeed('release');
    expect(run.moves()).toEqual([
      'ACTIVITY_COMPLETED running→completed',
      'ACTIVITY_COMPENSATED',
      'STEP_EXITED',
      'WORKFLOW_REVERSED compensating→reversed',
    ]);
    expect(run.here()).toMatchObject({ status: 'reversed', state: 'booking', outcome: null });
    expect(withoutClosed(replay(run.history))).toEqual(run.here());
  });

  it('does not undo the activity that failed, and names the failure and what stays', () => {
    const run = failed();

    expect(run.history.find(({ type }) => type === 'WORKFLOW_COMPENSATING')?.data).toMatchObject({
      ending: { then: 'reversed' },
      cause: { execution: 'main:booking:1:book', error: { code: 'http_409' } },
      irreversible: [],
    });
    run.succeed('refund');
    run.succeed('release');
    const undone = run.history.filter(({ type }) => type === 'ACTIVITY_COMPENSATED').map(({ key }) => key);
    expect(undone).toEqual(['main:charging:1:charge', 'main:reserving:1:reserve']);
  });

  it('ends as completed where the definition says so', () => {
    const run = failed(trip({ afterCompensation: 'completed' }));
    run.succeed('refund');
    run.succeed('release');

    expect(run.here()).toMatchObject({ status: 'completed', outcome: 'compensated' });
  });

  it('with nothing to undo is reversed at once', () => {
    const run = new CoreRun(
      trip({
        steps: [start(), automated('booking', [book], { onFailure: 'compensate' }), end('done')],
        transitions: [go('start', 'booking'), go('booking', 'done')],
      }),
    );
    run.begin();
    run.fail('book', 'http_409', false);

    expect(run.here().status).toBe('reversed');
  });

  it('of an async activity compensates too, and an async compensation goes to the queue', () => {
    const definition = trip({ compensations: [release, { ...refund, async: true }] }, {
      activities: [{ ...book, async: true }],
      onFailure: 'compensate',
    } as never);
    const run = failed(definition);

    expect(run.moves()).toContain('WORKFLOW_COMPENSATING waiting→compensating');
    expect(run.last).toMatchObject({
      next: null,
      effects: [{ kind: 'run_activity', execution: 'main:charging:1:charge~undo' }],
    });
    run.succeed('refund');
    expect(run.last).toMatchObject({ next: null, effects: [{ kind: 'advance' }] });
    expect(run.do({ kind: 'advance' }).next).toBe('main:reserving:1:reserve~undo');
  });

  it('that has an error transition takes it instead', () => {
    const definition = trip();
    const run = failed({
      ...definition,
      steps: [...definition.steps, end('given_up')],
      transitions: [...definition.transitions, go('booking', 'given_up', { on: { error: true } })],
    });

    expect(run.here()).toMatchObject({ status: 'completed', outcome: 'given_up' });
  });

  it('runs one compensation after the other only: an effect that is undone is not undone again', () => {
    const run = failed();
    run.succeed('refund');

    expect(run.do({ kind: 'advance' })).toMatchObject({ events: [], next: 'main:reserving:1:reserve~undo' });
    expect(
      run.refused({
        kind: 'start_attempt',
        execution: 'main:charging:1:charge~undo',
        worker: 'w',
        token: 't',
        leaseSeconds: 60,
      }).code,
    ).toBe('not_found');
  });
});

describe('a compensation', () => {
  it('sees the output of the very execution that it undoes, however often a loop has run since', () => {
    const definition = aDefinition({
      steps: [
        start(),
        automated('charging', [charge]),
        decision('again'),
        automated('booking', [book], { onFailure: 'compensate' }),
        end('done'),
      ],
      transitions: [
        go('start', 'charging'),
        go('charging', 'again'),
        go('again', 'charging', { when: 'context.activities.charge.output.id == "c-1"' }),
        go('again', 'booking', { default: true }),
        go('booking', 'done'),
      ],
      compensations: [setContext('refund', { undone: 'context.activities.charge.output.id' })],
    });
    const run = new CoreRun(definition);
    run.begin();
    run.succeed('charge', { id: 'c-1' });
    run.succeed('charge', { id: 'c-2' });
    run.fail('book', 'http_409', false);

    const set = run.history
      .filter(({ type, key }) => type === 'ACTIVITY_COMPLETED' && key?.endsWith('~undo'))
      .map(({ data }) => data['set']);
    expect(set).toEqual([{ undone: 'c-2' }, { undone: 'c-1' }]);
    expect(run.here().status).toBe('reversed');
  });

  it('whose condition is false does not apply, and the one before it goes on', () => {
    const run = failed(trip({ compensations: [release, { ...refund, when: 'context.amount > 100' }] }));

    expect(run.moves()).toContain('ACTIVITY_CANCELLED created→cancelled');
    expect(run.last?.next).toBe('main:reserving:1:reserve~undo');
  });

  it('is tried again by its own policy, under the same key', () => {
    const retry = { maxAttempts: 3, firstDelay: 'PT10S', jitter: 0 };
    const run = failed(trip({ compensations: [release, { ...refund, retry }] }));
    run.fail('refund');

    expect(run.here().status).toBe('compensating');
    expect(run.last?.effects).toEqual([{ kind: 'advance', at: '2026-03-02T09:00:10.000000Z' }]);
    run.later(10);
    expect(run.do({ kind: 'advance' }).next).toBe('main:charging:1:charge~undo');
    run.succeed('refund');
    expect(run.last?.next).toBe('main:reserving:1:reserve~undo');
  });

  it('whose worker is lost is taken over', () => {
    const run = failed();
    const token = run.startAttempt('refund');
    run.later(61);
    run.do({ kind: 'lease_expired', execution: run.executionKey('refund'), token });

    expect(run.moves()).toContain('WORKFLOW_RECOVERED');
    expect(run.last?.effects).toEqual([{ kind: 'advance' }]);
    expect(run.do({ kind: 'advance' }).next).toBe('main:charging:1:charge~undo');
  });

  it('that has used up its attempts stops everything with an incident; a person retries it', () => {
    const run = failed();
    run.fail('refund');

    expect(run.moves()).toEqual([
      'ACTIVITY_FAILED running→failed',
      'WORKFLOW_COMPENSATION_FAILED compensating→compensation_failed',
    ]);
    expect(run.here().incidents).toMatchObject({
      'main:charging:1:charge~undo': { code: 'compensation_failed', step: 'charging', closedAt: null },
    });
    expect(run.do({ kind: 'advance' }).events).toEqual([]);

    run.do({ kind: 'retry', reason: 'The bank is back' });
    expect(run.moves().slice(0, 2)).toEqual([
      'WORKFLOW_COMPENSATING compensation_failed→compensating',
      'ACTIVITY_RETRYING failed→retrying',
    ]);
    expect(run.do({ kind: 'advance' }).next).toBe('main:charging:1:charge~undo');
    run.succeed('refund');
    run.succeed('release');
    expect(run.here()).toMatchObject({ status: 'reversed', incidents: {} });
  });

  it('that failed may be skipped with a reason, and the ones before it go on', () => {
    const run = failed();
    run.fail('refund');
    run.do({ kind: 'skip_activity', execution: 'main:charging:1:charge~undo', reason: 'Refunded by hand' });

    expect(run.moves()).toContain('ACTIVITY_SKIPPED failed→skipped');
    expect(run.history.some(({ type }) => type === 'ACTIVITY_COMPENSATED')).toBe(false);
    expect(run.do({ kind: 'advance' }).next).toBe('main:reserving:1:reserve~undo');
    run.succeed('release');
    expect(run.here().status).toBe('reversed');
  });

  it('that failed cannot be got round by cancelling', () => {
    const run = failed();
    run.fail('refund');

    for (const mode of ['immediate', 'graceful', 'compensated'] as const) {
      expect(run.refused({ kind: 'cancel', mode, reason: 'Enough' })).toMatchObject({ code: 'not_allowed' });
    }
  });
});

describe('an effect', () => {
  it('that cannot be undone is told, and not undone', () => {
    const run = waiting([{ ...reserve, irreversible: true }, charge]);
    run.succeed('reserve');
    run.succeed('charge');
    cancelled(run);

    expect(run.history.find(({ type }) => type === 'WORKFLOW_COMPENSATING')?.data['irreversible']).toEqual([
      'main:working:1:reserve',
    ]);
    run.do({ kind: 'advance' });
    run.succeed('refund');
    expect(run.here().status).toBe('cancelled');
  });

  it('of which nobody knows whether it came is undone too (fault B34)', () => {
    const run = waiting([reserve, { ...charge, ...once }]);
    run.succeed('reserve');
    run.fail('charge', 'timeout');
    expect(run.here().status).toBe('needs_attention');
    cancelled(run);

    expect(run.moves()).toContain('ACTIVITY_SKIPPED failed→skipped');
    expect(run.do({ kind: 'advance' }).next).toBe('main:working:1:charge~undo');
    run.succeed('refund');
    run.succeed('release');
    expect(run.here().status).toBe('cancelled');
  });
});

describe('cancelling with compensation', () => {
  it('takes the task from its people, undoes, and ends as cancelled for the reason given', () => {
    const run = waiting();
    run.succeed('reserve');
    run.succeed('charge');
    cancelled(run);

    expect(run.moves()).toEqual([
      'WORKFLOW_COMPENSATING waiting→compensating',
      'USER_TASK_CANCELLED pending→cancelled',
      'ACTIVITY_CREATED ∅→created',
      'ACTIVITY_READY created→ready',
    ]);
    expect(run.last).toMatchObject({ next: null, effects: [{ kind: 'advance' }] });
    run.do({ kind: 'advance' });
    run.succeed('refund');
    run.succeed('release');

    expect(run.history.at(-1)).toMatchObject({
      type: 'WORKFLOW_CANCELLED',
      reason: 'Not needed',
      data: { mode: 'compensated' },
    });
  });

  it('lets a running attempt end first, and undoes what it did', () => {
    const run = waiting();
    run.succeed('reserve');
    const token = run.startAttempt('charge');
    cancelled(run);

    expect(run.moves()).toEqual(['WORKFLOW_COMPENSATING running→compensating']);
    run.do({ kind: 'attempt_succeeded', execution: 'main:working:1:charge', token, result: { id: 'c' } });
    expect(run.last?.next).toBe('main:working:1:charge~undo');
  });

  it('does not try again what fails meanwhile', () => {
    const run = waiting();
    run.succeed('reserve');
    const token = run.startAttempt('charge');
    cancelled(run);
    const error = { code: 'http_503', message: 'Away', retryable: true };
    run.do({ kind: 'attempt_failed', execution: 'main:working:1:charge', token, error });

    expect(run.moves()).toContain('ACTIVITY_SKIPPED failed→skipped');
    expect(run.last?.next).toBe('main:working:1:reserve~undo');
  });

  it('of a failed instance undoes what it left', () => {
    const run = failed(trip({}, { onFailure: 'fail' } as never));
    expect(run.here().status).toBe('failed');
    expect(run.refused({ kind: 'cancel', mode: 'immediate', reason: 'x' }).message).toMatch(/undone/);
    cancelled(run);
    run.do({ kind: 'advance' });
    run.succeed('refund');
    run.succeed('release');

    expect(run.here().status).toBe('cancelled');
  });

  it('of a paused instance goes on although it was paused', () => {
    const run = waiting();
    run.succeed('reserve');
    run.do({ kind: 'pause', reason: 'Wait' });
    cancelled(run);

    expect(run.do({ kind: 'advance' }).next).toBe('main:working:1:reserve~undo');
  });

  it('of an instance that has not begun cancels it', () => {
    const run = new CoreRun(trip());
    run.start();
    cancelled(run);

    expect(run.here().status).toBe('cancelled');
  });

  it('cannot be paused, retried or cancelled otherwise while it undoes', () => {
    const run = waiting();
    run.succeed('reserve');
    cancelled(run);

    expect(run.refused({ kind: 'pause', reason: 'x' }).code).toBe('not_allowed');
    expect(run.refused({ kind: 'retry', reason: 'x' }).code).toBe('not_allowed');
    expect(run.refused({ kind: 'cancel', mode: 'immediate', reason: 'x' }).message).toMatch(/being undone/);
  });
});

describe('cancelling gracefully', () => {
  it('lets the running attempt end and keeps its result; nothing else begins', () => {
    const run = waiting();
    const token = run.startAttempt('reserve');
    cancelled(run, 'graceful');

    expect(run.moves()).toEqual(['WORKFLOW_CANCELLING', 'ACTIVITY_CANCELLED created→cancelled']);
    expect(run.here().status).toBe('running');
    run.do({ kind: 'attempt_succeeded', execution: 'main:working:1:reserve', token, result: { id: 'r' } });

    expect(run.moves()).toEqual([
      'ACTIVITY_COMPLETED running→completed',
      'STEP_EXITED',
      'WORKFLOW_CANCELLED running→cancelled',
    ]);
    expect(run.history.at(-1)).toMatchObject({ reason: 'Not needed', data: { mode: 'graceful' } });
  });

  it('does not try again what fails meanwhile, and does not wait for a worker that is lost', () => {
    const failing = waiting();
    const token = failing.startAttempt('reserve');
    cancelled(failing, 'graceful');
    const error = { code: 'http_503', message: 'Away', retryable: true };
    failing.do({ kind: 'attempt_failed', execution: 'main:working:1:reserve', token, error });
    expect(failing.here().status).toBe('cancelled');

    const lost = waiting();
    const held = lost.startAttempt('reserve');
    cancelled(lost, 'graceful');
    lost.later(61);
    lost.do({ kind: 'lease_expired', execution: 'main:working:1:reserve', token: held });
    expect(lost.here().status).toBe('cancelled');
  });

  it('ends at once when nothing runs', () => {
    const run = waiting();
    run.succeed('reserve');
    run.succeed('charge');
    cancelled(run, 'graceful');

    expect(run.here().status).toBe('cancelled');
    expect(run.here().tasks).toEqual({});
  });

  it('can be made immediate, or compensated, while it waits; not asked twice', () => {
    const run = waiting();
    run.succeed('reserve');
    run.startAttempt('charge');
    cancelled(run, 'graceful');

    expect(run.refused({ kind: 'cancel', mode: 'graceful', reason: 'x' }).message).toMatch(/already/);
    cancelled(run);
    expect(run.here().status).toBe('compensating');
  });
});

describe('a COMPENSATE step', () => {
  const undoing = (scope?: string[], parts: Partial<Definition> = {}): Definition =>
    aDefinition({
      steps: [
        start(),
        automated('reserving', [reserve]),
        automated('charging', [charge]),
        { key: 'undoing', type: 'COMPENSATE', ...(scope ? { scope } : {}) },
        userTask('in_review'),
        end('approved'),
        end('rejected'),
      ],
      transitions: [
        go('start', 'reserving'),
        go('reserving', 'charging'),
        go('charging', 'undoing'),
        go('undoing', 'in_review'),
        go('in_review', 'approved', { on: { outcome: 'approve' } }),
        go('in_review', 'rejected', { on: { outcome: 'reject' } }),
      ],
      compensations: [release, refund],
      ...parts,
    });
  const reached = (definition: Definition): CoreRun => {
    const run = new CoreRun(definition);
    run.begin();
    run.succeed('reserve');
    run.succeed('charge');
    return run;
  };

  it('undoes what was done so far, and then goes on along its transition', () => {
    const run = reached(undoing());
    expect(run.here()).toMatchObject({ status: 'running', state: 'undoing' });
    run.succeed('refund');
    run.succeed('release');

    expect(run.here()).toMatchObject({ status: 'waiting', state: 'in_review' });
    run.decideTask('in_review', 'approve', ann);
    expect(run.here().status).toBe('completed');
  });

  it('undoes only what its scope names, steps or activities; the rest may be undone later', () => {
    for (const scope of [['charge'], ['charging']]) {
      const run = reached(undoing(scope));
      run.succeed('refund');
      expect(run.here().state).toBe('in_review');
      cancelled(run);
      expect(run.do({ kind: 'advance' }).next).toBe('main:reserving:1:reserve~undo');
      run.succeed('release');
      expect(run.here().status).toBe('cancelled');
    }
  });

  it('waits for an async compensation, and for a later attempt of a sync one', () => {
    const retry = { maxAttempts: 2, firstDelay: 'PT10S', jitter: 0 };
    const run = reached(
      undoing(undefined, {
        compensations: [
          { ...release, async: true },
          { ...refund, retry },
        ],
      }),
    );
    run.fail('refund');
    expect(run.here()).toMatchObject({ status: 'waiting', waitingFor: ['activity'] });
    run.later(10);
    expect(run.do({ kind: 'advance' }).next).toBe('main:charging:1:charge~undo');
    run.succeed('refund');
    expect(run.here()).toMatchObject({ status: 'waiting', waitingFor: ['activity'] });
    run.succeed('release');
    expect(run.here().state).toBe('in_review');
  });

  it('needs attention when an undo fails for good; retried or skipped, it goes on', () => {
    const run = reached(undoing());
    run.fail('refund');
    expect(run.here()).toMatchObject({
      status: 'needs_attention',
      incidents: { 'main:charging:1:charge~undo': { code: 'compensation_failed', step: 'undoing' } },
    });
    run.do({ kind: 'retry', reason: 'Mended' });
    run.do({ kind: 'advance' });
    run.fail('refund');
    run.do({ kind: 'skip_activity', execution: 'main:charging:1:charge~undo', reason: 'By hand' });
    expect(run.do({ kind: 'advance' }).next).toBe('main:reserving:1:reserve~undo');
  });

  it('takes its error transition when an undo fails for good', () => {
    const definition = undoing();
    const run = reached({
      ...definition,
      transitions: [...definition.transitions, go('undoing', 'rejected', { on: { error: true } })],
    });
    run.fail('refund');

    expect(run.here()).toMatchObject({ status: 'completed', outcome: 'rejected' });
  });

  it('may be paused: an undo that runs may end, none begins, and it goes on when it is resumed', () => {
    const run = reached(undoing());
    const token = run.startAttempt('refund');
    run.do({ kind: 'pause', reason: 'Wait' });
    run.do({ kind: 'attempt_succeeded', execution: 'main:charging:1:charge~undo', token, result: null });
    expect(run.moves()).toEqual(['ACTIVITY_COMPLETED running→completed', 'ACTIVITY_COMPENSATED']);
    run.do({ kind: 'resume', reason: 'Go on' });

    expect(run.do({ kind: 'advance' }).next).toBe('main:reserving:1:reserve~undo');
  });

  it('whose next attempt came due while it was paused has it when it is resumed', () => {
    const retry = { maxAttempts: 2, firstDelay: 'PT10S', jitter: 0 };
    const run = reached(undoing(undefined, { compensations: [release, { ...refund, retry }] }));
    run.fail('refund');
    run.do({ kind: 'pause', reason: 'Wait' });
    run.later(60);
    expect(run.do({ kind: 'advance' })).toMatchObject({ events: [], next: null });
    run.do({ kind: 'resume', reason: 'Go on' });

    expect(run.last?.effects).toEqual([{ kind: 'advance' }]);
    expect(run.do({ kind: 'advance' }).next).toBe('main:charging:1:charge~undo');
  });

  it('that is interrupted by a compensated cancellation does not undo twice', () => {
    const run = reached(undoing());
    run.succeed('refund');
    const token = run.startAttempt('release');
    cancelled(run);
    expect(run.do({ kind: 'advance' }).next).toBeNull();
    run.do({ kind: 'attempt_succeeded', execution: 'main:reserving:1:reserve~undo', token, result: null });

    expect(run.here().status).toBe('cancelled');
    expect(run.history.filter(({ type }) => type === 'ACTIVITY_COMPENSATED')).toHaveLength(2);
  });

  it('whose undo nobody could begin while it was paused hands it over anew when the instance is then cancelled', () => {
    const run = reached(undoing());
    run.do({ kind: 'pause', reason: 'Wait' });
    expect(run.do({ kind: 'advance' })).toMatchObject({ events: [], next: null });
    cancelled(run);

    expect(run.last?.effects).toEqual([{ kind: 'advance' }]);
    expect(run.do({ kind: 'advance' }).next).toBe('main:charging:1:charge~undo');
  });
});

describe('what a child did that has completed', () => {
  it('is undone by what follows it in the parent, in its place in the order', () => {
    const done = setContext('ordered', {}, { compensation: 'cancel_order' });
    const run = new CoreRun(
      aDefinition({
        steps: [
          start(),
          automated('reserving', [reserve]),
          subWorkflow('ordering', 'part', { output: { order: 'result.context.order' } }),
          automated('charging', [charge]),
          automated('booking', [book], { onFailure: 'compensate' }),
          end('done'),
        ],
        transitions: [
          go('start', 'reserving'),
          go('reserving', 'ordering'),
          go('ordering', 'charging', { activities: [done] }),
          go('charging', 'booking'),
          go('booking', 'done'),
        ],
        compensations: [release, refund, callApi('cancel_order', url, once)],
      }),
    );
    run.begin({ amount: 50 });
    run.succeed('reserve', { id: 'r-1' });
    const [child] = Object.keys(run.here().children);
    run.do({ kind: 'child_started', child: child!, instance: 'part-1' });
    const ended = { status: 'completed', outcome: 'done', context: { order: 'o-1' } } as const;
    run.do({ kind: 'child_ended', child: child!, end: ended });
    run.succeed('charge', { id: 'c-1' });
    run.fail('book', 'http_409', false);

    for (const undo of ['refund', 'cancel_order', 'release']) run.succeed(undo);

    expect(run.here().status).toBe('reversed');
    const undone = run.history.filter(({ type, data }) => type === 'ACTIVITY_CREATED' && 'undoOf' in data);
    expect(undone.map(({ data }) => data['activity'])).toEqual(['refund', 'cancel_order', 'release']);
    expect(run.here().context).toMatchObject({ order: 'o-1' });
    expect(Object.values(replay(run.history).children)[0]?.status).toBe('completed');
  });
});

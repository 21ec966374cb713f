import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/lib/engine/json';
import { replay, withoutClosed } from '@/lib/engine/replay';
import { ann, CoreRun } from '@/lib/testing/builders/core-run';
import {
  aDefinition,
  automated,
  end,
  external,
  fork,
  go,
  join,
  start,
  userTask,
  waitForSignal,
} from '@/lib/testing/builders/definition-builder';

const payload: JsonObject = { type: 'object', properties: { amount: { type: 'number' } } };

/** START → a task → a wait for `paid` → END; `withdrawn` ends both at once. */
const definition = aDefinition({
  maxAge: undefined,
  steps: [
    start(),
    userTask('in_review'),
    waitForSignal('awaiting_payment', { payload, source: 'webhook' }),
    end('paid'),
    end('short'),
    end('rejected'),
    end('withdrawn'),
  ],
  transitions: [
    go('start', 'in_review'),
    go('in_review', 'awaiting_payment', { on: { outcome: 'approve' } }),
    go('in_review', 'rejected', { on: { outcome: 'reject' } }),
    go('in_review', 'withdrawn', { on: { signal: 'withdrawn' } }),
    go('awaiting_payment', 'short', { when: 'signal.amount < 100.0' }),
    go('awaiting_payment', 'paid', { default: true }),
    go('awaiting_payment', 'withdrawn', { on: { signal: 'withdrawn' } }),
  ],
});

function send(run: CoreRun, name: string, id: string, sent: JsonObject = {}, keepSeconds = 3600) {
  return run.do({ kind: 'signal', id, name, payload: sent, keepSeconds });
}

function begun(): CoreRun {
  const run = new CoreRun(definition);
  run.begin({ amount: 1 });
  return run;
}

function waiting(): CoreRun {
  const run = begun();
  run.decideTask('in_review', 'approve', ann);
  return run;
}

describe('a signal that interrupts work', () => {
  const working = () => {
    const run = new CoreRun(
      aDefinition({
        steps: [
          start(),
          automated('making', [external('cut', 'saw'), external('paint', 'brush')]),
          end('made'),
          end('withdrawn'),
        ],
        transitions: [
          go('start', 'making'),
          go('making', 'made'),
          go('making', 'withdrawn', { on: { signal: 'withdrawn' } }),
        ],
      }),
    );
    run.begin({ amount: 1 });
    return run;
  };
  const statusOf = (run: CoreRun, activity: string) =>
    replay(run.history).activities[`main:making:1:${activity}`]?.status;

  it('cancels what has not begun, and leads on at once', () => {
    const run = working();
    send(run, 'withdrawn', 's1');

    expect(run.here()).toMatchObject({ status: 'completed', outcome: 'withdrawn' });
    expect([statusOf(run, 'cut'), statusOf(run, 'paint')]).toEqual(['cancelled', 'cancelled']);
  });

  it('lets an attempt that runs end, so that it is known what it did, and begins nothing else', () => {
    const run = working();
    const token = run.startAttempt('cut');
    send(run, 'withdrawn', 's1');
    const meanwhile = run.here();
    run.do({ kind: 'attempt_succeeded', execution: run.executionKey('cut'), token, result: { boards: 3 } });

    expect(meanwhile).toMatchObject({ status: 'waiting', waitingFor: ['activity'], state: 'making' });
    expect(run.here()).toMatchObject({ status: 'completed', outcome: 'withdrawn' });
    expect([statusOf(run, 'cut'), statusOf(run, 'paint')]).toEqual(['completed', 'cancelled']);
  });

  it('does not wait for another attempt of one that fails', () => {
    const run = working();
    const token = run.startAttempt('cut');
    send(run, 'withdrawn', 's1');
    const error = { code: 'broken', message: 'The saw broke', retryable: true };
    run.do({ kind: 'attempt_failed', execution: run.executionKey('cut'), token, error });

    expect(run.here()).toMatchObject({ status: 'completed', outcome: 'withdrawn' });
    expect(statusOf(run, 'cut')).toBe('cancelled');
  });

  it('comes too late for work that has ended', () => {
    const run = working();
    run.succeed('cut');
    run.succeed('paint');

    expect(run.here()).toMatchObject({ status: 'completed', outcome: 'made' });
  });
});

describe('a signal', () => {
  it('lets the wait for it go on; its payload is what conditions see, and is kept', () => {
    const run = waiting();
    expect(run.here()).toMatchObject({ status: 'waiting', waitingFor: ['webhook'] });

    send(run, 'paid', 's1', { amount: 20 });

    expect(run.moves().slice(0, 2)).toEqual(['SIGNAL_RECEIVED', 'SIGNAL_CONSUMED']);
    expect(run.here()).toMatchObject({
      outcome: 'short',
      context: { signals: { awaiting_payment: { amount: 20 } } },
    });
  });

  it('that comes before the wait is kept and consumed on arrival, in order', () => {
    const run = begun();
    send(run, 'paid', 's1', { amount: 500 });
    send(run, 'paid', 's2', { amount: 1 });
    expect(run.here().state).toBe('in_review');

    run.decideTask('in_review', 'approve', ann);

    expect(run.here().outcome).toBe('paid');
    expect(replay(run.history).signals).toMatchObject({
      s1: { consumedBy: 'main:awaiting_payment:1' },
      s2: { consumedBy: null },
    });
  });

  it('with the same id is received once', () => {
    const run = begun();
    send(run, 'paid', 's1', { amount: 500 });

    expect(send(run, 'paid', 's1', { amount: 500 }).events).toEqual([]);
  });

  it('whose time has run out is not consumed', () => {
    const run = begun();
    send(run, 'paid', 's1', {}, 60);
    run.later(60);
    run.decideTask('in_review', 'approve', ann);

    expect(run.here()).toMatchObject({ status: 'waiting', waitingFor: ['webhook'] });
  });

  it('interrupts a task: it is closed, and the others ways out end with it', () => {
    const run = begun();
    send(run, 'withdrawn', 's1');

    expect(run.moves()).toContain('USER_TASK_CANCELLED pending→cancelled');
    expect(run.here().outcome).toBe('withdrawn');
  });

  it('that interrupts and came before the wanted one wins', () => {
    const run = begun();
    run.do({ kind: 'pause', reason: 'Wait' });
    send(run, 'withdrawn', 's1');
    send(run, 'paid', 's2', { amount: 500 });
    run.do({ kind: 'resume', reason: 'Go on' });

    expect(run.here().outcome).toBe('withdrawn');
  });

  it('while the instance is paused waits for the resume', () => {
    const run = waiting();
    run.do({ kind: 'pause', reason: 'Wait' });
    send(run, 'paid', 's1', { amount: 500 });
    expect(run.here().status).toBe('paused');

    run.do({ kind: 'resume', reason: 'Go on' });

    expect(run.here().outcome).toBe('paid');
  });

  it('whose condition cannot be evaluated needs attention, and is looked at again on retry', () => {
    const run = waiting();
    send(run, 'paid', 's1', {});
    expect(run.here()).toMatchObject({ status: 'needs_attention', state: 'awaiting_payment' });
    send(run, 'withdrawn', 's2');

    run.do({ kind: 'retry', reason: 'Again' });

    // The payment came first; the withdrawal does not overtake it.
    expect(run.here()).toMatchObject({ status: 'needs_attention', state: 'awaiting_payment' });
  });

  it('replays to the same snapshot', () => {
    const run = waiting();
    send(run, 'paid', 's1', { amount: 500 });

    expect(withoutClosed(replay(run.history))).toEqual(run.here());
  });
});

describe('a signal is refused', () => {
  const refused = (parts: object) =>
    waiting().refused({ kind: 'signal', id: 's', name: 'paid', payload: {}, keepSeconds: 60, ...parts });

  it('when nothing in the definition waits for it', () => {
    expect(refused({ name: 'payed' })).toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('paid, withdrawn'),
    });
  });

  it('when its payload has what the step does not declare', () => {
    expect(refused({ payload: { amount: 1, admin: true } })).toMatchObject({
      code: 'invalid',
      data: { errors: [{ path: '/payload/admin' }] },
    });
  });

  it('when a name in it would reach a prototype', () => {
    expect(refused({ id: '__proto__' })).toMatchObject({ code: 'invalid' });
    expect(refused({ payload: JSON.parse('{"amount":{"__proto__":1}}') as JsonObject })).toMatchObject({
      code: 'invalid',
    });
  });

  it('when the instance has ended', () => {
    const run = waiting();
    send(run, 'paid', 's1', { amount: 500 });

    expect(run.try({ kind: 'signal', id: 's2', name: 'paid', payload: {}, keepSeconds: 60 })).toMatchObject({
      code: 'terminal',
    });
  });

  it('when a hundred wait already', () => {
    const run = begun();
    for (let n = 0; n < 100; n += 1) send(run, 'paid', `s${n}`);

    expect(
      run.refused({ kind: 'signal', id: 'more', name: 'paid', payload: {}, keepSeconds: 60 }),
    ).toMatchObject({ code: 'not_allowed' });
  });
});

describe('a wait with a correlation key of its own', () => {
  /** Two branches that wait for `delivered` at once, each for its own parcel. */
  const parcels = aDefinition({
    maxAge: undefined,
    input: {
      type: 'object',
      properties: { amount: { type: 'number' }, first: { type: 'string' }, second: { type: 'string' } },
    },
    steps: [
      start(),
      fork('shipped'),
      waitForSignal('awaiting_first', { signal: 'delivered', correlation: 'context.first' }),
      waitForSignal('awaiting_second', { signal: 'delivered', correlation: 'input.second' }),
      join('arrived', 'shipped'),
      end(),
    ],
    transitions: [
      go('start', 'shipped'),
      go('shipped', 'awaiting_first'),
      go('shipped', 'awaiting_second'),
      go('awaiting_first', 'arrived'),
      go('awaiting_second', 'arrived'),
      go('arrived', 'done'),
    ],
  });
  const begin = (first: string | null) => {
    const run = new CoreRun(parcels);
    run.begin({ amount: 1, second: 'P-2', ...(first !== null && { first }) });
    return run;
  };
  const deliver = (run: CoreRun, id: string, correlation?: string) =>
    run.do({
      kind: 'signal',
      id,
      name: 'delivered',
      payload: {},
      keepSeconds: 60,
      ...(correlation !== undefined && { correlation }),
    });
  const openSteps = (run: CoreRun) =>
    Object.values(run.here().stays).flatMap(({ step, exitedAt }) =>
      exitedAt === null && step.startsWith('awaiting') ? [step] : [],
    );

  it('takes what was sent to its key, and leaves what was sent to another', () => {
    const run = begin('P-1');

    deliver(run, 's1', 'P-2');

    expect(openSteps(run)).toEqual(['awaiting_first']);
    deliver(run, 's2', 'P-3');
    expect(openSteps(run)).toEqual(['awaiting_first']);
    deliver(run, 's3', 'P-1');
    expect(run.here()).toMatchObject({ status: 'completed' });
    expect(withoutClosed(replay(run.history))).toEqual(run.here());
  });

  it('takes what was sent to the instance, whoever waits first', () => {
    const run = begin('P-1');

    deliver(run, 's1');
    deliver(run, 's2');

    expect(run.here()).toMatchObject({ status: 'completed' });
  });

  it('needs attention where its key cannot be made, and goes on when that is mended', () => {
    const run = begin(null);

    expect(Object.values(run.here().incidents)).toMatchObject([
      { step: 'awaiting_first', code: 'evaluation_failed' },
    ]);
    run.do({ kind: 'retry', reason: 'Named it', context: { first: 'P-1' } });
    deliver(run, 's1', 'P-1');
    deliver(run, 's2', 'P-2');
    expect(run.here()).toMatchObject({ status: 'completed' });
  });
});

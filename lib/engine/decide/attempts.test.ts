import { describe, expect, it } from 'vitest';
import type { Activity, Retry } from '@/lib/engine/definition/activity-schema';
import type { Definition } from '@/lib/engine/definition/schema';
import { calendar, officeWeek } from '@/lib/testing/builders/calendars';
import { aDefinition, automated, callApi, end, go, start } from '@/lib/testing/builders/definition-builder';
import { CoreRun } from '@/lib/testing/builders/core-run';

const charge = 'main:paying:1:charge';

function charging(parts: Partial<Activity> = {}, more: Partial<Definition> = {}): CoreRun {
  const run = new CoreRun(
    aDefinition({
      steps: [
        start(),
        automated('paying', [callApi('charge', 'https://p.example.test', parts)]),
        end('paid'),
      ],
      transitions: [go('start', 'paying'), go('paying', 'paid')],
      ...more,
    }),
  );
  run.begin({ amount: 20 });
  return run;
}

describe('an attempt', () => {
  it('begins with a lease', () => {
    const run = charging();

    run.startAttempt('charge', 90);

    expect(run.moves()).toEqual(['ACTIVITY_SCHEDULED ready→scheduled', 'ACTIVITY_STARTED scheduled→running']);
    expect(run.here().activities[charge]).toMatchObject({
      attempts: 1,
      lease: { worker: 'worker-1', expiresAt: '2026-03-02T09:01:30.000000Z' },
    });
  });

  it('cannot begin while another runs, nor after the step is over', () => {
    const run = charging();
    run.startAttempt('charge');
    const again = {
      kind: 'start_attempt',
      execution: charge,
      worker: 'w',
      token: 't',
      leaseSeconds: 60,
    } as const;

    expect(run.refused(again).code).toBe('not_allowed');
    run.do({ kind: 'cancel', mode: 'immediate', reason: 'Stop' });
    expect(run.refused(again).code).toBe('terminal');
  });

  it('that runs leaves nothing to advance', () => {
    const run = charging();
    run.startAttempt('charge');

    expect(run.do({ kind: 'advance' })).toMatchObject({ events: [], next: null, effects: [] });
  });

  it('keeps its output as the mapping says', () => {
    const run = charging({ output: { 'receipt.id': 'result.id', ok: 'true' } });

    run.succeed('charge', { id: 7, secret: 'x' });

    expect(run.here().results.charge?.output).toEqual({ receipt: { id: 7 }, ok: true });
  });

  it('whose mapping fails has failed for good', () => {
    const run = charging({ output: { id: 'result.id + 1' } });

    run.succeed('charge', { id: 'text' });

    expect(run.here().incidents[charge]).toMatchObject({ code: 'evaluation_failed' });
    expect(run.here().activities[charge]?.error).toMatchObject({ code: 'evaluation', retryable: false });
  });

  it('with a lost lease is told so, and changes nothing (fault B22)', () => {
    const run = charging();
    run.startAttempt('charge');
    const before = run.here();

    expect(run.refused({ kind: 'attempt_succeeded', execution: charge, token: 'old', result: 1 }).code).toBe(
      'lease_lost',
    );
    const token = before.activities[charge]?.lease?.token ?? '';
    run.do({ kind: 'attempt_succeeded', execution: charge, token, result: 1 });
    expect(run.refused({ kind: 'attempt_succeeded', execution: charge, token, result: 2 }).code).toBe(
      'terminal',
    );
  });
});

describe('a failed attempt', () => {
  it('is tried again after the delay of its policy, and the instance waits meanwhile', () => {
    const run = charging({
      retry: { maxAttempts: 4, firstDelay: 'PT10S', factor: 3, maxDelay: 'PT1M', jitter: 0 },
    });

    run.fail('charge');
    expect(run.moves()).toEqual([
      'ACTIVITY_FAILED running→failed',
      'ACTIVITY_RETRYING failed→retrying',
      'WORKFLOW_WAITING running→waiting',
    ]);
    expect(run.last).toMatchObject({
      next: null,
      effects: [{ kind: 'advance', at: '2026-03-02T09:00:10.000000Z' }],
    });

    expect(delays(run)).toEqual([10, 30, 60]);
  });

  it('that comes back too early finds nothing; in time it is handed out, and starting wakes the instance', () => {
    const run = charging();
    run.fail('charge');

    run.later(1);
    expect(run.do({ kind: 'advance' })).toMatchObject({ events: [], next: null, effects: [] });
    expect(() => run.startAttempt('charge')).toThrow('may not begin before');
    run.later(10);
    expect(run.do({ kind: 'advance' })).toMatchObject({ events: [], next: charge });

    run.startAttempt('charge');
    expect(run.moves()).toEqual([
      'WORKFLOW_RESUMED waiting→resumed',
      'WORKFLOW_CONTINUED resumed→running',
      'ACTIVITY_SCHEDULED retrying→scheduled',
      'ACTIVITY_STARTED scheduled→running',
    ]);
  });

  it('of an async activity goes back to the queue while the instance goes on waiting', () => {
    const run = charging({ async: true });

    run.fail('charge');

    expect(run.moves()).toEqual(['ACTIVITY_FAILED running→failed', 'ACTIVITY_RETRYING failed→retrying']);
    expect(run.last?.effects).toMatchObject([{ kind: 'run_activity', execution: charge }]);
  });

  it('has three attempts of five seconds and more where the definition says nothing', () => {
    const run = charging();

    run.fail('charge');
    expect(delays(run)).toEqual([4, 8]);
    expect(run.here()).toMatchObject({ status: 'needs_attention' });
    expect(run.here().activities[charge]?.attempts).toBe(3);
  });

  it('draws its share of chance from the environment', () => {
    const [none, all] = [0, 0.999_999].map((chance) => {
      const run = charging({ retry: { maxAttempts: 2, firstDelay: 'PT100S', jitter: 0.5 } });
      run.env = { ...run.env, chance: [chance] };
      run.fail('charge');
      return secondsToNext(run);
    });

    expect(none).toBe(50);
    expect(Math.round(all ?? 0)).toBe(100);
  });

  it('waits for working time where its policy counts it, and no less than the called party asked', () => {
    const office = calendar('UTC', officeWeek);
    const delaysOf = (retry: Retry): string[] => {
      const run = charging({ retry }, { calendar: 'office' });
      run.env = { ...run.env, calendars: { office } };
      const instants: string[] = [];
      for (run.fail('charge'); run.here().status === 'waiting'; run.fail('charge')) {
        const at = run.here().activities[charge]!.nextAttemptAt!;
        instants.push(at.slice(0, 16));
        run.now = at;
      }
      return instants;
    };

    // Monday, 9:00; the offices close at 17:00.
    expect(delaysOf({ maxAttempts: 4, firstDelay: 'PT3BH', factor: 2, maxDelay: 'PT9BH' })).toEqual([
      '2026-03-02T12:00',
      '2026-03-03T10:00',
      '2026-03-04T11:00',
    ]);
    expect(delaysOf({ maxAttempts: 3, firstDelay: 'P1BD' })).toEqual([
      '2026-03-03T17:00',
      '2026-03-04T17:00',
    ]);

    const asked = charging({ retry: { maxAttempts: 2, firstDelay: 'PT1BH' } }, { calendar: 'office' });
    asked.env = { ...asked.env, calendars: { office } };
    asked.fail('charge', 'http_429', true, 7_200);
    expect(secondsToNext(asked)).toBe(7_200);
  });

  it('waits as long as the called party asked, up to a day', () => {
    const run = charging({ retry: { maxAttempts: 3 } });

    run.fail('charge', 'http_429', true, 120);
    expect(secondsToNext(run)).toBe(120);
    run.later(120);
    run.fail('charge', 'http_429', true, 10_000_000);
    expect(secondsToNext(run)).toBe(86_400);
  });

  it('is not tried again where that cannot help', () => {
    const stopped = charging({ retry: { maxAttempts: 5, stopOn: ['http_404'] } });
    stopped.fail('charge', 'http_404');
    const hopeless = charging({ retry: { maxAttempts: 5 } });
    hopeless.fail('charge', 'http_400', false);

    expect([stopped, hopeless].map((run) => run.here().status)).toEqual([
      'needs_attention',
      'needs_attention',
    ]);
  });
});

describe('a lost worker', () => {
  it('is replaced at once, and history says so (fault B25)', () => {
    const run = charging();
    const token = run.startAttempt('charge', 30);
    run.later(31);

    run.do({ kind: 'lease_expired', execution: charge, token });

    expect(run.moves()).toEqual([
      'ACTIVITY_FAILED running→failed',
      'ACTIVITY_RETRYING failed→retrying',
      'WORKFLOW_RECOVERED',
    ]);
    expect(run.last?.events.at(-1)?.data).toEqual({ execution: charge, lostWorker: 'worker-1', attempt: 1 });
    expect(run.last).toMatchObject({ next: null, effects: [{ kind: 'advance' }] });
    expect(run.do({ kind: 'advance' }).next).toBe(charge);
    expect(run.refused({ kind: 'attempt_succeeded', execution: charge, token, result: 1 }).code).toBe(
      'lease_lost',
    );
  });

  it('is not declared lost before its lease ends', () => {
    const run = charging();
    const token = run.startAttempt('charge', 30);
    run.later(29);

    expect(run.do({ kind: 'lease_expired', execution: charge, token }).events).toEqual([]);
  });

  it('does not use up the attempts of the policy, but the fifth is the last (fault B28)', () => {
    const run = charging({ retry: { maxAttempts: 1 } });
    for (let loss = 1; loss <= 5; loss += 1) {
      expect(run.here().status).toBe('running');
      const token = run.startAttempt('charge', 30);
      run.later(31);
      run.do({ kind: 'lease_expired', execution: charge, token });
    }

    expect(run.here()).toMatchObject({ status: 'needs_attention' });
    expect(run.here().activities[charge]).toMatchObject({
      attempts: 5,
      losses: 5,
      error: { code: 'worker_lost' },
    });
    expect(run.here().incidents[charge]?.code).toBe('worker_lost');
  });
});

/** Fails again and again in time; the delays in seconds that were waited, the one that is waited now first. */
function delays(run: CoreRun): number[] {
  const waited: number[] = [];
  while (run.here().status === 'waiting') {
    const seconds = secondsToNext(run);
    waited.push(seconds);
    run.later(seconds);
    run.fail('charge');
  }
  return waited;
}

function secondsToNext(run: CoreRun): number {
  const at = run.here().activities[charge]?.nextAttemptAt ?? run.now;
  return (Date.parse(at) - Date.parse(run.now)) / 1000;
}

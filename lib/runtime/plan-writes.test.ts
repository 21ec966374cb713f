import { describe, expect, test } from 'vitest';
import type { Plan } from '@/lib/engine/decide/contract';
import type { Snapshot } from '@/lib/engine/snapshot';
import { CoreRun, ann } from '@/lib/testing/builders/core-run';
import {
  aDefinition,
  automated,
  callApi,
  end,
  go,
  start,
  userTask,
} from '@/lib/testing/builders/definition-builder';
import { planWrites } from './plan-writes';

const definition = aDefinition({
  steps: [
    start(),
    userTask('in_review'),
    automated('paying', [callApi('pay', 'https://bank.example')]),
    end('approved'),
  ],
  transitions: [
    go('start', 'in_review'),
    go('in_review', 'paying', { on: { outcome: 'approve' } }),
    go('paying', 'approved'),
  ],
});

/** The writes of one plan of a run, with what the run was before it. */
function writesOf(run: CoreRun, act: () => Plan): Record<string, unknown> {
  const before: Snapshot | null = run.snapshot;
  return planWrites(before, act());
}

function waiting(): CoreRun {
  const run = new CoreRun(definition);
  run.begin({ amount: 1 });
  return run;
}

describe('a plan writes', () => {
  test('a new instance with its context', () => {
    const run = new CoreRun(definition);

    expect(writesOf(run, () => run.start({ amount: 1 }))).toMatchObject({
      status: 'scheduled',
      state: null,
      context: { amount: 1 },
      jobs: [{ task: 'advance', payload: {} }],
    });
  });

  test('only what it changes', () => {
    const run = waiting();

    const writes = writesOf(run, () => run.decideTask('in_review', 'approve', ann));

    expect(Object.keys(writes).sort()).toEqual(
      [
        'changedTasks',
        'events',
        'jobs',
        'newActivities',
        'outcome',
        'state',
        'status',
        'stays',
        'visits',
        'waitingFor',
      ].sort(),
    );
    expect(writes).toMatchObject({
      state: 'paying',
      stays: [
        { key: 'main:paying:1', exited: false },
        { key: 'main:in_review:1', exited: true },
      ],
      newActivities: [{ key: 'main:paying:1:pay', status: 'ready', closed: false }],
    });
  });

  test('a vote without its instant, which is that of its event', () => {
    const run = waiting();

    expect(writesOf(run, () => run.decideTask('in_review', 'approve', ann))).toMatchObject({
      changedTasks: [{ key: 'main:in_review:1', status: 'completed', votes: [{ person: ann, at: null }] }],
    });
  });

  test('the beginning and the end of an attempt', () => {
    const run = waiting();
    run.decideTask('in_review', 'approve', ann);

    const begun = writesOf(run, () => {
      run.startAttempt('pay');
      return run.last!;
    });
    const token = run.here().activities['main:paying:1:pay']!.lease!.token;
    const ended = writesOf(run, () =>
      run.do({ kind: 'attempt_succeeded', execution: 'main:paying:1:pay', token, result: { ok: true } }),
    );

    expect(begun).toMatchObject({
      attempts: [{ execution: 'main:paying:1:pay', number: 1, worker: 'worker-1' }],
    });
    expect(ended).toMatchObject({
      attempts: [{ execution: 'main:paying:1:pay', number: 1, worker: 'worker-1', result: 'completed' }],
      results: [{ activity: 'pay', output: { ok: true }, execution: 'main:paying:1:pay' }],
      status: 'completed',
      outcome: 'approved',
    });
  });

  test('an incident with the number of the event that opens it, and its end', () => {
    const run = waiting();
    run.decideTask('in_review', 'approve', ann);
    const before = run.here().sequence;

    const opened = writesOf(run, () => run.fail('pay', 'http_404', false));
    const closed = writesOf(run, () => run.do({ kind: 'retry', reason: 'again' }));

    expect(opened).toMatchObject({ incidents: [{ key: 'main:paying:1:pay', closed: false }] });
    const [incident] = opened.incidents as { sequence: number }[];
    expect(incident!.sequence).toBeGreaterThan(before);
    expect(closed).toMatchObject({
      incidents: [{ key: 'main:paying:1:pay', closed: true, resolution: 'retried' }],
    });
  });
});

import { describe, expect, it } from 'vitest';
import type { Definition, Transition } from '@/lib/engine/definition/schema';
import type { JoinStep, Step } from '@/lib/engine/definition/step-schema';
import { replay, withoutClosed } from '@/lib/engine/replay';
import { CoreRun, ann, bob } from '@/lib/testing/builders/core-run';
import {
  aDefinition,
  automated,
  decision,
  end,
  executeFunction,
  fork,
  go,
  join,
  start,
  userTask,
} from '@/lib/testing/builders/definition-builder';

const legal = 'main/checks.1/checks-legal';
const finance = 'main/checks.1/checks-finance';
const technical = 'main/checks.1/checks-technical';

/** START → fork `checks` → three tasks → join `checked` → `paying` → END; a task that is rejected ends its branch. */
function threeChecks(mode?: JoinStep['mode'], parts: Partial<Definition> = {}): Definition {
  const tasks = ['legal', 'finance', 'technical'];
  return aDefinition({
    steps: [
      start(),
      fork('checks'),
      ...tasks.map((key) => userTask(key)),
      join('checked', 'checks', mode),
      automated('paying', [executeFunction('pay', 'pay')]),
      end('paid'),
      end('rejected'),
    ],
    transitions: [
      go('start', 'checks'),
      ...tasks.map((key) => go('checks', key)),
      ...tasks.map((key) => go(key, 'checked', { on: { outcome: 'approve' } })),
      ...tasks.map((key) => go(key, 'rejected', { on: { outcome: 'reject' } })),
      go('checked', 'paying'),
      go('paying', 'paid'),
    ],
    ...parts,
  });
}

/** START → fork `split` → the branches given → join `joined` → END `done`. */
function forked(inside: Step[], ways: Transition[], mode?: JoinStep['mode'], how?: 'matching'): Definition {
  return aDefinition({
    steps: [start(), fork('split', how), ...inside, join('joined', 'split', mode), end()],
    transitions: [go('start', 'split'), ...ways, go('joined', 'done')],
  });
}

function begun(definition: Definition, input = { amount: 1 }): CoreRun {
  const run = new CoreRun(definition);
  run.begin(input);
  return run;
}

const statusOf = (run: CoreRun): Record<string, string> =>
  Object.fromEntries(Object.values(run.here().branches).map(({ key, status }) => [key, status]));

const work = (key: string, async = false): Step =>
  automated(key, [executeFunction(`${key}_work`, 'work', { async, retry: { maxAttempts: 1 } })]);

describe('a fork', () => {
  it('opens a branch for every way out, each with its own state, while the line that forked rests in it', () => {
    const run = begun(threeChecks());

    expect(run.here()).toMatchObject({ status: 'waiting', state: 'checks', waitingFor: ['human_task'] });
    expect(statusOf(run)).toEqual({ [legal]: 'open', [finance]: 'open', [technical]: 'open' });
    expect(run.here().branches[legal]).toEqual({
      key: legal,
      parent: 'main',
      fork: 'checks',
      state: 'legal',
      status: 'open',
    });
    expect(Object.keys(run.here().tasks).sort()).toEqual([
      `${finance}:finance:1`,
      `${legal}:legal:1`,
      `${technical}:technical:1`,
    ]);
  });

  const branching = (...ways: Transition[]): Definition =>
    forked(
      [userTask('small'), userTask('large')],
      [...ways, ...['small', 'large'].map((key) => go(key, 'joined', { on: { outcome: 'approve' } }))],
      'all',
      'matching',
    );
  const small = go('split', 'small', { when: 'context.amount < 10' });
  const large = go('split', 'large', { when: 'context.amount > 5' });

  it('opens with `matching` those whose condition holds, and says what the condition read', () => {
    const both = begun(branching(small, large), { amount: 7 });
    const one = begun(branching(small, large), { amount: 3 });

    expect(Object.values(both.here().branches).map(({ state }) => state)).toEqual(['large', 'small']);
    expect(Object.values(one.here().branches).map(({ state }) => state)).toEqual(['small']);
    expect(one.history.find(({ type }) => type === 'BRANCH_OPENED')).toMatchObject({
      branch: 'main/split.1/split-small',
      key: 'split-small',
      from: null,
      to: 'small',
      data: { parent: 'main', fork: 'split', condition: small.when, reads: { 'context.amount': 3 } },
    });
  });

  it('takes its default only where no condition holds, and needs attention without one', () => {
    const otherwise = branching(small, { ...large, default: true });

    expect(Object.values(begun(otherwise, { amount: 3 }).here().branches)).toHaveLength(1);
    expect(Object.values(begun(otherwise, { amount: 50 }).here().branches)[0]?.state).toBe('large');
    const stuck = begun(branching(small), { amount: 50 });
    expect(stuck.here()).toMatchObject({ status: 'needs_attention', branches: {} });
    stuck.do({ kind: 'retry', reason: 'Mended', context: { amount: 2 } });
    expect(stuck.here().status).toBe('waiting');
  });
});

describe('a join', () => {
  it('`all`: the line goes on when every branch has arrived', () => {
    const run = begun(threeChecks());
    run.decideTask('legal', 'approve', ann);

    expect(run.moves()).toEqual([
      'USER_TASK_DECIDED',
      'USER_TASK_COMPLETED pending→completed',
      'WORKFLOW_RESUMED waiting→resumed',
      'WORKFLOW_CONTINUED resumed→running',
      'STEP_EXITED',
      'TRANSITION_TAKEN legal→checked',
      'BRANCH_ARRIVED open→arrived',
      'WORKFLOW_WAITING running→waiting',
    ]);
    run.decideTask('finance', 'approve', bob);
    expect(run.here()).toMatchObject({ status: 'waiting', state: 'checks' });
    run.decideTask('technical', 'approve', ann);

    expect(run.history.find(({ type }) => type === 'BRANCHES_JOINED')).toMatchObject({
      branch: 'main',
      from: 'checks',
      to: 'checked',
      data: { arrived: [finance, legal, technical], ended: [], cancelled: [] },
    });
    expect(run.here()).toMatchObject({ status: 'running', state: 'paying', branches: {} });
    expect(Object.keys(run.here().visits).filter((key) => key.startsWith('main/'))).toEqual([]);
  });

  it('`any`: the first that arrives is enough; what is open in the others is cancelled with a reason', () => {
    const run = begun(threeChecks('any'));
    run.decideTask('finance', 'approve', ann);

    expect(run.last?.after.tasks[`${legal}:legal:1`]?.status).toBe('cancelled');
    expect(run.last?.after.branches[legal]?.status).toBe('cancelled');
    expect(run.last?.after.branches[finance]?.status).toBe('arrived');
    expect(run.history.find(({ type }) => type === 'BRANCH_CANCELLED')).toMatchObject({
      reason: 'checked went on without it',
      data: { because: 'joined' },
    });
    expect(run.here()).toMatchObject({ status: 'running', state: 'paying' });
    expect(Object.values(run.here().stays)).toHaveLength(1);
    // Not by an `advance` job, which would wait for a worker that is still at an attempt of a cancelled branch.
    expect(run.last?.effects).toEqual([{ kind: 'run_activity', execution: 'main:paying:1:pay' }]);
  });

  it('`n`: so many', () => {
    const run = begun(threeChecks({ n: 2 }));
    run.decideTask('finance', 'approve', ann);
    expect(run.here().state).toBe('checks');
    run.decideTask('legal', 'approve', ann);

    expect(run.here().state).toBe('paying');
  });

  it('a branch that comes to an END ends early: the others go on, and the join does not wait for it', () => {
    const run = begun(threeChecks());
    run.decideTask('legal', 'reject', ann, { reason: 'No' });

    expect(run.moves().slice(-3)).toEqual([
      'STEP_EXITED',
      'BRANCH_ENDED open→ended',
      'WORKFLOW_WAITING running→waiting',
    ]);
    expect(run.here()).toMatchObject({ status: 'waiting', outcome: null });
    run.decideTask('finance', 'approve', ann);
    run.decideTask('technical', 'approve', ann);
    expect(run.here().state).toBe('paying');
  });

  it('`n` that can no longer be reached goes on with those that have arrived when no branch is open', () => {
    const run = begun(threeChecks({ n: 2 }));
    run.decideTask('legal', 'reject', ann, { reason: 'No' });
    run.decideTask('finance', 'reject', ann, { reason: 'No' });
    expect(run.here().state).toBe('checks');
    run.decideTask('technical', 'approve', ann);

    expect(run.here().state).toBe('paying');
  });

  it('where nothing arrived at all a person decides: retrying goes on after the join', () => {
    const run = begun(threeChecks());
    for (const task of ['legal', 'finance', 'technical'])
      run.decideTask(task, 'reject', ann, { reason: 'No' });

    expect(run.here()).toMatchObject({ status: 'needs_attention', state: 'checks' });
    expect(Object.values(run.here().incidents)).toMatchObject([
      { key: 'main:checks:1', code: 'nothing_joined' },
    ]);
    run.do({ kind: 'retry', reason: 'Pay all the same' });
    expect(run.here()).toMatchObject({ status: 'running', state: 'paying' });
  });

  it('a branch that was cancelled does not hold it up', () => {
    const run = begun(threeChecks());
    run.decideTask('finance', 'approve', ann);
    run.decideTask('technical', 'approve', ann);
    const { branches, stays, tasks, ...rest } = run.here();
    const withoutLegal = <T>(parts: Readonly<Record<string, T>>): Record<string, T> =>
      Object.fromEntries(Object.entries(parts).filter(([key]) => !key.startsWith(legal)));
    run.snapshot = {
      ...rest,
      tasks: withoutLegal(tasks),
      stays: withoutLegal(stays),
      branches: { ...branches, [legal]: { ...branches[legal]!, status: 'cancelled' } },
    };

    expect(run.do({ kind: 'advance' }).next).toBe('main:paying:1:pay');
  });

  it('a branch that leads straight to it has arrived at once, and conditions may loop through the fork', () => {
    const run = begun(
      aDefinition({
        steps: [
          start(),
          fork('split'),
          userTask('ask'),
          join('joined', 'split', 'any'),
          userTask('again'),
          end(),
        ],
        transitions: [
          go('start', 'split'),
          go('split', 'ask'),
          go('split', 'joined'),
          go('ask', 'joined', { on: { outcome: 'approve' } }),
          go('joined', 'again'),
          go('again', 'split', { on: { outcome: 'reject' } }),
          go('again', 'done', { on: { outcome: 'approve' } }),
        ],
      }),
    );
    expect(run.here().state).toBe('again');
    run.decideTask('again', 'reject', ann, { reason: 'Once more' });

    expect(run.history.filter(({ type }) => type === 'BRANCH_OPENED').map(({ branch }) => branch)).toEqual([
      'main/split.1/split-ask',
      'main/split.1/split-joined',
      'main/split.2/split-ask',
      'main/split.2/split-joined',
    ]);
    expect(run.here().visits).toEqual({
      'main:start': 1,
      'main:split': 2,
      'main:joined': 2,
      'main:again': 2,
    });
  });
});

describe('forks in forks', () => {
  const nested = forked(
    [
      userTask('outer'),
      fork('inner'),
      userTask('a'),
      userTask('b'),
      join('inner_joined', 'inner'),
      decision('after'),
    ],
    [
      go('split', 'outer'),
      go('split', 'inner'),
      go('inner', 'a'),
      go('inner', 'b'),
      go('a', 'inner_joined', { on: { outcome: 'approve' } }),
      go('b', 'inner_joined', { on: { outcome: 'approve' } }),
      go('inner_joined', 'after'),
      go('after', 'joined'),
      go('outer', 'joined', { on: { outcome: 'approve' } }),
    ],
    'any',
  );
  const inner = 'main/split.1/split-inner';

  it('a branch is the parent of its branches and goes on after their join', () => {
    const run = begun(nested);
    expect(run.here().branches[`${inner}/inner.1/inner-a`]).toMatchObject({ parent: inner, fork: 'inner' });
    run.decideTask('a', 'approve', ann);
    expect(run.here().branches[inner]).toMatchObject({ state: 'inner', status: 'open' });
    run.decideTask('b', 'approve', ann);

    expect(run.here()).toMatchObject({ status: 'completed', state: 'done' });
    expect(replay(run.history).branches).toMatchObject({
      [inner]: { status: 'arrived', state: 'joined' },
      'main/split.1/split-outer': { status: 'cancelled', state: 'outer' },
      [`${inner}/inner.1/inner-a`]: { status: 'arrived' },
    });
  });

  it('with a branch its own branches are cancelled', () => {
    const run = begun(nested);
    run.decideTask('outer', 'approve', ann);

    expect(run.here()).toMatchObject({ status: 'completed', tasks: {} });
    const statuses = Object.values(replay(run.history).branches).map(({ status }) => status);
    expect(statuses.filter((status) => status === 'cancelled')).toHaveLength(3);
  });
});

describe('activities in branches', () => {
  const twoWorks = (async: boolean): Definition =>
    forked(
      [work('left', async), work('right', async), userTask('ask')],
      [
        ...['left', 'right', 'ask'].map((key) => go('split', key)),
        go('left', 'joined'),
        go('right', 'joined'),
        go('ask', 'joined', { on: { outcome: 'approve' } }),
      ],
    );
  const left = 'main/split.1/split-left:left:1:left_work';
  const right = 'main/split.1/split-right:right:1:right_work';

  it('the advancing worker takes one, the queue the others, and the instance runs while one of them does', () => {
    const run = begun(twoWorks(false));

    expect(run.last).toMatchObject({ next: left, effects: [{ kind: 'run_activity', execution: right }] });
    expect(run.here().status).toBe('running');
    run.startAttempt('right_work');
    run.succeed('left_work');
    expect(run.here().status).toBe('running');
    run.decideTask('ask', 'approve', ann);
    expect(run.here().status).toBe('running');
  });

  it('waits with the reasons of all lines when none can move', () => {
    const run = begun(twoWorks(true));
    expect(run.last?.effects).toEqual(
      [left, right].map((execution) => ({ kind: 'run_activity', execution })),
    );
    expect(run.here()).toMatchObject({ status: 'waiting', waitingFor: ['human_task', 'activity'] });
    run.decideTask('ask', 'approve', ann);
    expect(run.here()).toMatchObject({ status: 'waiting', waitingFor: ['activity'] });
    expect(run.last?.effects).toEqual([]);
    run.succeed('left_work');
    run.succeed('right_work');

    expect(run.here().status).toBe('completed');
  });

  it('a worker that has lost its place looks again and finds what is left', () => {
    const run = begun(twoWorks(false));
    run.succeed('left_work');

    expect(run.last?.next).toBe(right);
    expect(run.do({ kind: 'advance' })).toMatchObject({ next: right, effects: [], events: [] });
  });

  it('a failure in one branch needs attention as a whole; a retry brings it back and all branches go on', () => {
    const run = begun(twoWorks(false));
    run.fail('left_work', 'http_400', false);
    expect(run.here()).toMatchObject({ status: 'needs_attention', waitingFor: [] });
    expect(() => run.startAttempt('right_work')).toThrow('No activity can start');
    run.do({ kind: 'retry', reason: 'Again' });

    expect(run.here().status).toBe('running');
    expect(run.last?.effects).toEqual(
      [left, right].map((execution) => ({ kind: 'run_activity', execution })),
    );
    run.succeed('left_work');
    run.succeed('right_work');
    run.decideTask('ask', 'approve', ann);
    expect(run.here().status).toBe('completed');
  });

  it('skipping, pausing and resuming work inside branches, and hand over again what was held up', () => {
    const run = begun(twoWorks(false));
    run.fail('left_work', 'http_400', false);
    run.do({ kind: 'skip_activity', execution: left, reason: 'By hand' });
    expect(run.here().branches['main/split.1/split-left']?.status).toBe('arrived');
    run.do({ kind: 'pause', reason: 'Audit' });
    expect(run.refused({ ...decides(run) }).code).toBe('not_allowed');
    run.do({ kind: 'resume', reason: 'Done' });

    expect(run.last?.effects).toEqual([{ kind: 'run_activity', execution: right }]);
  });

  it('a branch that is not needed any more takes the lease from its running attempt', () => {
    const run = begun(
      forked(
        [work('left'), userTask('ask')],
        [
          go('split', 'left'),
          go('split', 'ask'),
          go('left', 'joined'),
          go('ask', 'joined', { on: { outcome: 'approve' } }),
        ],
        'any',
      ),
    );
    const token = run.startAttempt('left_work');
    run.decideTask('ask', 'approve', ann);

    expect(run.last?.after.activities[left]).toMatchObject({ status: 'cancelled', lease: null });
    const late = { kind: 'attempt_succeeded', execution: left, token, result: 1 } as const;
    expect(run.refused(late).code).toBe('terminal');
  });

  it('a step that fails the process ends what goes on beside it', () => {
    const run = begun(
      forked(
        [
          automated('left', [executeFunction('w', 'work', { retry: { maxAttempts: 1 } })], {
            onFailure: 'fail',
          }),
          userTask('ask'),
        ],
        [
          go('split', 'left'),
          go('split', 'ask'),
          go('left', 'joined'),
          go('ask', 'joined', { on: { outcome: 'approve' } }),
        ],
      ),
    );
    run.fail('w', 'http_400', false);

    expect(run.here().status).toBe('failed');
    expect(run.last?.after.branches['main/split.1/split-ask']?.status).toBe('cancelled');
    expect(Object.values(run.last?.after.tasks ?? {}).map(({ status }) => status)).toEqual(['cancelled']);
    expect(Object.values(run.here().stays).map(({ step }) => step)).toEqual(['split', 'left']);
  });

  it('cancelling leaves no open task, activity, stay or branch', () => {
    const run = begun(twoWorks(false));
    run.startAttempt('left_work');
    run.do({ kind: 'cancel', mode: 'immediate', reason: 'Stop' });

    expect(run.here()).toMatchObject({
      status: 'cancelled',
      stays: {},
      branches: {},
      tasks: {},
      activities: {},
    });
    const statuses = Object.values(replay(run.history).branches).map(({ status }) => status);
    expect(statuses).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(withoutClosed(replay(run.history))).toEqual(run.here());
  });
});

describe('activities on a way out of the fork', () => {
  const working = () =>
    begun(
      forked(
        [userTask('ask'), automated('left', [])],
        [
          go('split', 'left', {
            activities: [executeFunction('book', 'book', { retry: { maxAttempts: 1 } })],
          }),
          go('split', 'ask'),
          go('left', 'joined'),
          go('ask', 'joined', { on: { outcome: 'approve' } }),
          go('ask', 'joined', { on: { outcome: 'reject' } }),
        ],
      ),
    );
  const left = 'main/split.1/split-left';

  it('run in the branch, which is in the fork meanwhile, beside the others', () => {
    const run = working();

    expect(run.here().branches[left]).toMatchObject({ state: 'split', status: 'open' });
    expect(run.here().branches['main/split.1/split-ask']?.state).toBe('ask');
    expect(run.here().activities[`${left}:split:1:book`]?.status).toBe('ready');
  });

  it('bring it on its way when they have ended well', () => {
    const run = working();
    run.succeed('book');

    expect(run.last?.after.branches[left]).toMatchObject({ state: 'joined', status: 'arrived' });
    const taken = run.history
      .filter(({ key }) => key === 'split-left')
      .map(({ type, from, to }) => [type, from, to]);
    expect(taken).toEqual([
      ['BRANCH_OPENED', null, 'split'],
      ['TRANSITION_BEGUN', null, null],
      ['TRANSITION_TAKEN', 'split', 'left'],
    ]);
    run.decideTask('ask', 'approve', ann);
    expect(run.here().status).toBe('completed');
    expect(withoutClosed(replay(run.history))).toEqual(run.here());
  });

  it('wait for a person when they fail for good, and go on where they were', () => {
    const run = working();
    run.fail('book');
    const stopped = run.here();
    run.do({ kind: 'retry', reason: 'Mended' });
    run.succeed('book');

    expect(stopped.status).toBe('needs_attention');
    expect(run.here().branches[left]?.status).toBe('arrived');
    expect(run.here().status).toBe('waiting');
  });
});

function decides(run: CoreRun) {
  const task = run.taskKey('ask');
  const more = { form: {}, reason: null, onBehalfOf: null, authority: {} };
  return { kind: 'decide_task', task, outcome: 'approve', by: ann, ...more } as const;
}

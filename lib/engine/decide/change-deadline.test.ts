import { describe, expect, it } from 'vitest';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Rung } from '@/lib/engine/definition/step-schema';
import { replay, withoutClosed } from '@/lib/engine/replay';
import { calendar, officeWeek } from '@/lib/testing/builders/calendars';
import { ann, bob, carol, CoreRun } from '@/lib/testing/builders/core-run';
import {
  aDefinition,
  end,
  go,
  start,
  userTask,
  waitForSignal,
} from '@/lib/testing/builders/definition-builder';
import type { Environment } from './contract';

const stay = 'main:in_review:1';
const reason = 'The customer is away';
const ladder: Rung[] = [
  { key: 'soon', at: '-P1D', action: 'remind' },
  { key: 'late', at: 'PT0S', action: 'transition' },
];

/** A task due in three days, on Thursday 5 March 2026, 9:00 UTC. */
function begun(
  rungs: Rung[] = ladder,
  more: Partial<Definition> = {},
  env: Partial<Environment> = {},
): CoreRun {
  const definition = aDefinition({
    maxAge: undefined,
    steps: [
      start(),
      userTask('in_review', { due: { in: 'P3D', ladder: rungs } }),
      end('approved'),
      end('rejected'),
      end('late'),
    ],
    transitions: [
      ...aDefinition().transitions,
      ...rungs
        .filter(({ action }) => action === 'transition')
        .map(({ key }) => go('in_review', 'late', { on: { deadline: key } })),
    ],
    ...more,
  });
  const run = new CoreRun(definition, env);
  run.begin();
  return run;
}

const openRungs = (run: CoreRun) =>
  Object.values(run.snapshot?.timers ?? {})
    .filter(({ closedAt }) => closedAt === null)
    .map(({ rung, dueAt }) => [rung, dueAt.slice(0, 16)]);

describe('a deadline that is moved', () => {
  it('takes its rungs along, says why, and what it was', () => {
    const run = begun();

    run.do({ kind: 'change_deadline', stay, to: { at: '2026-03-10T17:00:00Z' }, reason });

    expect(run.snapshot?.tasks[stay]).toMatchObject({
      dueAt: '2026-03-10T17:00:00.000000Z',
      dueBasis: { given: '2026-03-10T17:00:00.000000Z' },
    });
    expect(openRungs(run)).toEqual([
      ['soon', '2026-03-09T17:00'],
      ['late', '2026-03-10T17:00'],
    ]);
    expect(run.history.at(-1)).toMatchObject({
      type: 'DEADLINE_CHANGED',
      reason,
      data: { before: '2026-03-05T09:00:00.000000Z', dueAt: '2026-03-10T17:00:00.000000Z' },
    });
    expect(withoutClosed(replay(run.history))).toEqual(run.snapshot);
  });

  it('is counted from now in the calendar of its step', () => {
    const calendars = { office: calendar('Europe/Berlin', officeWeek) };
    const run = begun(ladder, { calendar: 'office' }, { calendars });

    run.do({ kind: 'change_deadline', stay, to: { in: 'P5BD' }, reason });

    expect(run.snapshot?.tasks[stay]).toMatchObject({
      dueAt: '2026-03-09T16:00:00.000000Z',
      dueBasis: { duration: 'P5BD', calendar: { version: 1 } },
    });
  });

  it('reminds again where it had reminded, and leads out at its new instant alone', () => {
    const run = begun();
    run.now = '2026-03-04T09:00:00.000000Z';
    run.do({ kind: 'timer_fired', timer: `${stay}:deadline:soon` });

    run.do({ kind: 'change_deadline', stay, to: { in: 'P7D' }, reason });

    expect(openRungs(run).map(([rung]) => rung)).toEqual(['soon', 'late']);
    run.now = '2026-03-05T09:00:00.000000Z';
    run.do({ kind: 'timer_fired', timer: `${stay}:deadline:late` });
    expect(run.snapshot?.state).toBe('in_review');
    run.now = '2026-03-11T09:00:00.000000Z';
    const late = Object.values(run.snapshot?.timers ?? {}).find(
      ({ closedAt, rung }) => !closedAt && rung === 'late',
    );
    run.do({ kind: 'timer_fired', timer: late?.key ?? '' });
    expect(run.snapshot?.outcome).toBe('late');
  });

  it('is not reminded of a second time when there is no time for it', () => {
    const run = begun();
    run.now = '2026-03-04T09:00:00.000000Z';
    run.do({ kind: 'timer_fired', timer: `${stay}:deadline:soon` });

    run.do({ kind: 'change_deadline', stay, to: { in: 'PT5H' }, reason });

    expect(openRungs(run).map(([rung]) => rung)).toEqual(['late']);
  });

  it('lies ahead, and belongs to something that is open and has one', () => {
    const run = begun();
    const asked = (to: { at: string } | { in: string }, of = stay) =>
      run.refused({ kind: 'change_deadline', stay: of, to, reason }).code;

    expect(asked({ at: '2026-03-01T09:00:00Z' })).toBe('invalid');
    expect(asked({ at: 'tomorrow' })).toBe('invalid');
    expect(asked({ in: 'P3BD' })).toBe('invalid');
    expect(asked({ in: 'P1D' }, 'main:start:1')).toBe('not_found');
    run.decideTask('in_review', 'approve', ann);
    run.do({ kind: 'advance' });
    expect(asked({ in: 'P1D' })).toBe('terminal');
  });

  it('is that of a wait, too', () => {
    const run = begun([], {
      steps: [start(), waitForSignal('in_review', { due: { in: 'P3D' } }), end()],
      transitions: [go('start', 'in_review'), go('in_review', 'done')],
    });

    run.do({ kind: 'change_deadline', stay, to: { at: '2026-03-10T17:00:00Z' }, reason });

    expect(openRungs(run)).toEqual([[null, '2026-03-10T17:00']]);
    expect(run.history.at(-1)?.data['before']).toBe('2026-03-05T09:00:00.000000Z');
  });
});

describe('a rung that goes to a manager', () => {
  const toManager = (action: 'escalate' | 'reassign'): Rung[] => [
    { key: 'up', at: 'PT0S', action, to: { manager: true } },
  ];
  const managers = { [ann.email]: bob };
  const fired = (run: CoreRun) => {
    run.now = '2026-03-05T09:00:00.000000Z';
    run.do({ kind: 'timer_fired', timer: `${stay}:deadline:up` });
    return run.snapshot?.tasks[stay];
  };

  it('escalates to the manager of who has the task, beside those who could decide it', () => {
    const run = begun(toManager('escalate'), {}, { managers });
    run.do({ kind: 'claim_task', task: stay, by: ann });

    expect(fired(run)).toMatchObject({
      status: 'pending',
      assignee: null,
      candidateRoles: ['approver'],
      candidatePeople: [bob.email],
    });
  });

  it('gives it to the manager alone', () => {
    const run = begun(toManager('reassign'), {}, { managers });
    run.do({ kind: 'claim_task', task: stay, by: ann });

    expect(fired(run)).toMatchObject({ assignee: bob, candidateRoles: [], candidatePeople: [bob.email] });
  });

  it.each<[string, Partial<Environment>]>([
    ['nobody is', {}],
    ['the manager may not decide it, being the requester', { managers: { [ann.email]: carol } }],
  ])('says so and leaves the task where it is when %s', (_, env) => {
    const run = begun(toManager('reassign'), {}, env);
    run.do({ kind: 'claim_task', task: stay, by: ann });

    expect(fired(run)).toMatchObject({ status: 'in_progress', assignee: ann, candidateRoles: ['approver'] });
    expect(run.history.at(-1)).toMatchObject({ type: 'DEADLINE_PASSED', data: { nobody: true } });
  });
});

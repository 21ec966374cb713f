import { describe, expect, it } from 'vitest';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Rung, TimerStep, UserTaskStep } from '@/lib/engine/definition/step-schema';
import { replay, withoutClosed } from '@/lib/engine/replay';
import { ann, bob, CoreRun } from '@/lib/testing/builders/core-run';
import {
  aDefinition,
  automated,
  end,
  go,
  setContext,
  start,
  userTask,
  waitForTimer,
} from '@/lib/testing/builders/definition-builder';
import { calendar, officeWeek, wholeWeekdays } from '@/lib/testing/builders/calendars';
import type { Environment } from './contract';

const day = 24 * 3600;

function waits(timer: TimerStep['timer'], env: Partial<Environment> = {}): CoreRun {
  const definition = aDefinition({
    maxAge: undefined,
    input: { type: 'object', properties: { day: { type: 'string' } } },
    steps: [start(), waitForTimer('waiting', timer), end()],
    transitions: [go('start', 'waiting'), go('waiting', 'done')],
  });
  return new CoreRun(definition, env);
}

function fire(run: CoreRun, timer: string) {
  return run.do({ kind: 'timer_fired', timer });
}

/** A task with a deadline in three days and this ladder; `late` is where a deadline leads. */
function reviewed(
  ladder: Rung[],
  parts: Partial<UserTaskStep> = {},
  more: Partial<Definition> = {},
  env: Partial<Environment> = {},
): CoreRun {
  const definition = aDefinition({
    maxAge: undefined,
    steps: [
      start(),
      userTask('in_review', { due: { in: 'P3D', ladder }, ...parts }),
      end('approved'),
      end('rejected'),
      end('late'),
    ],
    transitions: [
      ...aDefinition().transitions,
      ...ladder
        .filter(({ action }) => action === 'transition')
        .map(({ key }) => go('in_review', 'late', { on: { deadline: key } })),
    ],
    ...more,
  });
  return new CoreRun(definition, env);
}

describe('a wait for a timer', () => {
  it('waits for a duration on the calendar of the zone, and goes on when its timer fires', () => {
    const run = waits({ duration: 'P1M' }, { timeZone: 'Europe/Berlin' });
    run.now = '2026-03-02T09:00:00.000000Z';
    run.begin();

    expect(run.here()).toMatchObject({ status: 'waiting', waitingFor: ['timer'] });
    expect(run.here().timers['main:waiting:1:timer']).toMatchObject({
      dueAt: '2026-04-02T08:00:00.000000Z',
      closedAt: null,
    });

    run.later(31 * day);
    fire(run, 'main:waiting:1:timer');

    expect(run.moves()[0]).toBe('TIMER_FIRED');
    expect(run.here()).toMatchObject({ status: 'completed', outcome: 'done' });
    expect(run.history.find(({ type }) => type === 'TIMER_FIRED')?.actor.type).toBe('timer');
  });

  it('does nothing when it is asked before its instant', () => {
    const run = waits({ duration: 'PT5M' });
    run.begin();
    run.later(299.999);

    expect(fire(run, 'main:waiting:1:timer').events).toEqual([]);
  });

  it.each(['Pacific/Auckland', 'America/Los_Angeles'])(
    'waits five minutes in %s too (fault B11)',
    (timeZone) => {
      const run = waits({ duration: 'PT5M' }, { timeZone });
      run.begin();

      expect(run.here().timers['main:waiting:1:timer']?.dueAt).toBe('2026-03-02T09:05:00.000000Z');
    },
  );

  it('waits until an instant of the context', () => {
    const run = waits({ until: 'context.day' }, { timeZone: 'America/Los_Angeles' });
    run.begin({ day: '2026-07-10' });

    expect(run.here().timers['main:waiting:1:timer']?.dueAt).toBe('2026-07-10T07:00:00.000000Z');
  });

  it('needs attention when the context has no such instant, and waits when support has mended it', () => {
    const run = waits({ until: 'context.day' });
    run.begin();

    expect(run.here().status).toBe('needs_attention');
    expect(run.here().incidents['main:waiting:1']).toMatchObject({ code: 'evaluation_failed' });

    run.do({ kind: 'retry', reason: 'Mended', context: { day: '2026-03-03T09:00:00Z' } });

    expect(run.here()).toMatchObject({ status: 'waiting', waitingFor: ['timer'] });
  });

  it('waits for the next match of a cron expression', () => {
    const run = waits({ cron: '30 2 * * *', timeZone: 'America/Toronto' });
    run.now = '2026-03-07T12:00:00.000000Z';
    run.begin();

    expect(run.here()).toMatchObject({ waitingFor: ['cron'] });
    expect(run.here().timers['main:waiting:1:timer']?.dueAt).toBe('2026-03-08T07:30:00.000000Z');
  });

  it('that came due while the instance was paused acts on resume, once', () => {
    const run = waits({ duration: 'PT5M' });
    run.begin();
    run.do({ kind: 'pause', reason: 'Wait' });
    run.later(3600);

    expect(fire(run, 'main:waiting:1:timer').events).toEqual([]);

    run.do({ kind: 'resume', reason: 'Go on' });

    expect(run.moves().filter((move) => move === 'TIMER_FIRED')).toHaveLength(1);
    expect(run.here().status).toBe('completed');
  });

  it('is gone when the instance is cancelled', () => {
    const run = waits({ duration: 'PT5M' });
    run.begin();
    run.do({ kind: 'cancel', mode: 'immediate', reason: 'Not needed' });
    run.later(3600);

    expect(fire(run, 'main:waiting:1:timer').events).toEqual([]);
    expect(Object.values(replay(run.history).timers)).toMatchObject([{ ending: 'dropped' }]);
  });
});

describe('a follow-up', () => {
  const followUp = 'main:in_review:1:followUp';

  it('brings an open task back to attention once, and moves nothing', () => {
    const run = reviewed([], { followUp: 'P1D' });
    run.begin();
    run.later(day);
    fire(run, followUp);

    expect(run.moves()).toEqual(['TIMER_FIRED']);
    expect(run.history.at(-1)?.data).toMatchObject({ followUp: true });
    expect(run.here()).toMatchObject({ status: 'waiting', state: 'in_review' });
    expect(run.here().tasks['main:in_review:1']?.status).toBe('pending');
    expect(fire(run, followUp).events).toEqual([]);
  });

  it('is over when the task is decided before', () => {
    const run = reviewed([], { followUp: 'P1D' });
    run.begin();
    run.do({
      kind: 'decide_task',
      task: 'main:in_review:1',
      outcome: 'approve',
      form: {},
      reason: null,
      by: ann,
      onBehalfOf: null,
      authority: {},
    });

    run.later(day);

    expect(fire(run, followUp).events).toEqual([]);
  });

  it('is counted in the calendar of the deadline', () => {
    const run = reviewed(
      [],
      { followUp: 'P1BD', due: { in: 'P3BD', calendar: 'office' } },
      {},
      { calendars: { office: calendar('UTC', officeWeek) } },
    );
    run.begin();

    expect(run.here().timers[followUp]?.basis).toMatchObject({
      duration: 'P1BD',
      calendar: { key: 'office' },
    });
  });
});

describe('a deadline and its ladder', () => {
  const remind: Rung = {
    key: 'reminder',
    at: '-P1D',
    action: 'remind',
    text: '{{ instance.subject.id }} waits',
  };
  const late: Rung = { key: 'late', at: 'PT0S', action: 'transition' };

  it('has a timer for each rung, before and after the deadline', () => {
    const run = reviewed([remind, late, { key: 'after', at: 'PT12H', action: 'remind' }]);
    run.begin();

    expect(run.here().tasks['main:in_review:1']?.dueAt).toBe('2026-03-05T09:00:00.000000Z');
    expect(Object.values(run.here().timers).map(({ key, dueAt }) => [key, dueAt])).toEqual([
      ['main:in_review:1:deadline:reminder', '2026-03-04T09:00:00.000000Z'],
      ['main:in_review:1:deadline:late', '2026-03-05T09:00:00.000000Z'],
      ['main:in_review:1:deadline:after', '2026-03-05T21:00:00.000000Z'],
    ]);
  });

  it('reminds once and lets the task be', () => {
    const run = reviewed([remind]);
    run.begin();
    run.later(2 * day);
    const { events } = fire(run, 'main:in_review:1:deadline:reminder');

    expect(events).toMatchObject([
      { type: 'DEADLINE_PASSED', actor: { type: 'timer' }, data: { action: 'remind', text: '123 waits' } },
    ]);
    expect(fire(run, 'main:in_review:1:deadline:reminder').events).toEqual([]);
    expect(run.here().status).toBe('waiting');
  });

  it('takes its transition, and the task cannot be decided any more (fault B12)', () => {
    const run = reviewed([late]);
    run.begin();
    run.later(3 * day);
    fire(run, 'main:in_review:1:deadline:late');

    expect(run.moves().slice(0, 2)).toEqual(['DEADLINE_PASSED', 'USER_TASK_CANCELLED pending→cancelled']);
    expect(run.here()).toMatchObject({ status: 'completed', outcome: 'late' });
    expect(
      run.try({
        kind: 'decide_task',
        task: 'main:in_review:1',
        outcome: 'approve',
        form: {},
        reason: null,
        by: ann,
        onBehalfOf: null,
        authority: {},
      }),
    ).toMatchObject({ code: 'terminal' });
  });

  it('does nothing after a decision, however long its timer had been due (fault B07)', () => {
    const run = reviewed([remind, late]);
    run.begin();
    run.later(4 * day);
    run.decideTask('in_review', 'approve', ann);

    for (const rung of ['reminder', 'late'])
      expect(fire(run, `main:in_review:1:deadline:${rung}`).events).toEqual([]);
    expect(run.here().outcome).toBe('approved');
  });

  it('a reminder and the deadline that came due together: one reminder, then the deadline, nothing after (fault B06)', () => {
    const run = reviewed([remind, late, { key: 'after', at: 'PT1H', action: 'remind' }]);
    run.begin();
    run.do({ kind: 'pause', reason: 'Wait' });
    run.later(10 * day);
    run.do({ kind: 'resume', reason: 'Go on' });

    expect(
      run.history.filter(({ type }) => type === 'DEADLINE_PASSED').map(({ data }) => data['rung']),
    ).toEqual(['reminder', 'late']);
    expect(run.here().outcome).toBe('late');
  });

  it('gives the task to a role instead of those who had it', () => {
    const run = reviewed([{ key: 'over', at: 'PT0S', action: 'reassign', to: { role: 'senior' } }]);
    run.begin();
    run.do({ kind: 'claim_task', task: 'main:in_review:1', by: ann });
    run.later(3 * day);
    fire(run, 'main:in_review:1:deadline:over');

    expect(run.moves()).toEqual(['DEADLINE_PASSED', 'USER_TASK_REASSIGNED in_progress→pending']);
    expect(run.here().tasks['main:in_review:1']).toMatchObject({
      candidateRoles: ['senior'],
      candidatePeople: [],
      assignee: null,
    });
  });

  it('escalates to a role, which may decide it too', () => {
    const run = reviewed([{ key: 'up', at: 'PT0S', action: 'escalate', to: { role: 'senior' } }]);
    run.begin();
    run.later(3 * day);
    fire(run, 'main:in_review:1:deadline:up');
    run.decideTask('in_review', 'approve', bob);

    expect(replay(run.history).tasks['main:in_review:1']?.candidateRoles).toEqual(['approver', 'senior']);
  });

  it('needs attention where no condition of its transitions is true, and looks again on retry', () => {
    const run = reviewed([late], {}, { input: { type: 'object', properties: { ok: { type: 'boolean' } } } });
    const definition = {
      ...run.definition,
      transitions: run.definition.transitions.map((one) =>
        typeof one.on === 'object' && 'deadline' in one.on ? { ...one, when: 'context.ok == true' } : one,
      ),
    };
    const again = new CoreRun(definition);
    again.begin({ ok: false });
    again.later(3 * day);
    fire(again, 'main:in_review:1:deadline:late');

    expect(again.here()).toMatchObject({ status: 'needs_attention', state: 'in_review' });
    expect(again.here().tasks['main:in_review:1']?.status).toBe('pending');

    again.do({ kind: 'retry', reason: 'Mended', context: { ok: true } });

    expect(again.here().outcome).toBe('late');
  });
});

describe('a maximum age', () => {
  it('takes the transition that is drawn for it', () => {
    const run = reviewed([], { maxAge: 'P10D', due: undefined }, {});
    const definition = {
      ...run.definition,
      transitions: [...run.definition.transitions, go('in_review', 'late', { on: { deadline: 'maxAge' } })],
    };
    const aged = new CoreRun(definition);
    aged.begin();
    aged.later(10 * day);
    fire(aged, 'main:in_review:1:maxAge');

    expect(aged.here().outcome).toBe('late');
  });

  it('calls for a person where none is drawn; after that the instance goes on waiting', () => {
    const run = reviewed([], { maxAge: 'P10D', due: undefined });
    run.begin();
    run.later(10 * day);
    fire(run, 'main:in_review:1:maxAge');

    expect(run.here()).toMatchObject({ status: 'needs_attention' });
    expect(run.here().incidents['main:in_review:1:maxAge']).toMatchObject({ code: 'overdue' });

    run.do({ kind: 'retry', reason: 'Let it wait' });
    expect(run.here()).toMatchObject({ status: 'waiting', waitingFor: ['human_task'] });
    run.decideTask('in_review', 'approve', ann);
    expect(run.here().outcome).toBe('approved');
  });

  it('of the whole instance begins when it starts and takes the transition of the step where it is', () => {
    const definition = aDefinition({
      maxAge: 'P90D',
      steps: [
        start(),
        automated('noting', [setContext('note', { amount: '1.0' })]),
        ...reviewed([]).definition.steps.slice(1),
      ],
      transitions: [
        go('start', 'noting'),
        go('noting', 'in_review'),
        ...aDefinition().transitions.slice(1),
        go('in_review', 'late', { on: { deadline: 'maxAge' } }),
      ],
    });
    const run = new CoreRun(definition);
    run.begin({ amount: 5 });

    expect(run.here().timers['maxAge']).toMatchObject({ stay: null, dueAt: '2026-05-31T09:00:00.000000Z' });

    run.later(90 * day);
    fire(run, 'maxAge');
    expect(run.here().outcome).toBe('late');
  });

  it('replays to the same snapshot', () => {
    const run = reviewed([{ key: 'late', at: 'PT0S', action: 'transition' }], { maxAge: 'P10D' });
    run.begin();
    run.later(3 * day);
    fire(run, 'main:in_review:1:deadline:late');

    expect(withoutClosed(replay(run.history))).toEqual(run.here());
  });
});

describe('business time', () => {
  const office = calendar('Europe/Berlin', officeWeek, { '2026-03-03': 'Founders’ day' });
  const calendars = { office };

  it('a deadline counts in its calendar and says what it was computed from', () => {
    // Monday 10:00 in Berlin.
    const run = reviewed([], { due: { in: 'P3BD', calendar: 'office' } }, {}, { calendars });
    run.begin();

    expect(run.snapshot?.tasks['main:in_review:1']).toMatchObject({
      dueAt: '2026-03-06T16:00:00.000000Z',
      dueBasis: {
        duration: 'P3BD',
        from: run.now,
        timeZone: 'Europe/Berlin',
        calendar: { key: 'office', name: 'Office', version: 1 },
        skipped: [{ date: '2026-03-03', name: 'Founders’ day' }],
      },
    });
  });

  it('rungs count from the deadline, in the calendar of the process where the step names none', () => {
    const ladder: Rung[] = [
      { key: 'soon', at: '-P1BD', action: 'remind' },
      { key: 'now', at: 'P0BD', action: 'remind' },
      { key: 'over', at: 'PT2BH', action: 'remind' },
    ];
    const run = reviewed(ladder, { due: { in: 'P3BD', ladder } }, { calendar: 'office' }, { calendars });
    run.begin();

    const due = Object.values(run.snapshot?.timers ?? {}).map(({ rung, dueAt }) => [rung, dueAt]);
    expect(due).toEqual([
      ['soon', '2026-03-05T16:00:00.000000Z'],
      ['now', '2026-03-06T16:00:00.000000Z'],
      ['over', '2026-03-09T10:00:00.000000Z'],
    ]);
  });

  it('a calendar of 24 hours ends its days at midnight, and rungs keep to them', () => {
    const always = { office: calendar('Europe/Berlin', wholeWeekdays) };
    const ladder: Rung[] = [
      { key: 'soon', at: '-P1BD', action: 'remind' },
      { key: 'over', at: 'P1BD', action: 'remind' },
    ];
    const run = reviewed(
      ladder,
      { due: { in: 'P1BD', calendar: 'office', ladder } },
      {},
      { calendars: always },
    );
    run.begin();

    expect(run.snapshot?.tasks['main:in_review:1']?.dueAt).toBe('2026-03-03T23:00:00.000000Z');
    expect(Object.values(run.snapshot?.timers ?? {}).map(({ dueAt }) => dueAt)).toEqual([
      '2026-03-02T23:00:00.000000Z',
      '2026-03-04T23:00:00.000000Z',
    ]);
  });

  it('closing time is that of the one person who has the task, where the calendar follows people', () => {
    const following = { office: { ...office, inAssigneeZone: true } };
    const run = reviewed(
      [],
      { due: { in: 'P1BD', calendar: 'office' }, who: { assignee: `"${ann.email}"` } },
      {},
      { calendars: following, zones: { [ann.email]: 'America/New_York' } },
    );
    run.begin();

    expect(run.snapshot?.tasks['main:in_review:1']).toMatchObject({
      dueAt: '2026-03-04T22:00:00.000000Z',
      dueBasis: { timeZone: 'America/New_York' },
    });
  });

  it('waits and ages count in it too', () => {
    const run = waits({ duration: 'PT12BH', calendar: 'office' }, { calendars });
    run.begin();

    expect(run.snapshot?.timers['main:waiting:1:timer']).toMatchObject({
      dueAt: '2026-03-04T13:00:00.000000Z',
      basis: { calendar: { key: 'office' } },
    });
    const aged = reviewed([], { due: undefined, maxAge: 'P1BD' }, { calendar: 'office' }, { calendars });
    aged.begin();
    expect(aged.snapshot?.timers['main:in_review:1:maxAge']?.dueAt).toBe('2026-03-04T16:00:00.000000Z');
  });

  it('a calendar that is gone asks for attention, and no deadline is lost', () => {
    const run = reviewed([], { due: { in: 'P3BD', calendar: 'office' } });
    run.begin();

    expect(run.snapshot).toMatchObject({ status: 'needs_attention', tasks: {} });
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { demoDefinitions } from '@/lib/demo/demo-definitions';
import { demoStories } from '@/lib/demo/demo-stories';
import { refund } from '@/lib/demo/definitions/refund';
import { demoAccounts } from '@/lib/demo/accounts';
import { demoRules } from '@/lib/demo/rules';
import { replay, withoutClosed } from '@/lib/engine/replay';
import type { Definition } from '@/lib/engine/definition/schema';
import { mayDecide } from '@/lib/tasks/authority';
import {
  aDefinition,
  end,
  go,
  start,
  userTask,
  waitForTimer,
} from '@/lib/testing/builders/definition-builder';
import { Dice } from '@/lib/testing/builders/random-run';
import { playRandomly } from '@/lib/testing/builders/random-scenario';
import { respond } from './answering';
import { coverageOf } from './coverage';
import { exampleInput } from './example';
import { openWork } from './open-work';
import { playScenario, runActivities } from './play-scenario';
import { type Answer, type Scenario, scenarioSchema } from './scenario';
import { withScenarios } from './scenario-findings';
import { back, begin, clock, historyOf, present, type SimulatedWorld, type Simulation } from './simulation';

const people = demoAccounts.map(({ email, name, roles }) => ({ email, name, roles: [...roles] }));
const emma = people.find(({ name }) => name.startsWith('Emma'))!;
const world = (definition: Definition, more: Partial<SimulatedWorld> = {}): SimulatedWorld => ({
  startAt: '2026-03-02T09:00:00.000000Z',
  timeZone: 'Europe/Berlin',
  subject: '123',
  input: definition.input ? exampleInput(definition.input) : {},
  requester: emma,
  people,
  rules: Object.fromEntries(demoRules.map(({ key, value }) => [key, value])),
  ...more,
});
const large = { orderNumber: '2026-1', customer: 'Ada', amount: 1_500, reason: 'damaged' };

function begun(definition: Definition, more: Partial<SimulatedWorld> = {}): Simulation {
  const made = begin(definition, world(definition, more));
  if (!made.ok) throw new Error(made.message);
  return made.simulation;
}

function played(simulation: Simulation, ...answers: Answer[]): Simulation {
  return answers.reduce((at, answer) => {
    const next = respond(at, answer, mayDecide);
    if (!next.ok) throw new Error(next.message);
    return next.simulation;
  }, simulation);
}

const scenario: Scenario = {
  key: 'approved',
  name: 'Approved by the manager',
  ...world(refund, { input: large }),
  answers: [{ do: 'decide', step: 'in_review', outcome: 'approve', reason: 'Checked' }],
  expected: { status: 'completed', state: 'refunded', outcome: 'approved' },
};

describe('a simulated instance', () => {
  test('stops where a person, an attempt or a timer is needed, and goes on when answered', () => {
    const simulation = begun(refund, { input: large });
    expect(openWork(simulation).activities.map(({ activity }) => activity.key)).toEqual(['risk']);

    const reviewed = played(simulation, {
      do: 'succeed',
      activity: 'risk',
      result: { score: 5, level: 'low' },
    });
    expect(openWork(reviewed).tasks.map(({ step }) => step)).toEqual(['in_review']);

    const paid = runActivities(
      played(reviewed, { do: 'decide', step: 'in_review', outcome: 'approve' }),
      mayDecide,
    );
    expect(present(paid)).toMatchObject({ status: 'completed', outcome: 'approved' });
  });

  test('is decided by those only who might decide it for real', () => {
    const reviewed = runActivities(begun(refund, { input: large }), mayDecide);
    const own = respond(
      reviewed,
      { do: 'decide', step: 'in_review', outcome: 'approve', by: emma.email },
      mayDecide,
    );

    expect(own).toMatchObject({ ok: false, message: expect.stringContaining('own request') });
  });

  test('refuses an input, a form and a payload that the schemas refuse', () => {
    expect(begin(refund, world(refund, { input: { amount: -1 } }))).toMatchObject({ ok: false });
    const information = played(runActivities(begun(refund, { input: large }), mayDecide), {
      do: 'decide',
      step: 'in_review',
      outcome: 'ask',
    });
    const answered = respond(
      information,
      { do: 'decide', step: 'information_needed', outcome: 'send', form: { details: 7 } },
      mayDecide,
    );
    expect(answered).toMatchObject({ ok: false, message: expect.stringContaining('details') });
  });

  test('has a clock that goes to the next timer, and a step back that undoes it', () => {
    const definition = aDefinition({
      steps: [start(), waitForTimer('cooling', { duration: 'P1D' }), userTask('in_review'), end()],
      transitions: [
        go('start', 'cooling'),
        go('cooling', 'in_review'),
        go('in_review', 'done', { on: { outcome: 'approve' } }),
        go('in_review', 'done', { key: 'no', on: { outcome: 'reject' } }),
      ],
    });
    const waiting = begun(definition, { input: { amount: 1 } });
    const later = played(waiting, { do: 'wait' });

    expect(clock(later)).toBe('2026-03-03T09:00:00.000000Z');
    expect(present(later).state).toBe('in_review');
    expect(back(later)).toEqual(waiting);
    expect(back(later, 99)).toEqual(waiting);
  });

  test('tries a failed attempt again when its time has come', () => {
    const paying = played(
      runActivities(begun(refund, { input: large }), mayDecide),
      { do: 'decide', step: 'in_review', outcome: 'approve' },
      { do: 'fail', activity: 'payment', code: 'http_503', again: true },
    );
    expect(openWork(paying)).toMatchObject({ activities: [], next: { timers: [] } });

    const again = played(paying, { do: 'wait' });
    expect(openWork(again).activities.map(({ activity }) => activity.key)).toEqual(['payment']);
  });
});

describe('a scenario', () => {
  test('reads back equal and comes to its expected end; its mails need no answer', () => {
    expect(scenarioSchema.parse(JSON.parse(JSON.stringify(scenario)))).toEqual(scenario);
    expect(playScenario(refund, scenario, mayDecide).problem).toBeNull();
  });

  test.each([
    [
      'ends elsewhere',
      { expected: { status: 'completed', outcome: 'rejected' } },
      /came to completed in refunded/,
    ],
    ['answers what is not asked', { answers: [{ do: 'file', step: 'in_review' }] }, /Answer 1/],
    ['begins with what the process does not take', { input: {} }, /input/],
  ] as const)('that %s is a finding at its place', (_, wrong, words) => {
    const failing = { ...scenario, ...wrong } as Scenario;

    const [finding] = withScenarios([], refund, [scenario, failing], mayDecide);

    expect(finding).toMatchObject({ code: 'scenario_failed', severity: 'error', path: '/scenarios/1' });
    expect(finding?.message).toMatch(words);
    expect(withScenarios([], refund, [scenario], mayDecide)).toEqual([]);
  });

  test('says which steps and transitions it does not reach', () => {
    const { simulation } = playScenario(refund, scenario, mayDecide);

    const { missedSteps, missedTransitions } = coverageOf(refund, [simulation!]);

    expect(missedSteps).toEqual([
      'information_needed',
      'finance_review',
      'announcing_rejection',
      'rejected',
      'withdrawn',
    ]);
    expect(missedTransitions).toContain('small');
    expect(missedTransitions).not.toContain('approve');
  });
});

test('whatever is answered, the history replays to where the simulation stands', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...demoStories),
      fc.array(fc.nat(10_000), { minLength: 20, maxLength: 60 }),
      ({ definition: key, input }, numbers) => {
        const definition = demoDefinitions.find((one) => one.key === key)!;
        const simulation = playRandomly(begun(definition, { input }), mayDecide, new Dice(numbers), 25);

        expect(withoutClosed(replay(historyOf(simulation)))).toEqual(present(simulation));
      },
    ),
    { numRuns: 60 },
  );
});

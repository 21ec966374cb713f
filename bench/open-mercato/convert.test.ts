import { describe, expect, test } from 'vitest';
import { lint } from '@/lib/engine/definition/lint';
import { parseDefinition } from '@/lib/engine/definition/parse';
import type { Definition } from '@/lib/engine/definition/schema';
import { present } from '@/lib/engine/simulation/simulation';
import { convert } from './convert';
import { runThrough } from './run-through';
import type { SourceDefinition, SourceStep, SourceTransition } from './source';

const around = {
  roles: null,
  rules: null,
  functions: null,
  secrets: null,
  definitions: null,
  activityTypes: null,
};
const rules = new Map([['is-granted', { field: 'workflowContext.verdict', operator: '=', value: 'grant' }]]);

const start: SourceStep = { stepId: 'start', stepType: 'START' };
const end: SourceStep = { stepId: 'end', stepType: 'END' };
const way = (
  fromStepId: string,
  toStepId: string,
  more: Partial<SourceTransition> = {},
): SourceTransition => ({
  transitionId: `${fromStepId}-${toStepId}`,
  fromStepId,
  toStepId,
  trigger: 'auto',
  ...more,
});

/** The definition, which has to be one that may be published and that runs to its end. */
function expressed(source: SourceDefinition): { definition: Definition; notes: readonly string[] } {
  const { definition, notes } = convert('Loan-Case', 'Loan case', source, rules);
  const parsed = parseDefinition(JSON.parse(JSON.stringify(definition)));
  expect(parsed.ok ? [] : parsed.findings).toEqual([]);
  expect(lint(definition, around).filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(runThrough(definition).problem).toBeNull();
  return { definition, notes: notes.map(({ element, what }) => `${element}: ${what}`) };
}

describe('a definition of open-mercato', () => {
  test('with a form that decides where it goes has a task whose field the conditions read', () => {
    const { definition } = expressed({
      steps: [
        start,
        {
          stepId: 'check',
          stepType: 'USER_TASK',
          userTaskConfig: {
            assignedToRoles: ['clerk'],
            slaDuration: 'PT8H',
            formSchema: {
              type: 'object',
              properties: { verdict: { type: 'string', enum: ['grant', 'deny'] } },
              required: ['verdict'],
            },
            escalationRules: [{ action: 'escalate' }],
          },
        },
        { stepId: 'granted', stepType: 'END' },
        { stepId: 'denied', stepType: 'END' },
      ],
      transitions: [
        way('start', 'check'),
        way('check', 'granted', { priority: 100, preConditions: [{ ruleId: 'is-granted' }] }),
        way('check', 'denied', { priority: 90 }),
      ],
    });

    expect(definition.steps[1]).toMatchObject({
      who: { roles: ['clerk'] },
      form: { writeTo: { verdict: 'verdict' } },
      due: { in: 'PT8H', ladder: [{ action: 'escalate', to: { manager: true } }] },
    });
    expect(definition.transitions).toMatchObject([
      {},
      { when: 'context.verdict == "grant"', on: { outcome: 'done' } },
      { to: 'denied', on: { outcome: 'done' } },
    ]);
    expect(definition.transitions[2]).not.toHaveProperty('when');
  });

  test('with several ways out of a task and no condition lets the person choose', () => {
    const { definition } = expressed({
      steps: [start, { stepId: 'sort', stepType: 'USER_TASK' }, end, { stepId: 'put-off', stepType: 'END' }],
      transitions: [
        way('start', 'sort'),
        way('sort', 'end', { transitionName: 'Settle' }),
        way('sort', 'put-off', { trigger: 'manual', transitionName: 'Put off' }),
      ],
    });

    expect(definition.steps[1]).toMatchObject({ outcomes: [{ name: 'Settle' }, { name: 'Put off' }] });
  });

  test('with branches, work on the way into one, a pause among activities, and an undo keeps all of them', () => {
    const { definition } = expressed({
      steps: [
        start,
        { stepId: 'split', stepType: 'PARALLEL_FORK', config: { joinStepId: 'meet' } },
        {
          stepId: 'pay',
          stepType: 'AUTOMATED',
          activities: [
            {
              activityId: 'charge',
              activityType: 'EXECUTE_FUNCTION',
              config: { functionName: 'charge', args: { amount: '{{context.total}}' } },
              compensation: { activityId: 'give-back' },
              retryPolicy: { maxAttempts: 3, initialIntervalMs: 1500, backoffCoefficient: 2 },
            },
            {
              activityId: 'give-back',
              activityType: 'EXECUTE_FUNCTION',
              config: { functionName: 'give-back' },
            },
          ],
        },
        { stepId: 'tell', stepType: 'AUTOMATED' },
        { stepId: 'meet', stepType: 'PARALLEL_JOIN', config: { forkStepId: 'split' } },
        end,
      ],
      transitions: [
        way('start', 'split'),
        way('split', 'pay'),
        way('split', 'tell', {
          activities: [
            {
              activityId: 'post',
              activityType: 'CALL_API',
              config: { endpoint: '/told/{{context.caseId}}', method: 'PUT' },
            },
          ],
        }),
        way('pay', 'meet'),
        way('tell', 'meet'),
        way('meet', 'end', {
          activities: [
            { activityId: 'rest', activityType: 'WAIT', config: { duration: 'PT1H' } },
            {
              activityId: 'close',
              activityType: 'EMIT_EVENT',
              config: { eventName: 'case.closed', payload: { at: '{{now}}' } },
            },
          ],
        }),
      ],
    });

    expect(definition.compensations).toMatchObject([{ key: 'give_back', type: 'EXTERNAL' }]);
    expect(definition.steps.find(({ key }) => key === 'pay')).toMatchObject({
      activities: [
        {
          key: 'charge',
          compensation: 'give_back',
          retry: { maxAttempts: 3, firstDelay: 'PT2S', factor: 2 },
        },
      ],
    });
    expect(JSON.stringify(definition)).toContain('https://api.example.com/told/{{ context.caseId }}');
    expect(definition.steps.filter(({ name }) => name === 'Pause')).toMatchObject([
      { timer: { duration: 'PT1H' } },
    ]);
    expect(definition.transitions.find(({ from }) => from === 'meet_end_pause')).toMatchObject({
      activities: [{ type: 'EMIT_EVENT', settings: { data: { at: '{{ instance.startedAt }}' } } }],
    });
  });

  test('that chooses by data, asks an agent, waits for a condition and starts another one comes to its end', () => {
    const { definition, notes } = expressed({
      steps: [
        start,
        {
          stepId: 'rate',
          stepType: 'AUTOMATED',
          activities: [
            {
              activityId: 'rater',
              activityType: 'INVOKE_AGENT',
              config: { agentId: 'rater', input: { file: '{{context.file}}' } },
            },
          ],
        },
        { stepId: 'gate', stepType: 'SWITCH' },
        {
          stepId: 'until-paid',
          stepType: 'WAIT_FOR_CONDITION',
          config: { condition: { rules: [{ field: 'paid', operator: '==', value: true }] }, timeout: 'P5D' },
        },
        {
          stepId: 'child',
          stepType: 'SUB_WORKFLOW',
          config: {
            subWorkflowId: 'small-case',
            inputMapping: { sum: 'total' },
            outputMapping: { number: 'number' },
          },
          errorDirective: { mode: 'failureQueue' },
        },
        end,
      ],
      transitions: [
        way('start', 'rate'),
        way('rate', 'gate', { outcomeKind: 'approved', priority: 2 }),
        way('rate', 'end', { outcomeKind: 'rejected', priority: 1 }),
        way('gate', 'until-paid', {
          priority: 9,
          condition: { operator: 'AND', rules: [{ field: 'score', operator: '>', value: 60 }] },
        }),
        way('gate', 'end', { priority: 0 }),
        way('until-paid', 'child'),
        way('child', 'end'),
      ],
    });

    expect(definition.transitions.find(({ from }) => from === 'gate')?.when).toBe('context.score > 60');
    expect(definition.steps.find(({ key }) => key === 'child')).toMatchObject({
      definition: 'small_case',
      input: { sum: 'context.total' },
    });
    expect(notes.map((note) => note.split(':')[0])).toEqual(['until-paid', 'child']);
  });

  test('that is a fragment, or goes round without a wait, gets what it lacks, and that is said', () => {
    const fragment = expressed({
      steps: [],
      transitions: [
        {
          transitionId: 'only',
          activities: [
            {
              activityId: 'set',
              activityType: 'SET_VARIABLE',
              config: { assignments: [{ path: 'stage.name', value: 'first' }] },
            },
          ],
        },
      ],
    });
    const circle = convert(
      'circle',
      'Circle',
      {
        steps: [start, { stepId: 'again', stepType: 'IF_ELSE' }, end],
        transitions: [
          way('start', 'again'),
          way('again', 'again', { condition: { field: 'left', operator: '>', value: 3 } }),
          way('again', 'end'),
        ],
      },
      rules,
    );

    expect(fragment.notes).toHaveLength(2);
    expect(present(runThrough(fragment.definition).simulation!).context).toMatchObject({
      stage: { name: 'first' },
    });
    expect(circle.definition.steps.map(({ type }) => type)).toContain('WAIT_FOR_TIMER');
    expect(circle.notes).toHaveLength(1);
  });
});

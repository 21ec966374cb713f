import fc from 'fast-check';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Definition, Transition } from '@/lib/engine/definition/schema';
import type { AutomatedStep, Outcome, Step, UserTaskStep } from '@/lib/engine/definition/step-schema';
import type { Environment } from '@/lib/engine/decide/contract';
import type { JsonObject } from '@/lib/engine/json';

/**
 * Random definitions that can be published and executed: START, then steps in a chain (USER_TASK, AUTOMATED, DECISION),
 * one or two ENDs. Every step has a way forward, so every step is reachable and can reach an END; ways back begin at tasks
 * only, so no loop is automatic. Some conditions fail to evaluate for some inputs, on purpose.
 */
export function runnableDefinition(): fc.Arbitrary<Definition> {
  return fc.array(stepPlan, { minLength: 1, maxLength: 7 }).map((plans) => {
    const keys = plans.map((plan, index) => `${plan.kind}_${index}`);
    const place = (index: number): string => keys[index] ?? 'done';
    const steps = plans.map((plan, index) => stepOf(plan, keys[index] as string));
    const transitions = plans.flatMap((plan, index) => waysOut(plan, index, place));
    return {
      key: 'random',
      name: 'Random',
      subject: { type: 'thing' },
      input: inputSchema,
      startableBy: ['employee'],
      maxAge: 'P30D',
      steps: [
        { key: 'start', type: 'START' },
        ...steps,
        { key: 'done', type: 'END', outcome: 'done' },
        ...(transitions.some(({ to }) => to === 'stopped') ? [stopped] : []),
      ],
      transitions: [{ key: 'begin', from: 'start', to: place(0) }, ...transitions],
    } satisfies Definition;
  });
}

/** Inputs that fit a runnable definition's schema. */
export function runnableInput(): fc.Arbitrary<JsonObject> {
  return fc
    .record({
      amount: fc.integer({ min: 0, max: 1_000 }),
      kind: fc.constantFrom('small', 'large'),
      urgent: fc.boolean(),
      level: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
    })
    .map(({ level, ...input }) => (level === undefined ? input : { ...input, level }));
}

/** The rules that runnable definitions read. */
export const runnableRules: Environment['rules'] = {
  random_limit: { value: 500, version: 'rule-version-1' },
};

/** The functions that runnable definitions execute; a runtime has to register both. */
export const runnableFunctions = ['random_work', 'random_other_work'] as const;

const stopped: Step = { key: 'stopped', type: 'END', outcome: 'stopped' };

const inputSchema: JsonObject = {
  type: 'object',
  properties: {
    amount: { type: 'integer' },
    kind: { type: 'string', enum: ['small', 'large'] },
    urgent: { type: 'boolean' },
    /** Often missing: comparing it is an evaluation error then. */
    level: { type: 'integer' },
  },
  required: ['amount', 'kind', 'urgent'],
};

const condition = fc.constantFrom(
  'context.amount > 300',
  'context.amount <= rules.random_limit',
  'context.kind == "large"',
  'context.urgent == true',
  'context.level > 4',
  'context.level == null',
);

type ActivityPlan = {
  readonly type: 'set' | 'work' | 'external' | 'emit';
  readonly async: boolean;
  readonly when: string | null;
  readonly attempts: number;
  readonly mapped: boolean;
};
type StepPlan = {
  readonly kind: 'task' | 'work' | 'choice';
  readonly activities: readonly ActivityPlan[];
  readonly onFailure: 'needs_attention' | 'fail' | null;
  readonly onError: 'code' | 'any' | 'none';
  readonly conditions: readonly string[];
  readonly back: number;
  readonly jump: number;
  readonly required: number;
  readonly veto: boolean;
  readonly form: boolean;
  readonly reason: 'none' | 'optional' | 'required';
};

const stepPlan: fc.Arbitrary<StepPlan> = fc.record({
  kind: fc.constantFrom('task', 'work', 'choice'),
  activities: fc.array(
    fc.record({
      type: fc.constantFrom('set', 'work', 'work', 'external', 'emit'),
      async: fc.boolean(),
      when: fc.option(condition, { nil: null, freq: 3 }),
      attempts: fc.integer({ min: 1, max: 3 }),
      mapped: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  onFailure: fc.constantFrom('needs_attention', 'fail', null),
  onError: fc.constantFrom('code', 'any', 'none'),
  conditions: fc.array(condition, { maxLength: 2 }),
  back: fc.nat({ max: 7 }),
  jump: fc.integer({ min: 1, max: 4 }),
  required: fc.constantFrom(1, 1, 2, 3),
  veto: fc.boolean(),
  form: fc.boolean(),
  reason: fc.constantFrom('none', 'optional', 'required'),
});

function stepOf(plan: StepPlan, key: string): Step {
  if (plan.kind === 'choice') return { key, type: 'DECISION' };
  return plan.kind === 'task' ? taskStep(plan, key) : workStep(plan, key);
}

function taskStep(plan: StepPlan, key: string): UserTaskStep {
  const outcomes: Outcome[] = [
    { key: 'approve', name: 'Approve', kind: 'positive', reason: 'optional' },
    { key: 'reject', name: 'Reject', kind: 'negative', reason: plan.reason },
    { key: 'return', name: 'Send back', kind: 'neutral' },
  ];
  return {
    key,
    type: 'USER_TASK',
    title: `Look at {{ context.kind }} in ${key}`,
    outcomes,
    who: { roles: ['approver'] },
    facts: [{ label: 'Amount', value: 'context.amount', format: 'number' }],
    ...(plan.required > 1 ? { approvals: { required: plan.required, of: 3, veto: plan.veto } } : {}),
    ...(plan.form ? { form: formOf() } : {}),
    due: { in: 'P3D' },
  };
}

function formOf(): NonNullable<UserTaskStep['form']> {
  const properties: JsonObject = { note: { type: 'string' }, amount: { type: 'integer' } };
  return { schema: { type: 'object', properties }, writeTo: { amount: 'amount' } };
}

function workStep(plan: StepPlan, key: string): AutomatedStep {
  return {
    key,
    type: 'AUTOMATED',
    activities: plan.activities.map((activity, index) => activityOf(activity, `${key}_${index}`)),
    ...(plan.onFailure === null ? {} : { onFailure: plan.onFailure }),
  };
}

function activityOf(plan: ActivityPlan, key: string): Activity {
  const when = plan.when === null ? {} : { when: plan.when };
  if (plan.type === 'set') {
    return { key, type: 'SET_CONTEXT', settings: { set: { amount: 'context.amount + 1' } }, ...when };
  }
  if (plan.type === 'emit') {
    const data: JsonObject = plan.mapped
      ? { amount: '{{ context.amount }}' }
      : { level: '{{ context.level + 1 }}' };
    return { key, type: 'EMIT_EVENT', settings: { event: 'random.emitted', data }, ...when };
  }
  return {
    key,
    ...(plan.type === 'external'
      ? ({
          type: 'EXTERNAL',
          settings: { topic: 'random_topic', input: { amount: 'context.amount' } },
        } as const)
      : ({
          type: 'EXECUTE_FUNCTION',
          settings: { function: plan.async ? runnableFunctions[1] : runnableFunctions[0] },
        } as const)),
    async: plan.async,
    retry: { maxAttempts: plan.attempts, firstDelay: 'PT1S', stopOn: ['http_404'] },
    ...when,
    ...(plan.mapped ? { output: { answer: 'result.answer' } } : {}),
    outputSchema: { type: 'object', properties: { answer: { type: 'integer' } } },
  };
}

function waysOut(plan: StepPlan, index: number, place: (index: number) => string): Transition[] {
  const from = `${plan.kind}_${index}`;
  const go = (name: string, to: string, more: Partial<Transition> = {}): Transition => ({
    key: `${from}_${name}`,
    from,
    to,
    ...more,
  });
  const conditional = plan.conditions.map((when, number) =>
    go(`when_${number}`, place(index + plan.jump), { when, priority: 10 - number }),
  );
  switch (plan.kind) {
    case 'choice':
      return [...conditional, go('else', place(index + 1), { default: true })];
    case 'task':
      return [
        go('approve', place(index + 1), { on: { outcome: 'approve' } }),
        go('reject', 'stopped', { on: { outcome: 'reject' } }),
        go('return', place(Math.min(plan.back, index)), { on: { outcome: 'return' } }),
      ];
    case 'work': {
      const on: Record<StepPlan['onError'], Transition[]> = {
        code: [go('error', 'stopped', { on: { error: 'http_404' } })],
        any: [go('error', place(index + 2), { on: { error: true } })],
        none: [],
      };
      return [...conditional, go('next', place(index + 1), { default: true }), ...on[plan.onError]];
    }
  }
}

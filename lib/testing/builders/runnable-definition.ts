import fc from 'fast-check';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Definition, Transition } from '@/lib/engine/definition/schema';
import type {
  AutomatedStep,
  JoinStep,
  Outcome,
  Rung,
  SignalStep,
  Step,
  TimerStep,
  UserTaskStep,
} from '@/lib/engine/definition/step-schema';
import type { Environment } from '@/lib/engine/decide/contract';
import type { JsonObject } from '@/lib/engine/json';

/**
 * Random definitions that can be published and executed: START, then steps in a chain (USER_TASK, AUTOMATED, DECISION,
 * WAIT_FOR_TIMER, WAIT_FOR_SIGNAL, COMPENSATE, and forks whose branches are such chains again), one or two ENDs. Tasks have
 * deadlines and ages, waits can be interrupted by a signal, some activities have compensations. Every step has a way forward,
 * so every step is reachable and can reach an END; ways back begin at tasks
 * only, so no loop is automatic. Some conditions fail to evaluate for some inputs, on purpose.
 */
export function runnableDefinition(): fc.Arbitrary<Definition> {
  const plan = fc.tuple(fc.array(stepPlan(0), { minLength: 1, maxLength: 7 }), fc.boolean());
  return plan.map(([plans, completes]) => {
    const { first, steps, transitions, compensations } = chain(plans, '', 'done');
    return {
      key: 'random',
      name: 'Random',
      subject: { type: 'thing' },
      input: inputSchema,
      startableBy: ['employee'],
      maxAge: 'P30D',
      ...(completes ? { afterCompensation: 'completed' } : {}),
      ...(compensations.length > 0 ? { compensations } : {}),
      steps: [
        { key: 'start', type: 'START' },
        ...steps,
        { key: 'done', type: 'END', outcome: 'done' },
        ...(transitions.some(({ to }) => to === 'stopped') ? [stopped] : []),
      ],
      transitions: [{ key: 'begin', from: 'start', to: first }, ...transitions],
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
  readonly undo: 'none' | 'set' | 'sync' | 'async' | 'irreversible';
};
type StepPlan = {
  readonly kind: 'task' | 'work' | 'choice' | 'undo' | 'timer' | 'signal' | 'fork';
  readonly branches: readonly (readonly StepPlan[])[];
  readonly mode: 'all' | 'matching';
  readonly join: JoinStep['mode'];
  readonly activities: readonly ActivityPlan[];
  readonly onFailure: 'needs_attention' | 'fail' | 'compensate' | null;
  readonly onError: 'code' | 'any' | 'none';
  readonly conditions: readonly string[];
  readonly back: number;
  readonly jump: number;
  readonly required: number;
  readonly veto: boolean;
  readonly form: boolean;
  readonly reason: 'none' | 'optional' | 'required';
  /** What happens when its deadline passes. */
  readonly late: Rung['action'] | null;
  readonly aged: boolean;
  readonly interruptible: boolean;
  readonly timer: TimerStep['timer'];
};

/** Forks stand in each other no deeper than this. */
const deepest = 2;

const stepPlan = (depth: number): fc.Arbitrary<StepPlan> =>
  fc.record({
    kind:
      depth < deepest
        ? fc.constantFrom(
            'task',
            'task',
            'work',
            'work',
            'work',
            'choice',
            'undo',
            'timer',
            'signal',
            'fork',
            'fork',
          )
        : fc.constantFrom('task', 'work', 'work', 'choice', 'undo', 'timer', 'signal'),
    branches:
      depth < deepest
        ? fc.array(fc.array(stepPlan(depth + 1), { maxLength: 2 }), { minLength: 1, maxLength: 3 })
        : fc.constant([]),
    mode: fc.constantFrom('all', 'matching'),
    join: fc.constantFrom<StepPlan['join'][]>(undefined, 'all', 'any', { n: 1 }, { n: 2 }, { n: 4 }),
    activities: fc.array(
      fc.record({
        type: fc.constantFrom('set', 'work', 'work', 'external', 'emit'),
        async: fc.boolean(),
        when: fc.option(condition, { nil: null, freq: 3 }),
        attempts: fc.integer({ min: 1, max: 3 }),
        mapped: fc.boolean(),
        undo: fc.constantFrom('none', 'none', 'set', 'sync', 'async', 'irreversible'),
      }),
      { maxLength: 3 },
    ),
    onFailure: fc.constantFrom('needs_attention', 'fail', 'compensate', 'compensate', null),
    onError: fc.constantFrom('code', 'any', 'none'),
    conditions: fc.array(condition, { maxLength: 2 }),
    back: fc.nat({ max: 7 }),
    jump: fc.integer({ min: 1, max: 4 }),
    required: fc.constantFrom(1, 1, 2, 3),
    veto: fc.boolean(),
    form: fc.boolean(),
    reason: fc.constantFrom('none', 'optional', 'required'),
    late: fc.constantFrom('remind', 'reassign', 'escalate', 'transition', null),
    aged: fc.boolean(),
    interruptible: fc.boolean(),
    timer: fc.constantFrom(
      { duration: 'PT1M' },
      { until: '"2026-03-02T09:01:00Z"' },
      { cron: '*/5 * * * *', timeZone: 'Europe/Berlin' },
    ),
  });

type Chain = {
  readonly first: string;
  readonly steps: Step[];
  readonly transitions: Transition[];
  readonly compensations: Activity[];
};

/** Steps one after the other that lead to `exit`; their keys begin with `prefix`. */
function chain(plans: readonly StepPlan[], prefix: string, exit: string): Chain {
  const keys = plans.map((plan, index) => `${prefix}${plan.kind}_${index}`);
  const place = (index: number): string => keys[index] ?? exit;
  const parts = plans.map((plan, index) =>
    plan.kind === 'fork'
      ? forkOf(plan, place(index), place(index + 1))
      : {
          steps: [stepOf(plan, place(index))],
          transitions: waysOut(plan, index, place),
          compensations: compensationsOf(plan, place(index)),
        },
  );
  return {
    first: place(0),
    steps: parts.flatMap(({ steps }) => steps),
    transitions: parts.flatMap(({ transitions }) => transitions),
    compensations: parts.flatMap(({ compensations }) => compensations),
  };
}

/** A fork, its branches and its join. The last branch has no condition, so that one opens whatever the input. */
function forkOf(plan: StepPlan, key: string, next: string): Omit<Chain, 'first'> {
  const join = `${key}_joined`;
  const branches = plan.branches.map((inner, number) => chain(inner, `${key}_${number}_`, join));
  const ways = branches.map(({ first }, number): Transition => {
    const way = { key: `${key}_to_${number}`, from: key, to: first };
    const when = plan.conditions[number];
    if (plan.mode === 'all') return way;
    if (number === branches.length - 1) return { ...way, default: true };
    return when === undefined ? way : { ...way, when };
  });
  return {
    steps: [
      { key, type: 'PARALLEL_FORK', mode: plan.mode },
      ...branches.flatMap(({ steps }) => steps),
      {
        key: join,
        type: 'PARALLEL_JOIN',
        fork: key,
        ...(plan.join === undefined ? {} : { mode: plan.join }),
      },
    ],
    transitions: [
      ...ways,
      ...branches.flatMap(({ transitions }) => transitions),
      { key: `${join}_next`, from: join, to: next },
    ],
    compensations: branches.flatMap(({ compensations }) => compensations),
  };
}

function stepOf(plan: StepPlan, key: string): Step {
  if (plan.kind === 'choice') return { key, type: 'DECISION' };
  if (plan.kind === 'undo') return { key, type: 'COMPENSATE' };
  if (plan.kind === 'timer') return { key, type: 'WAIT_FOR_TIMER', timer: plan.timer };
  if (plan.kind === 'signal') return signalStep(plan, key);
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
    due: { in: 'PT2M', ladder: ladderOf(plan) },
    ...agedBy(plan),
  };
}

/** The signals that runnable definitions may wait for. */
export const runnableSignals = ['news', 'stop'] as const;

function signalStep(plan: StepPlan, key: string): SignalStep {
  const payload: JsonObject = { type: 'object', properties: { amount: { type: 'integer' } } };
  return { key, type: 'WAIT_FOR_SIGNAL', signal: 'news', payload, ...agedBy(plan), due: { in: 'PT30S' } };
}

function agedBy({ aged }: StepPlan) {
  return aged ? { maxAge: 'PT3M' } : {};
}

function ladderOf({ late }: StepPlan): Rung[] {
  if (late === null) return [];
  const to = late === 'reassign' || late === 'escalate' ? { to: { role: 'approver' } } : {};
  return [
    { key: 'soon', at: '-PT30S', action: 'remind' },
    { key: 'late', at: 'PT0S', action: late, ...to },
  ];
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
    ...undoneBy(plan, key),
    outputSchema: { type: 'object', properties: { answer: { type: 'integer' } } },
  };
}

function undoneBy({ undo }: ActivityPlan, key: string): Pick<Activity, 'compensation' | 'irreversible'> {
  if (undo === 'none') return {};
  return undo === 'irreversible' ? { irreversible: true } : { compensation: `undo_${key}` };
}

function compensationsOf({ kind, activities }: StepPlan, step: string): Activity[] {
  if (kind !== 'work') return [];
  return activities.flatMap(({ type, undo, attempts }, index): Activity[] => {
    const key = `undo_${step}_${index}`;
    if (type === 'set' || type === 'emit' || undo === 'none' || undo === 'irreversible') return [];
    if (undo === 'set')
      return [
        {
          key,
          type: 'SET_CONTEXT',
          settings: { set: { level: 'context.level == null ? 1 : context.level' } },
        },
      ];
    const settings = { function: runnableFunctions[undo === 'async' ? 1 : 0] };
    const retry = { maxAttempts: attempts, firstDelay: 'PT1S' };
    return [{ key, type: 'EXECUTE_FUNCTION', settings, async: undo === 'async', retry }];
  });
}

function waysOut(plan: StepPlan, index: number, place: (index: number) => string): Transition[] {
  const from = place(index);
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
    case 'timer':
      return [go('next', place(index + 1)), ...interrupted(plan, go)];
    case 'signal':
      return [
        go('next', place(index + 1), { default: true }),
        go('some', place(index + plan.jump), { when: 'signal.amount > 3' }),
        ...interrupted(plan, go),
      ];
    case 'task':
      return [
        ...interrupted(plan, go),
        ...(plan.late === 'transition' ? [go('late', place(index + 1), { on: { deadline: 'late' } })] : []),
        go('approve', place(index + 1), { on: { outcome: 'approve' } }),
        go('reject', 'stopped', { on: { outcome: 'reject' } }),
        go('return', place(Math.min(plan.back, index)), { on: { outcome: 'return' } }),
      ];
    case 'undo':
      return [go('undone', place(index + 1))];
    case 'fork':
      return [];
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

type Go = (name: string, to: string, more?: Partial<Transition>) => Transition;

/** The ways out of a waiting step besides its own: a signal, and its age. */
function interrupted(plan: StepPlan, go: Go): Transition[] {
  return plan.interruptible
    ? [
        go('stop', 'stopped', { on: { signal: 'stop' } }),
        ...(plan.aged ? [go('aged', 'stopped', { on: { deadline: 'maxAge' } })] : []),
      ]
    : [];
}

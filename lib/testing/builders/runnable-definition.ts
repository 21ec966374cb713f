import fc from 'fast-check';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Definition, Transition } from '@/lib/engine/definition/schema';
import type { Step } from '@/lib/engine/definition/step-schema';
import type { Environment } from '@/lib/engine/decide/contract';
import type { JsonObject } from '@/lib/engine/json';
import { type StepPlan, stepPlan } from './runnable-plan';
import { compensationsOf, stepOf, underwayOf } from './runnable-steps';

/**
 * Random definitions that can be published and executed: START, then steps in a chain (USER_TASK, AUTOMATED, DECISION,
 * WAIT_FOR_TIMER, WAIT_FOR_SIGNAL, WAIT_FOR_FILE, SUB_WORKFLOW, COMPENSATE, and forks whose branches are such chains again), one or two ENDs. Tasks have
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
          transitions: withWork(waysOut(plan, index, place), underwayOf(plan, place(index))),
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
      ...withWork(ways, underwayOf(plan, key)),
      ...branches.flatMap(({ transitions }) => transitions),
      { key: `${join}_next`, from: join, to: next },
    ],
    compensations: [...compensationsOf(plan, key), ...branches.flatMap(({ compensations }) => compensations)],
  };
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
    case 'file':
      return [go('next', place(index + 1)), ...interrupted(plan, go)];
    case 'signal':
      return [
        go('next', place(index + 1), { default: true }),
        go('some', place(index + plan.jump), { when: 'signal.amount > 3' }),
        ...interrupted(plan, go),
      ];
    case 'children':
      return [
        go('next', place(index + 1)),
        ...(plan.onError === 'code' ? [go('failed', 'stopped', { on: 'childFailed' })] : []),
        ...(plan.onError === 'any' ? [go('error', place(index + 2), { on: { error: true } })] : []),
        ...interrupted(plan, go),
      ];
    case 'task':
      return [
        ...interrupted(plan, go),
        ...(plan.late === 'transition' ? [go('late', place(index + 1), { on: { deadline: 'late' } })] : []),
        go('approve', place(index + 1), { on: { outcome: 'approve' } }),
        go('reject', 'stopped', { on: { outcome: 'reject' } }),
        go('return', place(Math.min(plan.back, index)), { on: { outcome: 'return' } }),
        go('by_hand', place(index + 1), { on: 'repair' }),
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
      return [
        ...conditional,
        go('next', place(index + 1), { default: true }),
        go('by_hand', place(index + 1), { on: 'repair' }),
        ...on[plan.onError],
        // Work has no age of its own.
        ...interrupted({ ...plan, aged: false }, go),
      ];
    }
  }
}

/** The first way out with activities on it. */
function withWork([first, ...others]: Transition[], activities: Activity[]): Transition[] {
  if (!first) return [];
  return [activities.length > 0 ? { ...first, activities } : first, ...others];
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

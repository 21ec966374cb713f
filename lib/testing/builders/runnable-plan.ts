import fc from 'fast-check';
import type { JoinStep, Rung, SubWorkflowStep, TimerStep } from '@/lib/engine/definition/step-schema';

const condition = fc.constantFrom(
  'context.amount > 300',
  'context.amount <= rules.random_limit',
  'context.kind == "large"',
  'context.urgent == true',
  'context.level > 4',
  'context.level == null',
);

/** One activity of a random step. */
export type ActivityPlan = {
  readonly type: 'set' | 'work' | 'external' | 'emit';
  readonly async: boolean;
  /** It, and what undoes it, need a place at a resource. */
  readonly resource: boolean;
  readonly when: string | null;
  readonly attempts: number;
  readonly mapped: boolean;
  readonly undo: 'none' | 'set' | 'sync' | 'async' | 'irreversible';
};
/** One step of a random definition before it has its key and its neighbours. */
export type StepPlan = {
  readonly kind: 'task' | 'work' | 'choice' | 'undo' | 'timer' | 'signal' | 'file' | 'children' | 'fork';
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
  /** Activities on its first way out. */
  readonly underway: readonly ActivityPlan[];
  readonly timer: TimerStep['timer'];
  /** Whether it starts one child or a list of them, and for how many of these it waits. */
  readonly forEach: SubWorkflowStep['forEach'];
};

const activityPlan: fc.Arbitrary<ActivityPlan> = fc.record({
  type: fc.constantFrom('set', 'work', 'work', 'external', 'emit'),
  async: fc.boolean(),
  resource: fc.boolean(),
  when: fc.option(condition, { nil: null, freq: 3 }),
  attempts: fc.integer({ min: 1, max: 3 }),
  mapped: fc.boolean(),
  undo: fc.constantFrom('none', 'none', 'set', 'sync', 'async', 'irreversible'),
});

/** Forks stand in each other no deeper than this. */
const deepest = 2;

/** @param depth how many forks stand around it */
export const stepPlan = (depth: number): fc.Arbitrary<StepPlan> =>
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
            'file',
            'children',
            'fork',
            'fork',
          )
        : fc.constantFrom('task', 'work', 'work', 'choice', 'undo', 'timer', 'signal', 'file', 'children'),
    branches:
      depth < deepest
        ? fc.array(fc.array(stepPlan(depth + 1), { maxLength: 2 }), { minLength: 1, maxLength: 3 })
        : fc.constant([]),
    mode: fc.constantFrom('all', 'matching'),
    join: fc.constantFrom<StepPlan['join'][]>(undefined, 'all', 'any', { n: 1 }, { n: 2 }, { n: 4 }),
    activities: fc.array(activityPlan, { maxLength: 3 }),
    underway: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      fc.array(activityPlan, { minLength: 1, maxLength: 2 }),
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
    forEach: fc.constantFrom<StepPlan['forEach'][]>(
      undefined,
      undefined,
      { items: '[1, 2, 3]' },
      { items: 'context.amount > 300 ? [1, 2] : []', as: 'part', wait: 'any' },
      { items: 'context.level > 4 ? [1] : [1, 2, 3]', wait: { n: 2 } },
    ),
    timer: fc.constantFrom(
      { duration: 'PT1M' },
      { until: '"2026-03-02T09:01:00Z"' },
      { cron: '*/5 * * * *', timeZone: 'Europe/Berlin' },
    ),
  });

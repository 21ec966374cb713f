import { declaredFields } from '@/lib/engine/conditions/declared';
import type { Definition, Transition } from '@/lib/engine/definition/schema';
import type { JoinStep, Step } from '@/lib/engine/definition/step-schema';

/** A definition with what is looked up in it again and again. */
export type Compiled = {
  readonly definition: Definition;
  readonly steps: ReadonlyMap<string, Step>;
  /** Ways out of a step in the order in which they are tried: priority high first, then key. Repairs are none. */
  readonly waysOut: ReadonlyMap<string, readonly Transition[]>;
  /** Where staff may move what stands in a step, and by which transition. */
  readonly repairs: ReadonlyMap<string, readonly Transition[]>;
  /** The join of each fork. */
  readonly joins: ReadonlyMap<string, JoinStep>;
  readonly declared: ReturnType<typeof declaredFields>;
};

const known = new WeakMap<Definition, Compiled>();

/** The compiled definition; made once for each definition object, which nobody may change afterwards. */
export function compile(definition: Definition): Compiled {
  const before = known.get(definition);
  if (before) return before;
  const compiled: Compiled = {
    definition,
    steps: new Map(definition.steps.map((step) => [step.key, step])),
    waysOut: waysOut(definition.transitions.filter(({ on }) => on !== 'repair')),
    repairs: waysOut(definition.transitions.filter(({ on }) => on === 'repair')),
    joins: new Map(
      definition.steps.filter((step) => step.type === 'PARALLEL_JOIN').map((join) => [join.fork, join]),
    ),
    declared: declaredFields(definition),
  };
  known.set(definition, compiled);
  return compiled;
}

function waysOut(transitions: readonly Transition[]): Map<string, Transition[]> {
  const byStep = new Map<string, Transition[]>();
  for (const transition of [...transitions].sort(inOrder)) {
    const others = byStep.get(transition.from);
    if (others) others.push(transition);
    else byStep.set(transition.from, [transition]);
  }
  return byStep;
}

function inOrder(left: Transition, right: Transition): number {
  const byPriority = (right.priority ?? 0) - (left.priority ?? 0);
  if (byPriority !== 0) return byPriority;
  return left.key < right.key ? -1 : 1;
}

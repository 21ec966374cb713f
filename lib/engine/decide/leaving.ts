import type { Transition } from '@/lib/engine/definition/schema';
import type { Leaving, Stay } from '@/lib/engine/snapshot';
import type { Draft } from './draft';
import { type TakenWay, reasonsOf } from './transitions-out';
import type { Way } from './way';
import { workInOrder } from './work-in-order';

/** True when activities of the transition have to run before it is taken. */
export function hasWorkToDo({ leaving }: Stay, { key, activities }: Transition): boolean {
  return leaving?.transition !== key && (activities ?? []).length > 0;
}

/**
 * The way out of a step is chosen, and the activities of its transition come first. From here on nothing else takes the step
 * anywhere: its deadlines are over, and a signal does not interrupt it any more.
 */
export function beginLeaving(draft: Draft, stay: Stay, way: TakenWay): void {
  draft.wake();
  draft.note('TRANSITION_BEGUN', 'transition', way.transition.key, {
    data: { stay: stay.key, ...reasonsOf(draft, way) },
    branch: stay.branch,
  });
}

/**
 * Runs the activities of the transition by which a step is being left, then takes it. One that fails for good takes an `error`
 * transition of the step, once; else what an AUTOMATED step says of failures; else a person decides.
 */
export function workOnLeaving(draft: Draft, stay: Stay, leaving: Leaving): Way {
  const { definition, steps } = draft.compiled;
  const transition = definition.transitions.find(({ key }) => key === leaving.transition);
  if (!transition) throw new Error(`Definition ${definition.key} has no transition ${leaving.transition}.`);
  const step = steps.get(stay.step);
  const way = workInOrder(draft, stay, {
    activities: transition.activities ?? [],
    onFailure: step?.type === 'AUTOMATED' ? step.onFailure : undefined,
    errorWaysOut: !isErrorWay(transition),
  });
  if (way !== 'done') return way;
  return {
    kind: 'leaves',
    choice: { kind: 'taken', transition, byDefault: leaving.default, reads: leaving.reads },
  };
}

function isErrorWay({ on }: Transition): boolean {
  return typeof on === 'object' && 'error' in on;
}

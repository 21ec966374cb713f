import type { Trigger } from '@/lib/engine/definition/schema';
import type { Stay } from '@/lib/engine/snapshot';
import type { Draft } from './draft';
import type { Cause } from './scope';
import { type Choice, type TakenWay, chooseWayOut } from './transitions-out';

/**
 * What working on a step came to: it is left by a transition; its line has moved by itself and all lines are to be looked
 * at again; or it rests (waits, runs, ended, needs attention).
 */
export type Way =
  | { readonly kind: 'leaves'; readonly choice: TakenWay }
  | { readonly kind: 'moved' }
  | { readonly kind: 'rests' };

export const rests: Way = { kind: 'rests' };
export const moved: Way = { kind: 'moved' };

/** The way out of a step that a trigger takes; an incident where there is none or a condition cannot be evaluated. */
export function leaveBy(draft: Draft, stay: Stay, trigger: Trigger, cause: Cause = {}): Way {
  return leaveByChoice(draft, stay, chooseWayOut(draft, stay, trigger, cause));
}

/** The way out by what was chosen; an incident where nothing could be. */
export function leaveByChoice(draft: Draft, stay: Stay, choice: Choice): Way {
  return choice.kind === 'taken' ? { kind: 'leaves', choice } : fails(draft, stay, choice);
}

/** The incident of a step that has found no way out. */
export function fails(draft: Draft, stay: Stay, choice: Exclude<Choice, TakenWay>): Way {
  const code = choice.kind === 'failed' ? 'condition_failed' : 'no_transition';
  draft.incident(stay.key, stay.step, code, choice.message);
  return rests;
}

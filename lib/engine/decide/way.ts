import type { Trigger } from '@/lib/engine/definition/schema';
import type { Stay } from '@/lib/engine/snapshot';
import type { Draft } from './draft';
import type { Cause } from './scope';
import { type Choice, chooseWayOut } from './transitions-out';

/** What working on a step came to: it is left by a transition, or it rests (waits, runs, ended, needs attention). */
export type Way =
  | { readonly kind: 'leaves'; readonly choice: Extract<Choice, { kind: 'taken' }> }
  | { readonly kind: 'rests' };

export const rests: Way = { kind: 'rests' };

/** The way out of a step that a trigger takes; an incident where there is none or a condition cannot be evaluated. */
export function leaveBy(draft: Draft, stay: Stay, trigger: Trigger, cause: Cause = {}): Way {
  return leaveByChoice(draft, stay, chooseWayOut(draft, stay, trigger, cause));
}

/** The way out by what was chosen; an incident where nothing could be. */
export function leaveByChoice(draft: Draft, stay: Stay, choice: Choice): Way {
  if (choice.kind === 'taken') return { kind: 'leaves', choice };
  const code = choice.kind === 'failed' ? 'condition_failed' : 'no_transition';
  draft.incident(stay.key, stay.step, code, choice.message);
  return rests;
}

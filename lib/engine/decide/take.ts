import type { DataOf } from '@/lib/engine/event-data';
import type { Stay } from '@/lib/engine/snapshot';
import { arrive, joinOf } from './branches';
import type { Draft } from './draft';
import { enter } from './enter';
import { beginLeaving, hasWorkToDo } from './leaving';
import { type TakenWay, reasonsOf } from './transitions-out';

/**
 * Takes the chosen transition: leaves the step, moves the state, and enters the next step, or arrives at its fork's join. One
 * with activities is begun, and taken when they have ended well.
 */
export function take(draft: Draft, stay: Stay, way: TakenWay): void {
  const { transition } = way;
  const { branch } = stay;
  if (hasWorkToDo(stay, transition)) return beginLeaving(draft, stay, way);
  draft.wake();
  draft.moves += 1;
  draft.note('STEP_EXITED', 'step', stay.key, { data: {}, branch });
  draft.state('TRANSITION_TAKEN', transition.key, transition.from, transition.to, {
    data: whyTaken(draft, stay, way),
    branch,
  });
  if (joinOf(draft, branch)?.key === transition.to) arrive(draft, branch, transition.to);
  else enter(draft, branch, transition.to);
}

/** The reasons are those of the moment of choosing, although its activities may have taken days since. */
function whyTaken(draft: Draft, { leaving }: Stay, way: TakenWay): DataOf<'TRANSITION_TAKEN'> {
  if (leaving?.transition !== way.transition.key) return reasonsOf(draft, way);
  const { trigger, condition, default: byDefault, reads, rules } = leaving;
  return { trigger, condition, default: byDefault, reads, rules };
}

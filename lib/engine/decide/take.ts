import type { Stay } from '@/lib/engine/snapshot';
import { arrive, joinOf } from './branches';
import type { Draft } from './draft';
import { enter } from './enter';
import { type TakenWay, reasonsOf } from './transitions-out';

/** Takes the chosen transition: leaves the step, moves the state, and enters the next step, or arrives at its fork's join. */
export function take(draft: Draft, stay: Stay, way: TakenWay): void {
  const { transition } = way;
  const { branch } = stay;
  draft.wake();
  draft.moves += 1;
  draft.note('STEP_EXITED', 'step', stay.key, { data: {}, branch });
  draft.state('TRANSITION_TAKEN', transition.key, transition.from, transition.to, {
    data: reasonsOf(draft, way),
    branch,
  });
  if (joinOf(draft, branch)?.key === transition.to) arrive(draft, branch, transition.to);
  else enter(draft, branch, transition.to);
}

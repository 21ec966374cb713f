import type { AutomatedStep } from '@/lib/engine/definition/step-schema';
import type { Stay } from '@/lib/engine/snapshot';
import type { Draft } from './draft';
import { type Way, leaveBy } from './way';
import { workInOrder } from './work-in-order';

/** An AUTOMATED step runs its activities in order and is left when all have ended well. */
export function workOnAutomated(draft: Draft, stay: Stay, step: AutomatedStep): Way {
  const { activities, onFailure } = step;
  const way = workInOrder(draft, stay, { activities, onFailure, errorWaysOut: true });
  return way === 'done' ? leaveBy(draft, stay, 'completion') : way;
}

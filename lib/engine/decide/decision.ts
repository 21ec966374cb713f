import type { Stay } from '@/lib/engine/snapshot';
import type { Draft } from './draft';
import { type Way, leaveBy } from './way';

/**
 * START and DECISION do nothing themselves: they are left at once, by the first condition that is true. So is a PARALLEL_JOIN:
 * its branches end before it, and the line that enters it is the one that forked.
 */
export function workOnDecision(draft: Draft, stay: Stay): Way {
  return leaveBy(draft, stay, 'completion');
}

import type { EventRow } from '@/lib/instances/schema';
import type { Entry } from './entry';

/** Events that only follow from something else: they belong to the line that is there. */
export const consequences: ReadonlySet<string> = new Set([
  'WORKFLOW_VALIDATED',
  'WORKFLOW_SCHEDULED',
  'WORKFLOW_STARTED',
  'WORKFLOW_CONTINUED',
  'WORKFLOW_WAITING',
  'STEP_ENTERED',
  'STEP_EXITED',
  'TRANSITION_BEGUN',
  'BRANCH_MIGRATED',
  'BRANCH_ARRIVED',
  'BRANCH_ENDED',
  'BRANCH_CANCELLED',
  'BRANCHES_JOINED',
  'TIMERS_SET',
  'SIGNAL_AWAITED',
  'SIGNAL_CONSUMED',
]);

/** True for what happens to a task or a child because a deadline passed, a signal or a file came or the instance is being ended: it is part of that line. */
export function isPartOf(entry: Entry | undefined, event: EventRow): boolean {
  switch (entry?.headline.kind) {
    case 'deadline':
    case 'signal':
    case 'file':
      return entry.events.at(-1)?.occurredAt === event.occurredAt;
    case 'compensating':
    case 'cancelling':
      return entry.at === event.occurredAt;
    default:
      return false;
  }
}

import type { EventRow } from '@/lib/instances/schema';
import type { Entry } from './entry';

/** True for what happens to a task because a deadline passed, a signal or a file came or the instance is being ended: it is part of that line. */
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

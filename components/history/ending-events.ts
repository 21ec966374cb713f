import type { EventRow } from '@/lib/instances/schema';
import type { Headline } from './entry';
import { dataOf, textOf } from './event-values';

/** What an event says of an instance that ends otherwise than by reaching an END, or goes on by another version; null for others. */
export function endingHeadline(event: EventRow): Headline | null {
  switch (event.type) {
    case 'WORKFLOW_CANCELLING':
      return { kind: 'cancelling' };
    case 'WORKFLOW_CANCELLED':
      // Who asked for it stands in the line above, where what was asked for had to wait.
      return { kind: textOf(dataOf(event), 'mode') === 'immediate' ? 'cancelled' : 'cancelled_then' };
    case 'WORKFLOW_REVERSED':
      return { kind: 'reversed' };
    case 'WORKFLOW_COMPENSATING':
      if (event.from !== 'compensation_failed') return { kind: 'compensating' };
      return { kind: textOf(dataOf(event), 'resolution') === 'skipped' ? 'skipped' : 'retried' };
    case 'WORKFLOW_MIGRATED': {
      const { from, version } = dataOf(event);
      return { kind: 'migrated', from: Number(from), version: Number(version) };
    }
    default:
      return null;
  }
}

/** True when the events of one transaction cancel an instance and nothing else: one line tells it all. */
export function isCancellationAlone(group: readonly EventRow[]): boolean {
  const types = group.map(({ type }) => type);
  return (
    types.includes('WORKFLOW_CANCELLED') &&
    !types.some((type) => type === 'ACTIVITY_COMPLETED' || type === 'ACTIVITY_FAILED')
  );
}

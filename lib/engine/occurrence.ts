import type { PlannedEvent } from './event';
import type { DataOf } from './event-data';
import type { EventType } from './lifecycle';

/** What `apply` reads of an event; a `HistoryEvent` is one, and so is a planned event with the instant of its plan. */
export type Occurrence = Pick<
  PlannedEvent,
  'type' | 'subject' | 'branch' | 'key' | 'from' | 'to' | 'data'
> & {
  readonly occurredAt: string;
};

/** Event data has the shape that the event's type says: the core wrote it, and nothing else can. */
export function dataOf<T extends EventType>(event: Occurrence, type: T): DataOf<T> {
  if (event.type !== type) throw misfit(event, `expected ${type}`);
  return event.data as unknown as DataOf<T>;
}

/** The key of what the event is about. */
export function keyOf(event: Occurrence): string {
  if (event.key === null) throw misfit(event, 'it has no key');
  return event.key;
}

/** Throws when what the event moves is not where the event says that it was. */
export function expectFrom(event: Occurrence, actual: string | null): void {
  if (event.from !== actual) throw misfit(event, `it is ${actual ?? 'new'}`);
}

/** Throws when the move is not allowed. */
export function expectMove(event: Occurrence, allowed: boolean): void {
  if (!allowed) throw misfit(event, 'no closed list has that move');
}

/** The error of an event that does not fit its snapshot: a defect of ours, or a history that was changed. */
export function misfit(event: Occurrence, why: string): Error {
  const move =
    event.from === null && event.to === null ? '' : ` from ${event.from ?? 'new'} to ${event.to ?? '-'}`;
  return new Error(`${event.type} of ${event.key ?? 'the instance'}${move} does not fit: ${why}`);
}

import type { Json, JsonObject } from '@/lib/engine/json';
import { activityMoves, type ActivityStatus } from '@/lib/engine/lifecycle';
import type { EventRow } from '@/lib/instances/schema';
import { type DeadlineAction, deadlineActions } from './entry';

/** Readers of an event's data. It may have been erased, so each gives something harmless where nothing is. */

/** The event's data as an object. */
export function dataOf({ data }: EventRow): JsonObject {
  return objectOf(data) ?? {};
}

/** A text of the data, or null. */
export function textOf(data: JsonObject, name: string): string | null {
  const value = data[name];
  return typeof value === 'string' ? value : null;
}

/** A list of texts of the data; empty where it is none. */
export function textsOf(data: JsonObject, name: string): string[] {
  const value = data[name];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

/** A number of the data, or null. */
export function numberOf(data: JsonObject, name: string): number | null {
  const value = data[name];
  return typeof value === 'number' ? value : null;
}

/** The value as an object, or null. */
export function objectOf(value: Json | undefined): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** The step in a natural key: `main:in_review:2` and `main:paying:1:payment` → `in_review`, `paying`. */
export function stepOfKey(key: string | null): string | null {
  return key?.split(':')[1] ?? null;
}

/** The activity in an execution's key: `main:paying:1:payment` → `payment`. */
export function activityOfKey(key: string | null): string | null {
  return key?.split(':')[3] ?? null;
}

/** Events that happened at one instant: the database gives all events of a transaction the same one. */
export function transactionsOf(events: readonly EventRow[]): EventRow[][] {
  const groups: EventRow[][] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last?.[0]?.occurredAt === event.occurredAt) last.push(event);
    else groups.push([event]);
  }
  return groups;
}

/** What came from outside: a signal by its name, or a file by its own. */
export function receivedOf(event: EventRow): { readonly kind: 'signal' | 'file'; readonly name: string } {
  const data = dataOf(event);
  return event.type === 'FILE_RECEIVED'
    ? { kind: 'file', name: textOf(objectOf(data['payload']) ?? {}, 'name') ?? '' }
    : { kind: 'signal', name: textOf(data, 'name') ?? '' };
}

/** The steps that an event is about. */
export function stepsOf(event: EventRow): string[] {
  // The id of a signal is its sender's; it names no step.
  if (event.subject === 'signal') return [];
  if (event.subject === 'state') return [event.from, event.to].filter((step) => step !== null);
  const step = stepOfKey(event.key);
  return step === null ? [] : [step];
}

/** The status that an event gives to an activity. */
export function statusOf({ to }: EventRow): ActivityStatus {
  return to !== null && Object.hasOwn(activityMoves, to) ? (to as ActivityStatus) : 'created';
}

/** What a deadline did when it passed. */
export function deadlineActionOf(data: JsonObject): DeadlineAction {
  if (data['nobody'] === true) return 'nobody';
  return deadlineActions.find((action) => action === data['action']) ?? 'none';
}

import type { ActorType, EventType } from './lifecycle';
import type { JsonObject } from './json';

/** What an event changed. `status`, `state`, `branch`, `task`, `activity` and `child` events carry `from` and `to` of a closed list. */
export type EventSubject =
  | 'status'
  | 'state'
  | 'branch'
  | 'step'
  | 'task'
  | 'activity'
  | 'child'
  | 'transition'
  | 'signal'
  | 'timer'
  | 'context';

/** Who moved it, as it stands in history. */
export type EventActor = {
  readonly type: ActorType;
  readonly id: string;
  readonly name: string;
  readonly onBehalfOf?: { readonly id: string; readonly name: string };
};

/**
 * An event that the core plans. The database adds sequence, instant, hashes and the call's actor, reason,
 * correlation id and causation id.
 */
export type PlannedEvent = {
  readonly type: EventType;
  readonly subject: EventSubject;
  /** `main`, or the key of a branch. */
  readonly branch: string;
  /** Natural key of what it is about (stay, task, activity execution, transition); null for the instance itself. */
  readonly key: string | null;
  readonly from: string | null;
  readonly to: string | null;
  /** All that replay needs to rebuild the snapshot, and what support wants to read. */
  readonly data: JsonObject;
  /** Differs from the call's actor where one call moves for several (a person decides, then the system goes on). */
  readonly actor?: EventActor;
  /** The reason that a person gave. */
  readonly reason?: string;
};

/** An event as the history has it. */
export type HistoryEvent = Omit<PlannedEvent, 'actor' | 'reason'> & {
  readonly sequence: number;
  readonly actor: EventActor;
  readonly reason: string | null;
  /** ISO 8601 in UTC with microseconds. */
  readonly occurredAt: string;
};

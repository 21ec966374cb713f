import type { ContextChanges } from './context-path';
import type { EventType, WaitReason } from './lifecycle';
import type { Json, JsonObject } from './json';
import type { ActivityError, Incident, Lease, Person, Task, Vote } from './snapshot';

/**
 * What the data of each event carries: all that `apply` needs, and what support wants to read. Instants of the
 * snapshot that are "when it happened" come from the event itself and stand in no data.
 */
export type EventData = {
  /** The context starts as the input, so it is not written twice. */
  WORKFLOW_CREATED: {
    readonly instance: string;
    readonly definition: string;
    readonly version: number;
    readonly subject: { readonly type: string; readonly id: string };
    readonly correlationKey: string | null;
    readonly input: JsonObject;
    readonly requester: Person | null;
  };
  WORKFLOW_WAITING: { readonly waitingFor: readonly WaitReason[] };
  /** `incidents` are the keys of those that this closes. */
  WORKFLOW_RESUMED: { readonly incidents?: readonly string[]; readonly resolution?: string };
  WORKFLOW_NEEDS_ATTENTION: { readonly incident: Pick<Incident, 'key' | 'step' | 'code' | 'message'> };
  WORKFLOW_COMPLETED: { readonly outcome: string };
  WORKFLOW_FAILED: { readonly execution: string; readonly error: ActivityError };
  WORKFLOW_CANCELLED: { readonly mode: string };
  /** A lost worker's execution goes on elsewhere. */
  WORKFLOW_RECOVERED: { readonly execution: string; readonly lostWorker: string; readonly attempt: number };
  STEP_ENTERED: { readonly step: string; readonly visit: number };
  TRANSITION_TAKEN: {
    readonly trigger: Json;
    /** The condition that won; null for a transition without one. */
    readonly condition: string | null;
    readonly default: boolean;
    /** path → value that the condition read. */
    readonly reads: JsonObject;
    /** rule key → version, for the rules that the condition read. */
    readonly rules: JsonObject;
  };
  USER_TASK_CREATED: Omit<
    Task,
    'key' | 'branch' | 'status' | 'votes' | 'createdAt' | 'closedAt' | 'outcome'
  > & {
    /** Texts of the task that could not be made; it was opened without them. */
    readonly problems?: readonly { readonly what: string; readonly message: string }[];
  };
  USER_TASK_CLAIMED: { readonly assignee: Person };
  USER_TASK_REASSIGNED: { readonly assignee: Person | null };
  USER_TASK_DECIDED: Omit<Vote, 'at'> & {
    readonly authority: JsonObject;
    readonly set?: ContextChanges;
  };
  USER_TASK_COMPLETED: { readonly outcome: string };
  ACTIVITY_CREATED: {
    readonly step: string;
    readonly visit: number;
    readonly activity: string;
    readonly topic?: string;
  };
  /** Without lease where the core itself runs it (SET_CONTEXT, EMIT_EVENT). */
  ACTIVITY_STARTED: { readonly attempt: number; readonly lease: Lease | null };
  /** `emitted` (EMIT_EVENT): what goes out by the event bus, under a type of the definition's own. */
  ACTIVITY_COMPLETED: {
    readonly output: Json;
    readonly set?: ContextChanges;
    readonly emitted?: { readonly type: string; readonly data: Json };
  };
  /** `lost`: the attempt ended because its lease did. */
  ACTIVITY_FAILED: { readonly error: ActivityError; readonly lost?: true };
  ACTIVITY_RETRYING: { readonly nextAttemptAt: string };
  ACTIVITY_SKIPPED: { readonly because: string };
  ACTIVITY_CANCELLED: { readonly because: string };
  /** Top-level names of the context, taken literally: a name may have a dot in it. */
  CONTEXT_EDITED: { readonly replace: JsonObject; readonly remove: readonly string[] };
};

/** The data of one event type; an empty object where nothing is listed above. */
export type DataOf<T extends EventType> = T extends keyof EventData
  ? EventData[T]
  : Readonly<Record<string, never>>;

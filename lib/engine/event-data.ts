import type { ContextChanges } from './context-path';
import type { Rung } from './definition/step-schema';
import type { EventType, WaitReason } from './lifecycle';
import type { Json, JsonObject } from './json';
import type { Child, ChildCancelling, ChildError } from './child';
import type {
  ActivityError,
  Ending,
  Incident,
  Lease,
  Parent,
  Person,
  Signal,
  Task,
  Timer,
  Vote,
} from './snapshot';

/** A timer as the event that sets it says it. */
export type SetTimer = Pick<Timer, 'key' | 'stay' | 'purpose' | 'rung' | 'dueAt' | 'basis'>;

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
    readonly parent?: Parent;
    readonly reopenedFrom?: string;
  };
  /** `timers`: the maximum age of the whole instance, where its definition has one. */
  WORKFLOW_STARTED: { readonly timers?: readonly SetTimer[] };
  WORKFLOW_WAITING: { readonly waitingFor: readonly WaitReason[] };
  /** `incidents` are the keys of those that this closes. */
  WORKFLOW_RESUMED: { readonly incidents?: readonly string[]; readonly resolution?: string };
  WORKFLOW_NEEDS_ATTENTION: { readonly incident: Pick<Incident, 'key' | 'step' | 'code' | 'message'> };
  WORKFLOW_COMPLETED: { readonly outcome: string };
  /** `execution`: key of what failed, an activity execution or a child. */
  WORKFLOW_FAILED: { readonly execution: string; readonly error: ActivityError };
  WORKFLOW_CANCELLED: { readonly mode: string };
  /** A cancellation that lets what runs end first. */
  WORKFLOW_CANCELLING: { readonly ending: Ending };
  /**
   * With `ending` when it begins: what has been done is undone from here on. `irreversible` are the executions whose effects
   * stay, `cause` the failure that set it off. Without, it goes on after a person helped. `incidents` are closed.
   */
  WORKFLOW_COMPENSATING: {
    readonly ending?: Ending;
    readonly irreversible?: readonly string[];
    readonly cause?: { readonly execution: string; readonly error: ActivityError };
    readonly incidents?: readonly string[];
    readonly resolution?: string;
  };
  WORKFLOW_COMPENSATION_FAILED: { readonly incident: Pick<Incident, 'key' | 'step' | 'code' | 'message'> };
  /** A lost worker's execution goes on elsewhere. */
  WORKFLOW_RECOVERED: { readonly execution: string; readonly lostWorker: string; readonly attempt: number };
  /**
   * The instance goes by another version from here on; `from` and `version` are numbers, `versionId` the id of the new one. `lines`
   * says of each line where it was, where it goes on, and whether its work was carried over; `set` what was added.
   */
  WORKFLOW_MIGRATED: {
    readonly from: number;
    readonly version: number;
    readonly versionId: string;
    readonly plan?: string;
    readonly lines: Readonly<
      Record<string, { readonly from: string; readonly to: string; readonly carried: boolean }>
    >;
    readonly set?: ContextChanges;
  };
  STEP_ENTERED: { readonly step: string; readonly visit: number };
  /** The way out of `stay` is chosen; activities of the transition come first. */
  TRANSITION_BEGUN: WayTaken & { readonly stay: string };
  TRANSITION_TAKEN: WayTaken;
  /** A branch begins, along a transition out of its fork. */
  BRANCH_OPENED: WayTaken & { readonly parent: string; readonly fork: string };
  BRANCH_ARRIVED: { readonly join: string };
  /** It came to an END of its own. */
  BRANCH_ENDED: { readonly outcome: string };
  BRANCH_CANCELLED: { readonly because: string };
  /** The line that forked goes on. `visit` is that of the fork; the lists say what became of its branches. */
  BRANCHES_JOINED: {
    readonly fork: string;
    readonly visit: number;
    readonly arrived: readonly string[];
    readonly ended: readonly string[];
    readonly cancelled: readonly string[];
  };
  USER_TASK_CREATED: Omit<
    Task,
    'key' | 'branch' | 'status' | 'votes' | 'dueBasis' | 'createdAt' | 'closedAt' | 'outcome'
  > & {
    /** Histories of earlier versions do not have it. */
    readonly dueBasis?: JsonObject | null;
    /** Texts of the task that could not be made; it was opened without them. */
    readonly problems?: readonly { readonly what: string; readonly message: string }[];
  };
  USER_TASK_CLAIMED: { readonly assignee: Person };
  /** Candidates only where they change too: a rung gives the task to a role. */
  USER_TASK_REASSIGNED: {
    readonly assignee: Person | null;
    readonly candidateRoles?: readonly string[];
    readonly candidatePeople?: readonly string[];
    /** Where the holder of the task gave it away themselves. */
    readonly delegation?: NonNullable<Task['delegation']>;
  };
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
    /** The resource at which its attempts need a place. */
    readonly resource?: string;
    /** Key of the compensation that will undo it. */
    readonly compensation?: string;
    readonly irreversible?: true;
    /** Key of the execution that it undoes. */
    readonly undoOf?: string;
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
  /** What the event's execution did has been undone by `undo`. */
  ACTIVITY_COMPENSATED: { readonly undo: string };
  CHILD_CREATED: Pick<
    Child,
    'step' | 'visit' | 'position' | 'attempt' | 'definition' | 'version' | 'subject' | 'input'
  >;
  CHILD_STARTED: { readonly instance: string };
  CHILD_COMPLETED: { readonly outcome: string | null; readonly output: JsonObject };
  CHILD_FAILED: { readonly error: ChildError };
  /** Its parent has asked it to end in a way that takes time. */
  CHILD_CANCELLING: { readonly cancelling: ChildCancelling };
  /** With `cancelling` where its parent does not wait for it; without where it was cancelled by somebody else, or has come to it. */
  CHILD_CANCELLED: { readonly cancelling?: ChildCancelling; readonly because?: string };
  /** Enough of a step's children have come. The lists say what became of them; `set` is what their outputs write. */
  CHILDREN_JOINED: {
    readonly completed: readonly string[];
    readonly failed: readonly string[];
    readonly cancelled: readonly string[];
    readonly set?: ContextChanges;
  };
  TIMERS_SET: { readonly timers: readonly SetTimer[] };
  /** `followUp`: nothing goes on; the task comes back to the attention of those for whom it waits. */
  TIMER_FIRED: { readonly dueAt: string; readonly followUp?: true };
  /** `action`: what the rung does; `age` that a maximum age was reached, `none` that there is nothing to do but say it. */
  DEADLINE_PASSED: {
    readonly dueAt: string;
    readonly rung: string | null;
    readonly action: Rung['action'] | 'age' | 'none';
    readonly text?: string;
    /** The rung was to give the task to somebody, and there is nobody of the kind. */
    readonly nobody?: true;
  };
  /** The open rungs of the stay end, and `timers` take their place. `before`: null where it had no deadline. */
  DEADLINE_CHANGED: {
    readonly stay: string;
    readonly before: string | null;
    readonly dueAt: string;
    readonly basis: JsonObject;
    readonly timers: readonly SetTimer[];
  };
  /** The stay can be reached by a correlation key of its own. */
  SIGNAL_AWAITED: { readonly signal: string; readonly correlation: string };
  SIGNAL_RECEIVED: Pick<Signal, 'id' | 'name' | 'payload' | 'expiresAt' | 'correlation'>;
  /** `payload` is what is known of the file: `{id, name, size, type, sha256}`. */
  FILE_RECEIVED: Pick<Signal, 'id' | 'name' | 'payload' | 'expiresAt'>;
  SIGNAL_CONSUMED: { readonly stay: string; readonly set?: ContextChanges };
  /**
   * Personal data were taken out of the rows and the events before, for good. `fields` with the SHA-256 of each value that was removed
   * (as JSON); `events` with the SHA-256 of what is left of each that lost something; `files` with the SHA-256 of each content that was
   * removed. Changes nothing by itself.
   */
  DATA_ERASED: {
    readonly fields: readonly { readonly path: string; readonly sha256: readonly string[] }[];
    readonly events: readonly { readonly sequence: number; readonly sha256: string }[];
    readonly files?: readonly { readonly id: string; readonly sha256: string }[];
  };
  /** Top-level names of the context, taken literally: a name may have a dot in it. */
  CONTEXT_EDITED: { readonly replace: JsonObject; readonly remove: readonly string[] };
};

/** Why a transition was taken. */
export type WayTaken = {
  readonly trigger: Json;
  /** The condition that won; null for a transition without one. */
  readonly condition: string | null;
  readonly default: boolean;
  /** path → value that the condition read. */
  readonly reads: JsonObject;
  /** rule key → version, for the rules that the condition read. */
  readonly rules: JsonObject;
};

/** The data of one event type; an empty object where nothing is listed above. */
export type DataOf<T extends EventType> = T extends keyof EventData
  ? EventData[T]
  : Readonly<Record<string, never>>;

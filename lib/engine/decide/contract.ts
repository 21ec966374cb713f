import type { Calendar } from '@/lib/engine/deadlines/calendar';
import type { JsonObject, Json } from '@/lib/engine/json';
import type { EventActor, PlannedEvent } from '@/lib/engine/event';
import type { Definition } from '@/lib/engine/definition/schema';
import type { ChildError } from '@/lib/engine/child';
import type { ActivityError, Parent, Person, Snapshot } from '@/lib/engine/snapshot';

/** What `decide` may know besides the definition and the snapshot: values only, no functions that reach outside. */
export type Environment = {
  /** The database's clock, ISO 8601 UTC. */
  readonly now: string;
  /** Rules in force now: key → value and the version that a decision's event names. */
  readonly rules: Readonly<Record<string, { readonly value: Json; readonly version: string }>>;
  /** Numbers in [0, 1) drawn by the shell, for jitter. Used by index; the last one again when there are too few. */
  readonly chance: readonly number[];
  /**
   * People by e-mail address in lower case, as far as expressions may name them as assignees. Somebody who is not
   * among them becomes a candidate by address instead of the assignee.
   */
  readonly people?: Readonly<Record<string, Person>>;
  /** IANA zone in which days, weeks, months and years of durations are counted; UTC where nothing is said. */
  readonly timeZone?: string;
  /** Calendars in force now by key, as far as the definition names them. */
  readonly calendars?: Readonly<Record<string, Calendar>>;
  /** Zones of people by e-mail address in lower case, as far as a calendar may follow them. */
  readonly zones?: Readonly<Record<string, string>>;
  /** Managers of people by the person's e-mail address in lower case, where a rung of the definition goes to one. */
  readonly managers?: Readonly<Record<string, Person>>;
};

/** Fields that a migration adds to the context: a value as it is, or an expression over the instance as it is now. */
export type AddedData = Readonly<Record<string, { readonly value: Json } | { readonly expression: string }>>;

/** How an instance is cancelled: see `cancel`. */
export const cancelModes = ['immediate', 'graceful', 'compensated'] as const;
export type CancelMode = (typeof cancelModes)[number];

/**
 * A worker that takes the lease of an attempt. As `goOn` it takes that of the plan's `next` within the same plan: what it has
 * to report and what it begins then are one commit, in the events of both.
 */
export type LeaseTaker = {
  readonly worker: string;
  /** Drawn by the shell; whoever knows it holds the lease. */
  readonly token: string;
  readonly leaseSeconds: number;
};

/** What happened, or what somebody asks for. */
export type Input =
  | {
      readonly kind: 'start';
      readonly instanceId: string;
      readonly definitionVersion: number;
      readonly subjectId: string;
      readonly input: JsonObject;
      readonly requester: Person | null;
      readonly correlationKey?: string;
      readonly parent?: Parent;
      readonly reopenedFrom?: string;
    }
  /** Go on as far as possible without anybody's help. */
  | { readonly kind: 'advance'; readonly goOn?: LeaseTaker }
  | { readonly kind: 'claim_task'; readonly task: string; readonly by: Person }
  | { readonly kind: 'release_task'; readonly task: string; readonly by: Person; readonly reason?: string }
  | {
      readonly kind: 'reassign_task';
      readonly task: string;
      readonly to: Person | null;
      readonly reason: string;
      /** Addresses of those whom the task names from now on; left out, they stay. */
      readonly candidatePeople?: readonly string[];
    }
  /** Who could decide the task gives it to somebody else, who may then decide it and can hand it back. */
  | {
      readonly kind: 'delegate_task';
      readonly task: string;
      readonly by: Person;
      readonly to: Person;
      readonly reason: string | null;
    }
  /** A delegated task goes back to where it was before. */
  | { readonly kind: 'hand_back_task'; readonly task: string; readonly reason: string | null }
  /** The sweep found nobody who could decide the task; or, after that, somebody. */
  | { readonly kind: 'task_stranded'; readonly task: string; readonly message: string }
  | { readonly kind: 'task_manned'; readonly task: string }
  | {
      readonly kind: 'decide_task';
      readonly task: string;
      readonly outcome: string;
      readonly form: JsonObject;
      readonly reason: string | null;
      readonly by: Person;
      readonly onBehalfOf: Person | null;
      /** How the decision's authority was established (roles held, limits checked), kept with the event. */
      readonly authority: JsonObject;
    }
  /** A worker takes the lease of the next attempt. */
  | ({ readonly kind: 'start_attempt'; readonly execution: string } & LeaseTaker)
  | {
      readonly kind: 'attempt_succeeded';
      readonly execution: string;
      readonly token: string;
      readonly result: Json;
      readonly goOn?: LeaseTaker;
    }
  | {
      readonly kind: 'attempt_failed';
      readonly execution: string;
      readonly token: string;
      readonly error: ActivityError;
      readonly goOn?: LeaseTaker;
    }
  /** The sweeper found the lease past its end. */
  | { readonly kind: 'lease_expired'; readonly execution: string; readonly token: string }
  /** The sweeper found the timer due. One that is over, or not due by `env.now`, does nothing. */
  | { readonly kind: 'timer_fired'; readonly timer: string }
  /**
   * A deadline is moved to an instant, or to the end of a duration that begins now and is counted in the step's calendar.
   * `stay` is the key of its step's stay, which is also that of its task.
   */
  | {
      readonly kind: 'change_deadline';
      readonly stay: string;
      readonly to: { readonly at: string } | { readonly in: string };
      readonly reason: string;
    }
  /** Something from outside; its payload was checked against the schema before. */
  | {
      readonly kind: 'signal';
      readonly id: string;
      readonly name: string;
      readonly payload: JsonObject;
      /** The correlation key to which it was sent. */
      readonly correlation?: string;
      /** How long it is kept for a wait that has not begun, in seconds. */
      readonly keepSeconds: number;
    }
  /** A file was uploaded for a step that waits for one; its content is kept elsewhere and was checked before. */
  | {
      readonly kind: 'file';
      readonly step: string;
      readonly file: {
        readonly id: string;
        readonly name: string;
        /** Bytes. */
        readonly size: number;
        readonly type: string;
        /** Hexadecimal. */
        readonly sha256: string;
      };
    }
  /** A child's instance has been made. */
  | { readonly kind: 'child_started'; readonly child: string; readonly instance: string }
  /** A child's instance has ended, or could not be started. */
  | { readonly kind: 'child_ended'; readonly child: string; readonly end: ChildEnd }
  | { readonly kind: 'cancel'; readonly mode: CancelMode; readonly reason: string }
  | { readonly kind: 'pause'; readonly reason: string }
  | { readonly kind: 'resume'; readonly reason: string }
  /** Support: try again what the open incident is about; `context`, when given, replaces the context first. */
  | { readonly kind: 'retry'; readonly reason: string; readonly context?: JsonObject }
  /** Support: go by another version of the definition from here on. `map`: step of the old version → step of the new one. */
  | {
      readonly kind: 'migrate';
      /** The definition by which it goes now. */
      readonly source: Definition;
      readonly target: {
        readonly version: number;
        readonly versionId: string;
        readonly definition: Definition;
      };
      readonly map: Readonly<Record<string, string>>;
      readonly data: AddedData;
      /** What becomes of tasks and timers of steps that go on: kept as they are, or made anew. */
      readonly work: 'keep' | 'restart';
      readonly reason: string;
      /** Id of the plan that says so. */
      readonly plan?: string;
    }
  /** Support: go on without the failed activity. */
  | { readonly kind: 'skip_activity'; readonly execution: string; readonly reason: string }
  /** Support: what stands in a step goes on along a transition for repairs. `stay` where several branches are in its step. */
  | { readonly kind: 'move'; readonly transition: string; readonly stay?: string; readonly reason: string }
  /** Support: `context` replaces the context; nothing else happens. */
  | { readonly kind: 'edit_context'; readonly context: JsonObject; readonly reason: string }
  /** Support: what the timer is for happens now instead of at its instant. */
  | { readonly kind: 'run_timer'; readonly timer: string; readonly reason: string };

/** What became of a child. One that was undone has failed: it has not done what it was started for. */
export type ChildEnd =
  | { readonly status: 'completed'; readonly outcome: string | null; readonly context: JsonObject }
  | { readonly status: 'failed'; readonly error: ChildError }
  | { readonly status: 'cancelled' };

/** The input of one kind. */
export type InputOf<K extends Input['kind']> = Extract<Input, { kind: K }>;

export type Refusal = {
  /** `stale` is the database's word; the core refuses with the others. */
  readonly code: 'not_allowed' | 'terminal' | 'not_found' | 'invalid' | 'lease_lost';
  /** One sentence: what is the case and what to do. */
  readonly message: string;
  /** Machine-readable: `from`, `to`, `definition`, field errors (`errors: [{path, message}]`), … */
  readonly data: JsonObject;
};

/** Work that the shell enqueues in the same transaction. */
export type Effect =
  /** Run `advance` for the instance (at once, or not before `at`). */
  | { readonly kind: 'advance'; readonly at?: string }
  /** Do for a child what its parent wants of it (start it, end it), and tell the parent what became of it. */
  | { readonly kind: 'settle_child'; readonly child: string }
  /** Run the attempts of an `async` activity from the queue. */
  | { readonly kind: 'run_activity'; readonly execution: string; readonly at?: string };

export type Plan = {
  /** In order; each one takes the next sequence number. */
  readonly events: readonly PlannedEvent[];
  /** The snapshot after the events: `events.reduce(apply, before)`. */
  readonly after: Snapshot;
  readonly effects: readonly Effect[];
  /**
   * The execution (`ready`, or `retrying` and due) whose attempt the caller may start next, synchronously;
   * null when the instance waits, has ended, or has only queued work, and when the plan itself began it (`goOn`).
   */
  readonly next: string | null;
};

export type Decision =
  { readonly ok: true; readonly plan: Plan } | { readonly ok: false; readonly refusal: Refusal };

/** The system, as the actor of what follows by itself. */
export const systemActor: EventActor = { type: 'system', id: 'system', name: 'Interlock' };

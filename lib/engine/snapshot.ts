import type { Child } from './child';
import type { ActivityStatus, BranchStatus, InstanceStatus, TaskStatus, WaitReason } from './lifecycle';
import type { WayTaken } from './event-data';
import type { Json, JsonObject } from './json';
import type { Fact, Outcome, UserTaskStep } from './definition/step-schema';

/**
 * Everything that is true of an instance at one point of its history: what `decide` reads, what `apply` changes,
 * what the tables hold (DESIGN 8.9). Parts are named by natural keys, so that the core needs no source of ids:
 * a stay is `branch:step:visit` (`main:in_review:2`), an activity execution is its stay plus the activity's key.
 * Instants are ISO 8601 texts in UTC.
 */
export type Snapshot = {
  readonly instanceId: string;
  readonly definitionKey: string;
  readonly definitionVersion: number;
  readonly subject: { readonly type: string; readonly id: string };
  readonly correlationKey: string | null;
  readonly requester: Person | null;
  readonly input: JsonObject;
  /** Whose child it is; null for one that nobody's step has started. */
  readonly parent: Parent | null;
  /** The closed instance that it takes up again. */
  readonly reopenedFrom: string | null;
  /** Instant of WORKFLOW_STARTED; null before. */
  readonly startedAt: string | null;
  /** Sequence number of the last event; 0 before the first. */
  readonly sequence: number;
  /** Null only before the first event. */
  readonly status: InstanceStatus | null;
  /** Key of the step in which the main branch is; null until it has started. */
  readonly state: string | null;
  readonly waitingFor: readonly WaitReason[];
  /** Outcome of the END that was reached. */
  readonly outcome: string | null;
  /** How it is being ended (or was): by letting what runs end, or by undoing what was done. */
  readonly ending: Ending | null;
  readonly context: JsonObject;
  /** `branch:step` → how often the branch has entered the step. */
  readonly visits: Readonly<Record<string, number>>;
  /** Open stays by key. */
  readonly stays: Readonly<Record<string, Stay>>;
  /** Branches of the forks that are open, whatever became of each. */
  readonly branches: Readonly<Record<string, Branch>>;
  /** By stay key. Closed ones are kept as long as `withoutClosed` has not dropped them. */
  readonly tasks: Readonly<Record<string, Task>>;
  /**
   * By activity execution key; the executions of open stays, those that an event of this call closed, and what a
   * compensation would have to know (`isInLedger`).
   */
  readonly activities: Readonly<Record<string, ActivityExecution>>;
  /** Latest completed output by the activity's own key; what conditions see as `context.activities.<key>.output`. */
  readonly results: Readonly<Record<string, ActivityResult>>;
  /** By child key; those of open stays, whatever became of each. */
  readonly children: Readonly<Record<string, Child>>;
  /** By incident key (`stay`, activity execution key or child key). */
  readonly incidents: Readonly<Record<string, Incident>>;
  /** By timer key; the open ones, and those of open stays that have fired. */
  readonly timers: Readonly<Record<string, Timer>>;
  /** By the sender's id; those that wait to be consumed, and those that an open stay has consumed. */
  readonly signals: Readonly<Record<string, Signal>>;
};

/** An end that takes time. `reason` is the one that a person gave. */
export type Ending =
  | { readonly by: 'grace'; readonly reason: string }
  | {
      readonly by: 'compensation';
      /** The status in which the instance ends when all is undone. */
      readonly then: 'reversed' | 'completed' | 'cancelled';
      readonly reason: string | null;
    };

/** The instance that asked for this one. `child` is the key under which it did, `depth` how many parents stand above. */
export type Parent = { readonly instance: string; readonly child: string; readonly depth: number };

export type Person = { readonly id: string; readonly name: string; readonly email: string };

export type Stay = {
  readonly key: string;
  readonly branch: string;
  readonly step: string;
  readonly visit: number;
  readonly enteredAt: string;
  readonly exitedAt: string | null;
  /** There while activities of a transition run, before it is taken. */
  readonly leaving?: Leaving;
  /** The correlation key under which this wait is reached, where its step has one of its own. */
  readonly awaits?: string;
};

/** The transition by which a stay is being left, and why it was chosen. */
export type Leaving = WayTaken & { readonly transition: string };

/**
 * One line of execution inside a fork. The main line is not a branch of its own: it is the instance's state. `parent` is
 * the line that forked (`main`, or a branch), `fork` the step in which it rests until the join.
 */
export type Branch = {
  readonly key: string;
  readonly parent: string;
  readonly fork: string;
  readonly state: string | null;
  readonly status: BranchStatus;
};

export type Task = {
  readonly key: string;
  readonly branch: string;
  readonly step: string;
  readonly visit: number;
  readonly status: TaskStatus;
  readonly title: string;
  readonly instructions: string | null;
  readonly assignee: Person | null;
  /** By whom the assignee was given the task, and who had it before; absent where it was not delegated. */
  readonly delegation?: { readonly by: Person; readonly before: Person | null };
  readonly candidateRoles: readonly string[];
  /** E-mail addresses, lower case. */
  readonly candidatePeople: readonly string[];
  /** E-mail addresses, lower case, of those who may not decide; the requester is among them unless the step allows it. */
  readonly excluded: readonly string[];
  readonly limit: { readonly rule: string; readonly amount: number } | null;
  readonly form: UserTaskStep['form'] | null;
  readonly outcomes: readonly Outcome[];
  readonly facts: readonly (Pick<Fact, 'label' | 'format' | 'currency'> & { readonly value: Json })[];
  readonly approvals: { readonly required: number; readonly veto: boolean };
  readonly votes: readonly Vote[];
  readonly priority: number;
  readonly dueAt: string | null;
  /** What the deadline was computed from (duration, calendar and its version, days skipped), for people to read. */
  readonly dueBasis: JsonObject | null;
  readonly createdAt: string;
  readonly closedAt: string | null;
  /** Outcome that ended it. */
  readonly outcome: string | null;
};

/** One person's decision on a task. */
export type Vote = {
  readonly person: Person;
  readonly onBehalfOf: Person | null;
  readonly outcome: string;
  readonly reason: string | null;
  readonly form: JsonObject;
  readonly at: string;
};

export type ActivityExecution = {
  readonly key: string;
  readonly branch: string;
  readonly step: string;
  readonly visit: number;
  /** The activity's key in the definition. */
  readonly activity: string;
  /** Under which workers elsewhere find it (EXTERNAL); null where our own workers run it. */
  readonly topic: string | null;
  /** The resource at which an attempt needs a place (DESIGN 8.10); absent where it needs none. */
  readonly resource?: string;
  readonly status: ActivityStatus;
  /** Attempts begun. */
  readonly attempts: number;
  /** Attempts among them whose lease was lost; they do not count against the retry policy's attempts. */
  readonly losses: number;
  /** The attempt that runs now. */
  readonly lease: Lease | null;
  /** When the next attempt may begin (`retrying`). */
  readonly nextAttemptAt: string | null;
  readonly output: Json;
  readonly error: ActivityError | null;
  readonly createdAt: string;
  readonly closedAt: string | null;
  /** Number of the event that closed it: the order of completion, against which compensations run. */
  readonly closedSequence: number | null;
  /** Key of the execution that this one undoes; null for one that goes forward. */
  readonly undoOf: string | null;
  /** Key of the compensation that undoes it. */
  readonly compensation: string | null;
  /** Nothing undoes it. */
  readonly irreversible: boolean;
};

export type Lease = { readonly worker: string; readonly token: string; readonly expiresAt: string };

export type ActivityError = {
  /** Stable code: `http_503`, `timeout`, `network`, `lease_expired`, `evaluation`, `function_failed`, … */
  readonly code: string;
  /** Words that a person can act on; never a secret. */
  readonly message: string;
  /** False where another try cannot help. */
  readonly retryable: boolean;
  /** Seconds that the called party asked us to wait. */
  readonly retryAfterSeconds?: number;
};

export type ActivityResult = { readonly output: Json; readonly execution: string };

/** An open failure that a person has to look at. */
export type Incident = {
  readonly key: string;
  readonly step: string | null;
  /**
   * `activity_failed`, `condition_failed`, `no_transition`, `evaluation_failed`, `worker_lost`, `overdue`,
   * `nothing_joined`, `compensation_failed`, `child_failed`, `too_deep`, `nobody_can_decide`.
   */
  readonly code: string;
  readonly message: string;
  readonly openedAt: string;
  readonly closedAt: string | null;
  readonly resolution: string | null;
};

/** A stored instant at which something happens by itself (DESIGN 10). */
export type Timer = {
  /** `<stay>:timer`, `<stay>:deadline:<rung>`, `<stay>:due`, `<stay>:followUp`, `<stay>:maxAge`; `maxAge` for the instance's own. */
  readonly key: string;
  readonly branch: string;
  /** The stay that it belongs to and ends with; null for the instance's own. */
  readonly stay: string | null;
  /** What its coming due means: the wait is over, a rung of a deadline, a deadline without rungs, a task comes back to people's attention, the age is reached. */
  readonly purpose: 'wait' | 'rung' | 'due' | 'follow_up' | 'max_age';
  /** Key of the rung; null for other purposes. */
  readonly rung: string | null;
  readonly dueAt: string;
  /** What the instant was computed from (duration and beginning, expression, cron), for support to read. */
  readonly basis: JsonObject;
  readonly setAt: string;
  readonly closedAt: string | null;
  /** `dropped`: what it was for was over before it came due. */
  readonly ending: 'fired' | 'dropped' | null;
};

/** Something from outside that has come for an instance (DESIGN 12). */
export type Signal = {
  /** Given by the sender; the same id twice is one signal. */
  readonly id: string;
  readonly name: string;
  readonly payload: JsonObject;
  /** The correlation key to which it was sent; absent where it was sent to the instance or its subject. */
  readonly correlation?: string;
  /** Number of the event that received it: signals are consumed in this order. */
  readonly sequence: number;
  readonly receivedAt: string;
  /** After this instant nothing consumes it any more. */
  readonly expiresAt: string;
  /** The stay that consumed it. */
  readonly consumedBy: string | null;
  readonly consumedAt: string | null;
};

/** The key of a stay. */
export function stayKey(branch: string, step: string, visit: number): string {
  return `${branch}:${step}:${visit}`;
}

/** The key of an activity execution; with the instance id before it, also its idempotency key (DESIGN 8.3). */
export function executionKey(stay: string, activity: string): string {
  return `${stay}:${activity}`;
}

/** What the keys of all branches begin with that a stay in a fork opens, and those of branches inside them. */
export function branchPrefix({ branch, step, visit }: Pick<Stay, 'branch' | 'step' | 'visit'>): string {
  return `${branch}/${step}.${visit}/`;
}

/** The key of the branch that a stay in a fork opens along a transition: `main/checks.1/to-legal`. */
export function branchKey(fork: Pick<Stay, 'branch' | 'step' | 'visit'>, transition: string): string {
  return branchPrefix(fork) + transition;
}

/** True for the branches that this stay in a fork has opened itself. */
export function opened(fork: Stay, branch: Branch): boolean {
  return (
    branch.parent === fork.branch && branch.fork === fork.step && branch.key.startsWith(branchPrefix(fork))
  );
}

/** Name of the main line of execution in keys and events. */
export const mainBranch = 'main';

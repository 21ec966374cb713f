import type { ActivityStatus, InstanceStatus, TaskStatus, WaitReason } from './lifecycle';
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
  readonly context: JsonObject;
  /** `branch:step` → how often the branch has entered the step. */
  readonly visits: Readonly<Record<string, number>>;
  /** Open stays by key. */
  readonly stays: Readonly<Record<string, Stay>>;
  readonly branches: Readonly<Record<string, Branch>>;
  /** By stay key. Closed ones are kept as long as `withoutClosed` has not dropped them. */
  readonly tasks: Readonly<Record<string, Task>>;
  /** By activity execution key; the executions of open stays, and those that an event of this call closed. */
  readonly activities: Readonly<Record<string, ActivityExecution>>;
  /** Latest completed output by the activity's own key; what conditions see as `context.activities.<key>.output`. */
  readonly results: Readonly<Record<string, ActivityResult>>;
  /** By incident key (`stay` or activity execution key). */
  readonly incidents: Readonly<Record<string, Incident>>;
};

export type Person = { readonly id: string; readonly name: string; readonly email: string };

export type Stay = {
  readonly key: string;
  readonly branch: string;
  readonly step: string;
  readonly visit: number;
  readonly enteredAt: string;
  readonly exitedAt: string | null;
};

/** One line of execution inside a fork. The main line is not a branch of its own: it is the instance's state. */
export type Branch = {
  readonly key: string;
  readonly parent: string;
  readonly fork: string;
  readonly state: string | null;
  readonly status: 'open' | 'arrived' | 'ended' | 'cancelled';
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
  /** `activity_failed`, `condition_failed`, `no_transition`, `evaluation_failed`, `worker_lost`. */
  readonly code: string;
  readonly message: string;
  readonly openedAt: string;
  readonly closedAt: string | null;
  readonly resolution: string | null;
};

/** The key of a stay. */
export function stayKey(branch: string, step: string, visit: number): string {
  return `${branch}:${step}:${visit}`;
}

/** The key of an activity execution; with the instance id before it, also its idempotency key (DESIGN 8.3). */
export function executionKey(stay: string, activity: string): string {
  return `${stay}:${activity}`;
}

/** Name of the main line of execution in keys and events. */
export const mainBranch = 'main';

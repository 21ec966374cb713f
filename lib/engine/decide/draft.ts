import { apply } from '@/lib/engine/apply';
import type { EventActor, EventSubject, PlannedEvent } from '@/lib/engine/event';
import type { DataOf } from '@/lib/engine/event-data';
import type { JsonObject } from '@/lib/engine/json';
import {
  type ActivityStatus,
  type BranchStatus,
  type ChildStatus,
  type EventType,
  type InstanceStatus,
  type TaskStatus,
  type WaitReason,
  waitReasons,
} from '@/lib/engine/lifecycle';
import type { Child } from '@/lib/engine/child';
import {
  type ActivityExecution,
  type Person,
  type Snapshot,
  type Stay,
  type Task,
  mainBranch,
  stayKey,
} from '@/lib/engine/snapshot';
import type { Compiled } from './compiled';
import { type Effect, type Environment, type Plan, systemActor } from './contract';

type Details<T extends EventType> = {
  readonly data: DataOf<T>;
  readonly reason?: string | null;
  readonly branch?: string;
};

/** What a person has of a step that a migration makes anew: the task stays theirs, and its instants stay. */
type Carried = {
  readonly assignee: Person | null;
  readonly due: { readonly at: string; readonly basis: JsonObject | null } | null;
  readonly waitUntil: string | null;
};
const nothingCarried: Carried = { assignee: null, due: null, waitUntil: null };

/**
 * A plan in the making. Each event that it emits is applied at once, by the same `apply` that folds a history, so
 * the code that decides always reads the instance as it is after what it has decided so far.
 */
export class Draft {
  readonly compiled: Compiled;
  readonly env: Environment;
  snapshot: Snapshot;
  /** Transitions taken by this plan. */
  moves = 0;
  /** The line of the attempt that ended, whose next activity its worker prefers to go on with. */
  line: string | null = null;
  /** True where all that can go on is handed over anew: what came while the instance was held up found it so and is gone. */
  again = false;
  /** Keys of the incidents of which a person has said that they are to be tried again. */
  retried: ReadonlySet<string> = new Set();
  /** The execution that the caller may start. */
  next: string | null = null;
  /**
   * True while the advancing worker asks, which runs the next activity itself. What anybody else sets off (a person, a
   * sweeper, whoever ran an `async` activity) goes to the queue, so that it is not lost when the asker dies.
   */
  byAdvancingWorker = false;
  readonly #events: PlannedEvent[] = [];
  readonly #effects: Effect[] = [];
  /** Executions that this plan has made ready, or given another attempt. */
  readonly #fresh = new Set<string>();
  #found = nothingFound();
  #actor: EventActor | null = null;
  #drawn = 0;
  readonly #carried = new Map<string, Carried>();

  constructor(compiled: Compiled, snapshot: Snapshot, env: Environment) {
    this.compiled = compiled;
    this.snapshot = snapshot;
    this.env = env;
  }

  /** From here on the system moves, as a consequence of what the caller did. */
  handToSystem(): void {
    this.#actor = systemActor;
  }

  /** From here on the caller moves again. */
  handBack(): void {
    this.#actor = null;
  }

  /** From here on this actor moves. */
  handTo(actor: EventActor): void {
    this.#actor = actor;
  }

  /** Plans an event that moves the instance's status. */
  status<T extends EventType>(type: T, to: InstanceStatus, { data, reason }: Details<T>): void {
    this.#emit(type, 'status', null, [this.snapshot.status, to], { data, reason });
  }

  /** Plans an event that moves the business state of a branch. */
  state<T extends EventType>(
    type: T,
    key: string,
    from: string | null,
    to: string,
    details: Details<T>,
  ): void {
    this.#emit(type, 'state', key, [from, to], details);
  }

  /** Plans an event that ends a branch. */
  branch<T extends EventType>(type: T, key: string, to: BranchStatus, details: Details<T>): void {
    const from = this.snapshot.branches[key]?.status ?? null;
    this.#emit(type, 'branch', key, [from, to], { ...details, branch: key });
  }

  /** Plans an event that moves an activity execution. */
  activity<T extends EventType>(
    type: T,
    execution: Pick<ActivityExecution, 'key' | 'branch'>,
    to: ActivityStatus,
    data: DataOf<T>,
    reason?: string,
  ): void {
    const from = this.snapshot.activities[execution.key]?.status ?? null;
    this.#emit(type, 'activity', execution.key, [from, to], { data, reason, branch: execution.branch });
    if (to === 'ready' || to === 'retrying') this.#fresh.add(execution.key);
  }

  /** Plans an event about a task; `to` null says that its status stays. */
  task<T extends EventType>(
    type: T,
    task: Pick<Task, 'key' | 'branch'>,
    to: TaskStatus | null,
    details: Details<T>,
  ): void {
    const from = to === null ? null : (this.snapshot.tasks[task.key]?.status ?? null);
    this.#emit(type, 'task', task.key, [from, to], { ...details, branch: task.branch });
  }

  /** Plans an event about a child; `to` null says that its status stays. */
  child<T extends EventType>(
    type: T,
    child: Pick<Child, 'key' | 'branch'>,
    to: ChildStatus | null,
    details: Details<T>,
  ): void {
    const from = to === null ? null : (this.snapshot.children[child.key]?.status ?? null);
    this.#emit(type, 'child', child.key, [from, to], { ...details, branch: child.branch });
  }

  /** Plans an event that moves nothing of a closed list. */
  note<T extends EventType>(type: T, subject: EventSubject, key: string | null, details: Details<T>): void {
    this.#emit(type, subject, key, [null, null], details);
  }

  effect(effect: Effect): void {
    this.#effects.push(effect);
  }

  /** True for an execution that nobody has been told of yet, so that this plan has to hand it over. */
  isFresh(execution: ActivityExecution): boolean {
    return this.again || this.#fresh.has(execution.key);
  }

  /** The lines are looked at once more from the beginning: what was found at rest before does not count. */
  lookAgain(): void {
    this.#found = nothingFound();
  }

  /** A line rests and waits for these reasons. */
  wait(waitingFor: readonly WaitReason[]): void {
    for (const reason of waitingFor) this.#found.reasons.add(reason);
  }

  /** A line rests because a worker is at it: the instance goes on running. */
  work(): void {
    this.#found.working = true;
  }

  /** A line rests at an activity whose attempt may begin in the advancing worker. */
  offer(execution: ActivityExecution): void {
    this.#found.offers.push(execution);
  }

  get offers(): readonly ActivityExecution[] {
    return this.#found.offers;
  }

  /**
   * All lines rest: the instance runs while a worker is at one of them, and otherwise waits with the reasons of all. No
   * event when it already does.
   */
  comeToRest(): void {
    const { reasons, working } = this.#found;
    if (working) {
      this.wake();
      return;
    }
    const waitingFor = waitReasons.filter((reason) => reasons.has(reason));
    const { status, waitingFor: before } = this.snapshot;
    if (waitingFor.length === 0 || (status === 'waiting' && waitingFor.join() === before.join())) return;
    this.wake();
    this.status('WORKFLOW_WAITING', 'waiting', { data: { waitingFor } });
  }

  /** A waiting instance goes on; no event when it is not waiting. */
  wake(): void {
    if (this.snapshot.status !== 'waiting') return;
    this.status('WORKFLOW_RESUMED', 'resumed', { data: {} });
    this.status('WORKFLOW_CONTINUED', 'running', { data: {} });
  }

  /** The instance needs a person's attention. `key` is that of the stay or the activity execution it is about. */
  incident(key: string, step: string, code: string, message: string): void {
    this.handToSystem();
    const data = { incident: { key, step, code, message } };
    if (this.snapshot.status === 'compensating')
      this.status('WORKFLOW_COMPENSATION_FAILED', 'compensation_failed', { data });
    else this.status('WORKFLOW_NEEDS_ATTENTION', 'needs_attention', { data });
  }

  /** What a stay in a migrated step takes over from the one that it follows. */
  carry(before: Stay, step: string, work: 'keep' | 'restart'): void {
    if (work === 'restart') return;
    const task = this.snapshot.tasks[before.key];
    const timers = Object.values(this.snapshot.timers).filter(({ stay }) => stay === before.key);
    const timerOf = (purpose: 'wait' | 'due') => timers.find((timer) => timer.purpose === purpose);
    const due = timerOf('due');
    const dueOfTask = task?.dueAt ? { at: task.dueAt, basis: task.dueBasis } : null;
    const visit = this.snapshot.visits[`${before.branch}:${step}`] ?? 1;
    this.#carried.set(stayKey(before.branch, step, visit), {
      assignee: task?.assignee ?? null,
      due: dueOfTask ?? (due ? { at: due.dueAt, basis: due.basis } : null),
      waitUntil: timerOf('wait')?.dueAt ?? null,
    });
  }

  /** What a stay has taken over by a migration; nothing for any other. */
  carriedBy(stay: string): Carried {
    return this.#carried.get(stay) ?? nothingCarried;
  }

  /** The next number in [0, 1) of those that the shell drew. */
  draw(): number {
    const { chance } = this.env;
    const number = chance[Math.min(this.#drawn, chance.length - 1)] ?? 0;
    this.#drawn += 1;
    return number;
  }

  plan(): Plan {
    return { events: this.#events, after: this.snapshot, effects: this.#effects, next: this.next };
  }

  #emit<T extends EventType>(
    type: T,
    subject: EventSubject,
    key: string | null,
    [from, to]: readonly [string | null, string | null],
    { data, reason, branch = mainBranch }: Details<T>,
  ): void {
    const event: PlannedEvent = {
      type,
      subject,
      branch,
      key,
      from,
      to,
      data: data as unknown as JsonObject,
      ...(this.#actor && { actor: this.#actor }),
      ...(reason && { reason }),
    };
    this.snapshot = apply(this.snapshot, {
      type,
      subject,
      branch,
      key,
      from,
      to,
      data: event.data,
      occurredAt: this.env.now,
    });
    this.#events.push(event);
  }
}

/** What looking at the lines has found: why they wait, whether a worker is at one, and which activities may begin. */
function nothingFound() {
  return { reasons: new Set<WaitReason>(), working: false, offers: [] as ActivityExecution[] };
}

/** The stays in which the open lines are now, in key order: one each; none before the instance has begun. */
export function openStays(snapshot: Snapshot): Stay[] {
  return Object.values(snapshot.stays)
    .filter((stay) => stay.exitedAt === null)
    .sort((left, right) => (left.key < right.key ? -1 : 1));
}

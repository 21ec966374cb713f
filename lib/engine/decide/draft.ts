import { apply } from '@/lib/engine/apply';
import type { EventActor, EventSubject, PlannedEvent } from '@/lib/engine/event';
import type { DataOf } from '@/lib/engine/event-data';
import type { JsonObject } from '@/lib/engine/json';
import type {
  ActivityStatus,
  EventType,
  InstanceStatus,
  TaskStatus,
  WaitReason,
} from '@/lib/engine/lifecycle';
import {
  type ActivityExecution,
  type Snapshot,
  type Stay,
  type Task,
  mainBranch,
} from '@/lib/engine/snapshot';
import type { Compiled } from './compiled';
import { type Effect, type Environment, type Plan, systemActor } from './contract';

type Details<T extends EventType> = {
  readonly data: DataOf<T>;
  readonly reason?: string | null;
  readonly branch?: string;
};

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
  /** The execution that the caller may start. */
  next: string | null = null;
  /**
   * True while the advancing worker asks, which runs the next activity itself. What anybody else sets off (a person, a
   * sweeper, whoever ran an `async` activity) goes to the queue, so that it is not lost when the asker dies.
   */
  byAdvancingWorker = false;
  readonly #events: PlannedEvent[] = [];
  readonly #effects: Effect[] = [];
  #actor: EventActor | null = null;
  #drawn = 0;

  constructor(compiled: Compiled, snapshot: Snapshot, env: Environment) {
    this.compiled = compiled;
    this.snapshot = snapshot;
    this.env = env;
  }

  /** From here on the system moves, as a consequence of what the caller did. */
  handToSystem(): void {
    this.#actor = systemActor;
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

  /** Plans an event that moves nothing of a closed list. */
  note<T extends EventType>(type: T, subject: EventSubject, key: string | null, details: Details<T>): void {
    this.#emit(type, subject, key, [null, null], details);
  }

  effect(effect: Effect): void {
    this.#effects.push(effect);
  }

  /** The instance waits for these reasons; no event when it already does. */
  wait(waitingFor: readonly WaitReason[]): void {
    if (this.snapshot.status === 'waiting') return;
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
    this.status('WORKFLOW_NEEDS_ATTENTION', 'needs_attention', {
      data: { incident: { key, step, code, message } },
    });
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
      ...(this.#actor ? { actor: this.#actor } : {}),
      ...(reason ? { reason } : {}),
    };
    this.snapshot = apply(this.snapshot, { ...event, occurredAt: this.env.now });
    this.#events.push(event);
  }
}

/** The stay in which a branch is now; undefined before it has begun. */
export function openStay(snapshot: Snapshot, branch: string): Stay | undefined {
  return Object.values(snapshot.stays).find((stay) => stay.branch === branch && stay.exitedAt === null);
}

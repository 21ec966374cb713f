import type { Environment, Input, InputOf, Plan, Refusal } from '@/lib/engine/decide/contract';
import { systemActor } from '@/lib/engine/decide/contract';
import { decide } from '@/lib/engine/decide/decide';
import { plusSeconds } from '@/lib/engine/deadlines/instant';
import type { Definition } from '@/lib/engine/definition/schema';
import type { EventActor, HistoryEvent } from '@/lib/engine/event';
import type { Json, JsonObject } from '@/lib/engine/json';
import { withoutClosed } from '@/lib/engine/replay';
import type { Person, Snapshot } from '@/lib/engine/snapshot';

export const ann: Person = { id: 'person-ann', name: 'Ann Lee', email: 'ann@example.test' };
export const bob: Person = { id: 'person-bob', name: 'Bob Roy', email: 'bob@example.test' };
export const carol: Person = { id: 'person-carol', name: 'Carol Sun', email: 'carol@example.test' };

/**
 * One instance played on the core alone: keeps the snapshot, the history as a database would have it, the clock and what
 * was enqueued. It reloads the snapshot after each plan as the runtime does, without what has closed.
 */
export class CoreRun {
  readonly definition: Definition;
  readonly history: HistoryEvent[] = [];
  snapshot: Snapshot | null = null;
  /** The last plan that was committed. */
  last: Plan | null = null;
  now = '2026-03-02T09:00:00.000000Z';
  env: Omit<Environment, 'now'> = { rules: {}, chance: [0] };

  constructor(definition: Definition, env: Partial<Environment> = {}) {
    this.definition = definition;
    this.env = { ...this.env, ...env };
  }

  /** Decides and commits; gives the refusal where there is one. */
  try(input: Input, actor: EventActor = systemActor): Refusal | null {
    const decision = decide(this.definition, this.snapshot, input, { ...this.env, now: this.now });
    if (!decision.ok) return decision.refusal;
    this.commit(decision.plan, actor);
    return null;
  }

  /** Decides and commits; throws when it is refused. */
  do(input: Input, actor?: EventActor): Plan {
    const refusal = this.try(input, actor);
    if (refusal) throw new Error(`${input.kind} was refused: ${refusal.message}`);
    return this.last as Plan;
  }

  /** The refusal of an input; throws when it is not refused. */
  refused(input: Input): Refusal {
    const refusal = this.try(input);
    if (!refusal) throw new Error(`${input.kind} was not refused`);
    return refusal;
  }

  start(input: JsonObject = {}, requester: Person | null = carol): Plan {
    const started = { instanceId: 'instance-1', definitionVersion: 1, subjectId: '123', input, requester };
    return this.do({ kind: 'start', ...started });
  }

  /** Starts and advances as far as it goes by itself. */
  begin(input: JsonObject = {}, requester: Person | null = carol): Plan {
    this.start(input, requester);
    return this.do({ kind: 'advance' });
  }

  decideTask(
    step: string,
    outcome: string,
    by: Person,
    more: Partial<Extract<Input, { kind: 'decide_task' }>> = {},
  ): Plan {
    return this.do(decisionOn(this.taskKey(step), outcome, by, more));
  }

  startAttempt(activity: string, leaseSeconds = 60): string {
    const token = `token-${this.history.length}`;
    const execution = this.executionKey(activity);
    this.do({ kind: 'start_attempt', execution, worker: 'worker-1', token, leaseSeconds });
    return token;
  }

  /** One whole attempt that ends well. */
  succeed(activity: string, result: Json = null): Plan {
    const token = this.startAttempt(activity);
    return this.do({ kind: 'attempt_succeeded', execution: this.executionKey(activity), token, result });
  }

  /** One whole attempt that fails. */
  fail(activity: string, code = 'http_503', retryable = true, retryAfterSeconds?: number): Plan {
    const token = this.startAttempt(activity);
    const asked = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    const error = { code, message: `It answered ${code}`, retryable, ...asked };
    return this.do({ kind: 'attempt_failed', execution: this.executionKey(activity), token, error });
  }

  later(seconds: number): void {
    this.now = plusSeconds(this.now, seconds);
  }

  /** `TYPE from→to` of the last plan's events, or `TYPE` where nothing moved. */
  moves(): string[] {
    return (this.last?.events ?? []).map(({ type, from, to }) =>
      from === null && to === null ? type : `${type} ${from ?? '∅'}→${to}`,
    );
  }

  here(): Snapshot {
    if (!this.snapshot) throw new Error('not started');
    return this.snapshot;
  }

  taskKey(step: string): string {
    return this.#latest(Object.values(this.here().tasks), (task) => task.step === step).key;
  }

  executionKey(activity: string): string {
    return this.#latest(Object.values(this.here().activities), (execution) => execution.activity === activity)
      .key;
  }

  private commit(plan: Plan, caller: EventActor): void {
    for (const { actor, reason, ...event } of plan.events) {
      this.history.push({
        ...event,
        sequence: this.history.length + 1,
        actor: actor ?? caller,
        reason: reason ?? null,
        occurredAt: this.now,
      });
    }
    this.last = plan;
    this.snapshot = withoutClosed(plan.after);
  }

  #latest<T extends { readonly visit: number; readonly key: string }>(
    parts: T[],
    test: (part: T) => boolean,
  ): T {
    const found = parts.filter(test).sort((left, right) => right.visit - left.visit)[0];
    if (!found) throw new Error('there is none');
    return found;
  }
}

/** What is known of an uploaded file of that id. */
export function aFile(id: string): InputOf<'file'>['file'] {
  return { id, name: 'contract.pdf', size: 1_200, type: 'application/pdf', sha256: '0'.repeat(64) };
}

/** The input of a decision that needs nothing special. */
export function decisionOn(
  task: string,
  outcome: string,
  by: Person,
  more: Partial<Extract<Input, { kind: 'decide_task' }>> = {},
): Extract<Input, { kind: 'decide_task' }> {
  return {
    kind: 'decide_task',
    task,
    outcome,
    form: {},
    reason: null,
    by,
    onBehalfOf: null,
    authority: {},
    ...more,
  };
}

import type { Scope } from '@/lib/engine/conditions/contract';
import type { Json, JsonObject } from '@/lib/engine/json';
import {
  type ActivityExecution,
  type Signal,
  type Snapshot,
  type Task,
  stayKey,
} from '@/lib/engine/snapshot';
import { withParts } from '@/lib/engine/with-parts';
import type { Environment } from './contract';

/** What a transition is chosen after: a decision, a signal. */
export type Cause = { readonly task?: Task; readonly signal?: Signal };

/** What expressions of an instance see now; `task` and `signal` where they are about a decision or a signal. */
export function scopeOf(snapshot: Snapshot, env: Environment, { task, signal }: Cause = {}): Scope {
  return {
    context: { ...snapshot.context, activities: outputs(snapshot) },
    input: snapshot.input,
    rules: Object.fromEntries(Object.entries(env.rules).map(([key, rule]) => [key, rule.value])),
    instance: {
      id: snapshot.instanceId,
      key: snapshot.definitionKey,
      version: snapshot.definitionVersion,
      subject: snapshot.subject,
      requester: snapshot.requester
        ? { name: snapshot.requester.name, email: snapshot.requester.email }
        : null,
      startedAt: snapshot.startedAt,
    },
    task: task ? decisionOn(task) : null,
    signal: signal ? signal.payload : null,
  };
}

/**
 * The snapshot as the expressions of an execution see it. What undoes an effect sees the output of that very execution
 * as `context.activities.<key>.output`, however often a loop has run the activity since, and all else as it is now.
 */
export function asSeenBy(snapshot: Snapshot, { undoOf }: Pick<ActivityExecution, 'undoOf'>): Snapshot {
  const undone = undoOf === null ? undefined : snapshot.activities[undoOf];
  if (!undone) return snapshot;
  const result = { output: undone.output, execution: undone.key };
  return withParts(snapshot, { results: { ...snapshot.results, [undone.activity]: result } });
}

/**
 * What the expressions of an activity see. One on a transition also sees what its transition was chosen after: the decision
 * on the step's task, the signal that it consumed.
 */
export function scopeOfExecution(snapshot: Snapshot, env: Environment, execution: ActivityExecution): Scope {
  return scopeOf(asSeenBy(snapshot, execution), env, causeOf(snapshot, execution));
}

function causeOf({ stays, tasks, signals }: Snapshot, execution: ActivityExecution): Cause {
  const key = stayKey(execution.branch, execution.step, execution.visit);
  if (execution.undoOf !== null || !stays[key]?.leaving) return {};
  const task = tasks[key];
  const signal = Object.values(signals).find(({ consumedBy }) => consumedBy === key);
  return { ...(task && { task }), ...(signal && { signal }) };
}

/** rule key → version, for the rules among the paths that an evaluation read. */
export function ruleVersions(reads: JsonObject, env: Environment): JsonObject {
  const keys = Object.keys(reads).flatMap((path) => /^rules(?:\.|\[")([a-z0-9_-]+)/.exec(path)?.[1] ?? []);
  return Object.fromEntries(keys.map((key) => [key, env.rules[key]?.version ?? null]));
}

function outputs(snapshot: Snapshot): JsonObject {
  return Object.fromEntries(
    Object.entries(snapshot.results).map(([activity, { output }]) => [activity, { output }]),
  );
}

function decisionOn(task: Task): Json {
  const vote = task.votes.at(-1);
  return {
    outcome: task.outcome,
    form: vote?.form ?? {},
    reason: vote?.reason ?? null,
    by: vote ? { name: vote.person.name, email: vote.person.email } : null,
  };
}

import { forbiddenNameIn, setPaths } from '@/lib/engine/context-path';
import { evaluateExpression } from '@/lib/engine/conditions/evaluate';
import { hasCome, plusSeconds } from '@/lib/engine/deadlines/instant';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import { activityOf as find } from '@/lib/engine/definition/find-activity';
import type { Json } from '@/lib/engine/json';
import type { InstanceStatus } from '@/lib/engine/lifecycle';
import { type ActivityError, type ActivityExecution, type Snapshot, stayKey } from '@/lib/engine/snapshot';
import { goOn } from './advance';
import { complete } from './complete';
import type { InputOf, LeaseTaker, Refusal } from './contract';
import type { Draft } from './draft';
import { runsElsewhere } from './external';
import { mayStart } from './handing-over';
import { leaseLost, notAllowed, notFound } from './refusals';
import { hasAnotherAttempt, maximumLosses, nextAttemptAt } from './retry-policy';
import { scopeOfExecution } from './scope';

/**
 * A worker takes the lease of the next attempt. The instance of an activity in the advancing worker runs meanwhile; that of
 * an `async` or EXTERNAL one goes on as it is.
 */
export function startAttempt(draft: Draft, input: InputOf<'start_attempt'>): Refusal | null {
  const { status, activities } = draft.snapshot;
  const execution = activities[input.execution];
  if (!execution) return notFound('This activity is over.', { execution: input.execution });
  const refusal = refuseStart(draft, execution);
  if (refusal) return refusal;

  if (status === 'waiting' && !runsElsewhere(activityOf(draft, execution))) draft.wake();
  const lease = {
    worker: input.worker,
    token: input.token,
    expiresAt: plusSeconds(draft.env.now, input.leaseSeconds),
  };
  draft.activity('ACTIVITY_SCHEDULED', execution, 'scheduled', {});
  draft.activity('ACTIVITY_STARTED', execution, 'running', { attempt: execution.attempts + 1, lease });
  return null;
}

/** The caller takes the lease of the attempt that it may begin next, as it would in a plan of its own. */
export function beginNext(draft: Draft, taker: LeaseTaker): void {
  const execution = draft.next;
  if (execution === null) return;
  draft.handBack();
  if (startAttempt(draft, { kind: 'start_attempt', execution, ...taker }) === null) draft.next = null;
}

/** The attempt's result is kept, whatever became of the instance meanwhile; the instance goes on if it may. */
export function attemptSucceeded(draft: Draft, input: InputOf<'attempt_succeeded'>): Refusal | null {
  const held = heldBy(draft, input);
  if ('code' in held) return held;
  const activity = activityOf(draft, held);
  draft.byAdvancingWorker = !runsElsewhere(activity);
  draft.line = held.branch;
  const output = outputOf(draft, activity, held, input.result);
  if (!output.ok) return fail(draft, held, output.error);

  complete(draft, held, { output: output.value });
  draft.handToSystem();
  draft.wake();
  goOn(draft);
  return null;
}

/** The attempt failed: another one by the activity's own policy, else the step's `error` transition or failure policy. */
export function attemptFailed(draft: Draft, input: InputOf<'attempt_failed'>): Refusal | null {
  const held = heldBy(draft, input);
  if ('code' in held) return held;
  draft.byAdvancingWorker = !runsElsewhere(activityOf(draft, held));
  draft.line = held.branch;
  const { code, message, retryable, retryAfterSeconds } = input.error;
  const asked = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return fail(draft, held, { code, message, retryable, ...asked });
}

/**
 * The worker of an attempt is gone. Another one takes over at once; work that has cost five workers is taken to be
 * what kills them and is not tried again by itself. Nothing happens when the lease still runs.
 */
export function leaseExpired(draft: Draft, input: InputOf<'lease_expired'>): Refusal | null {
  const held = heldBy(draft, input);
  if ('code' in held) return held;
  const { lease, losses, attempts } = held;
  if (!lease || !hasCome(lease.expiresAt, draft.env.now)) return null;

  if (losses + 1 >= maximumLosses) {
    const message = `The worker was lost ${losses + 1} times while it ran this activity`;
    draft.activity('ACTIVITY_FAILED', held, 'failed', {
      error: { code: 'worker_lost', message, retryable: false },
      lost: true,
    });
    draft.handToSystem();
  } else {
    const message = `The worker ${lease.worker} was lost: its lease ended at ${lease.expiresAt}`;
    draft.activity('ACTIVITY_FAILED', held, 'failed', {
      error: { code: 'lease_expired', message, retryable: true },
      lost: true,
    });
    draft.handToSystem();
    if (mayGoOn(draft.snapshot, held)) {
      draft.activity('ACTIVITY_RETRYING', held, 'retrying', { nextAttemptAt: plusSeconds(draft.env.now, 0) });
      draft.note('WORKFLOW_RECOVERED', 'step', stayKey(held.branch, held.step, held.visit), {
        data: { execution: held.key, lostWorker: lease.worker, attempt: attempts },
        branch: held.branch,
      });
    }
  }
  goOn(draft);
  return null;
}

function refuseStart(draft: Draft, execution: ActivityExecution): Refusal | null {
  const { snapshot, env } = draft;
  const data = { execution: execution.key, activityStatus: execution.status };
  if (!isLive(snapshot.status)) {
    return notAllowed(snapshot, `No activity can start while the instance is ${snapshot.status}.`, data);
  }
  if (!mayGoOn(snapshot, execution)) {
    return notAllowed(snapshot, 'No activity can start any more: the instance is being ended.', data);
  }
  if (mayStart(execution, env.now)) return null;
  if (execution.status === 'retrying') {
    const notBefore = execution.nextAttemptAt;
    return notAllowed(snapshot, `The next attempt may not begin before ${notBefore}.`, {
      ...data,
      notBefore,
    });
  }
  return notAllowed(snapshot, `The activity is ${execution.status} and cannot start.`, data);
}

function isLive(status: InstanceStatus | null): boolean {
  return status === 'running' || status === 'waiting' || status === 'compensating';
}

/** An instance that is being ended begins no other attempts than those that undo. */
function mayGoOn({ ending }: Snapshot, { undoOf }: ActivityExecution): boolean {
  return ending === null || (ending.by === 'compensation' && undoOf !== null);
}

/** The execution whose running attempt the caller holds, or the refusal. */
function heldBy(
  draft: Draft,
  { execution: key, token }: { readonly execution: string; readonly token: string },
): ActivityExecution | Refusal {
  const execution = draft.snapshot.activities[key];
  if (execution?.status !== 'running' || execution.lease?.token !== token) {
    return leaseLost(key, execution?.status ?? 'over');
  }
  return execution;
}

function fail(draft: Draft, execution: ActivityExecution, error: ActivityError): null {
  const activity = activityOf(draft, execution);
  draft.activity('ACTIVITY_FAILED', execution, 'failed', { error });
  draft.handToSystem();
  if (mayGoOn(draft.snapshot, execution) && hasAnotherAttempt(activity, execution, error)) {
    const at = nextAttemptAt(draft, activity, execution, error);
    draft.activity('ACTIVITY_RETRYING', execution, 'retrying', { nextAttemptAt: at });
  }
  goOn(draft);
  return null;
}

type Output =
  { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly error: ActivityError };

/** What conditions will see of a result: its output mapping, or all of it where there is none. */
function outputOf(draft: Draft, activity: Activity, execution: ActivityExecution, result: Json): Output {
  const forbidden = forbiddenNameIn(result);
  if (forbidden !== null) return noOutput(`The result has the reserved name ${forbidden} in it`);
  if (!activity.output) return { ok: true, value: result };
  const scope = { ...scopeOfExecution(draft.snapshot, draft.env, execution), result };
  const output: Record<string, Json> = {};
  for (const path of Object.keys(activity.output).sort()) {
    const expression = activity.output[path] as string;
    const value = evaluateExpression(expression, scope, draft.compiled.declared);
    if (!value.ok) return noOutput(`The output ${path} could not be made. ${value.message}`);
    output[path] = value.value;
  }
  return { ok: true, value: setPaths({}, output) };
}

function noOutput(message: string): Output {
  return { ok: false, error: { code: 'evaluation', message, retryable: false } };
}

function activityOf(draft: Draft, execution: ActivityExecution): Activity {
  return find(draft.compiled.definition, execution);
}

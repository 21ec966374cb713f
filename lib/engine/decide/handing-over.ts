import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Effect } from './contract';
import { hasCome } from '@/lib/engine/deadlines/instant';
import { type ActivityExecution, executionKey, mainBranch } from '@/lib/engine/snapshot';
import { type Draft, openStay } from './draft';
import { isExternal, runsElsewhere } from './external';

/**
 * An activity whose attempt may begin: the advancing worker that asks runs it, or the queue brings one that does, so that
 * nobody's click waits for a partner's server. An EXTERNAL one is there to be fetched from now on.
 */
export function handOver(draft: Draft, activity: Activity, execution: ActivityExecution): void {
  if (isExternal(activity)) {
    draft.wait(['activity']);
  } else if (activity.async) {
    draft.effect({ kind: 'run_activity', execution: execution.key });
    draft.wait(['activity']);
  } else if (draft.byAdvancingWorker) {
    draft.next = execution.key;
  } else {
    draft.effect({ kind: 'advance' });
  }
}

/**
 * An activity whose next attempt may begin later: the instance waits, and the queue comes back then. A worker elsewhere finds
 * it by itself, when its time has come.
 */
export function handOverLater(
  draft: Draft,
  activity: Activity,
  execution: ActivityExecution,
  at: string,
): void {
  if (!isExternal(activity)) draft.effect(laterEffect(activity, execution, at));
  draft.wait(['activity']);
}

function laterEffect(activity: Activity, execution: ActivityExecution, at: string): Effect {
  return activity.async ? { kind: 'run_activity', execution: execution.key, at } : { kind: 'advance', at };
}

/** True when an attempt of the execution may begin now. */
export function mayStart(execution: ActivityExecution, now: string): boolean {
  if (execution.status === 'ready') return true;
  return (
    execution.status === 'retrying' &&
    (execution.nextAttemptAt === null || hasCome(execution.nextAttemptAt, now))
  );
}

/** For a waiting instance: names the activity whose time for another attempt has come, if it runs in the worker. */
export function startNow(draft: Draft): void {
  const stay = openStay(draft.snapshot, mainBranch);
  const step = draft.compiled.steps.get(stay?.step ?? '');
  if (!stay || step?.type !== 'AUTOMATED') return;
  const due = step.activities.find((activity) => {
    const execution = draft.snapshot.activities[executionKey(stay.key, activity.key)];
    return !runsElsewhere(activity) && execution !== undefined && mayStart(execution, draft.env.now);
  });
  if (due) draft.next = executionKey(stay.key, due.key);
}

import type { Activity } from '@/lib/engine/definition/activity-schema';
import { activityOf } from '@/lib/engine/definition/find-activity';
import type { Step } from '@/lib/engine/definition/step-schema';
import { hasCome } from '@/lib/engine/deadlines/instant';
import { effectsWithin, undoKey } from '@/lib/engine/ledger';
import { type ActivityExecution, type Stay, executionKey, mainBranch } from '@/lib/engine/snapshot';
import { type Draft, openStay } from './draft';

/**
 * An activity whose attempt may begin: the advancing worker that asks runs it, or the queue brings one that does, so that
 * nobody's click waits for a partner's server.
 */
export function handOver(draft: Draft, activity: Activity, execution: ActivityExecution): void {
  if (activity.async) {
    draft.effect({ kind: 'run_activity', execution: execution.key });
    draft.wait(['activity']);
  } else if (draft.byAdvancingWorker) {
    draft.next = execution.key;
  } else {
    draft.effect({ kind: 'advance' });
  }
}

/** An activity whose next attempt may begin later: the instance waits, and the queue comes back then. */
export function handOverLater(
  draft: Draft,
  activity: Activity,
  execution: ActivityExecution,
  at: string,
): void {
  draft.effect(
    activity.async ? { kind: 'run_activity', execution: execution.key, at } : { kind: 'advance', at },
  );
  draft.wait(['activity']);
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
  if (!stay || draft.snapshot.ending) return;
  const due = keysOf(draft, stay, step).find((key) => {
    const execution = draft.snapshot.activities[key];
    if (!execution || !mayStart(execution, draft.env.now)) return false;
    return !activityOf(draft.compiled.definition, execution).async;
  });
  if (due) draft.next = due;
}

/** Keys of the executions that a step may wait for, in their order; they need not be there. */
function keysOf(draft: Draft, stay: Stay, step: Step | undefined): string[] {
  if (step?.type === 'AUTOMATED') return step.activities.map(({ key }) => executionKey(stay.key, key));
  if (step?.type !== 'COMPENSATE') return [];
  return effectsWithin(draft.snapshot, stay.branch, step.scope)
    .slice(0, 1)
    .map(({ key }) => undoKey(key));
}

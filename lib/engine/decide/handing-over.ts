import { hasCome } from '@/lib/engine/deadlines/instant';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { ActivityExecution } from '@/lib/engine/snapshot';
import type { Draft } from './draft';
import { isExternal } from './external';

/**
 * An activity whose attempt may begin: the advancing worker that asks runs it, or the queue brings one that does, so that
 * nobody's click waits for a partner's server. An EXTERNAL one is there to be fetched from now on.
 */
export function handOver(draft: Draft, activity: Activity, execution: ActivityExecution): void {
  if (isExternal(activity)) {
    draft.wait(['activity']);
    return;
  }
  if (activity.async) {
    if (draft.isFresh(execution)) draft.effect({ kind: 'run_activity', execution: execution.key });
    draft.wait(['activity']);
    return;
  }
  draft.offer(execution);
  // A waiting instance goes on waiting for an attempt whose time has come meanwhile, until it begins.
  const { status } = draft.snapshot;
  if (status === 'running' || execution.status === 'ready' || draft.isFresh(execution)) draft.work();
  else draft.wait(['activity']);
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
  if (draft.isFresh(execution) && !isExternal(activity)) {
    const byItself = activity.async || hasForked(draft);
    draft.effect(byItself ? { kind: 'run_activity', execution: execution.key, at } : { kind: 'advance', at });
  }
  draft.wait(['activity']);
}

/**
 * Who begins the activities that the lines have on offer. The advancing worker takes one: of the line that it is at, else a
 * new one, else any, so that it never stops while there is one. The queue gets the other new ones, inside a fork each by
 * itself, so that branches run at the same time.
 */
export function handOut(draft: Draft): void {
  const fresh = draft.offers.filter((execution) => draft.isFresh(execution));
  const next = draft.byAdvancingWorker
    ? (draft.offers.find(({ branch }) => branch === draft.line) ?? fresh[0] ?? draft.offers[0])
    : undefined;
  draft.next = next?.key ?? null;
  const byItself = hasForked(draft);
  for (const execution of fresh) {
    if (execution === next) continue;
    draft.effect(byItself ? { kind: 'run_activity', execution: execution.key } : { kind: 'advance' });
  }
}

/** True when an attempt of the execution may begin now. */
export function mayStart(execution: ActivityExecution, now: string): boolean {
  if (execution.status === 'ready') return true;
  return (
    execution.status === 'retrying' &&
    (execution.nextAttemptAt === null || hasCome(execution.nextAttemptAt, now))
  );
}

/**
 * True inside a fork and in the plan that joins it. An `advance` job would wait there for the one before it, which may be at an
 * attempt of another branch, or of one that is not needed any more.
 */
function hasForked(draft: Draft): boolean {
  return Object.keys(draft.snapshot.branches).length > 0;
}

import { isOpenActivity } from './lifecycle';
import { type ActivityExecution, type Snapshot, mainBranch } from './snapshot';

/**
 * The ledger of an instance (DESIGN 11): what its activities have done outside and what became of undoing it. It is no
 * list of its own: an effect is an execution that has closed, its undo another one that names it.
 */

/** Errors after which nobody knows whether the called party acted (a late success, an answer that was lost). */
const unknownOutcomes: ReadonlySet<string> = new Set(['timeout', 'network', 'lease_expired', 'worker_lost']);

/** The key of the execution that undoes another; with the instance id before it, also its idempotency key. */
export function undoKey(forward: string): string {
  return `${forward}~undo`;
}

/** True when the execution ended without anybody knowing whether it had its effect. */
export function isOutcomeUnknown(
  execution: Pick<ActivityExecution, 'status' | 'closedAt' | 'error'>,
): boolean {
  const ended = execution.closedAt !== null && execution.status !== 'completed';
  return ended && execution.error !== null && unknownOutcomes.has(execution.error.code);
}

/** True for what has, or may have, had its effect. What undoes something is no effect: undoing is not undone. */
export function isEffect(execution: ActivityExecution): boolean {
  if (execution.undoOf !== null) return false;
  return execution.status === 'completed' || isOutcomeUnknown(execution);
}

/** Effects that a compensation undoes and that have not been undone (or skipped) yet, the latest first. */
export function effectsToUndo({ activities }: Pick<Snapshot, 'activities'>): ActivityExecution[] {
  return Object.values(activities)
    .filter((one) => isPending(activities, one) && one.compensation !== null && !one.irreversible)
    .sort((left, right) => (right.closedSequence ?? 0) - (left.closedSequence ?? 0));
}

/**
 * Those of them that a COMPENSATE step in a branch has to undo.
 * @param scope keys of activities or steps; `all` for all that the branch, and branches that began in it, did
 */
export function effectsWithin(
  snapshot: Pick<Snapshot, 'activities' | 'branches'>,
  branch: string,
  scope: 'all' | readonly string[] = 'all',
): ActivityExecution[] {
  return effectsToUndo(snapshot).filter(
    (effect) =>
      isWithin(snapshot, effect.branch, branch) &&
      (scope === 'all' || scope.includes(effect.activity) || scope.includes(effect.step)),
  );
}

/** The main line has all branches within it; a branch has itself and those that began in it. */
function isWithin(snapshot: Pick<Snapshot, 'branches'>, branch: string, outer: string): boolean {
  if (outer === mainBranch || branch === outer) return true;
  const parent = snapshot.branches[branch]?.parent;
  return parent !== undefined && isWithin(snapshot, parent, outer);
}

/** Effects that nothing undoes because they cannot be undone, in the order in which they came. */
export function irreversibleEffects({ activities }: Pick<Snapshot, 'activities'>): ActivityExecution[] {
  return Object.values(activities)
    .filter((one) => isEffect(one) && one.irreversible)
    .sort((left, right) => (left.closedSequence ?? 0) - (right.closedSequence ?? 0));
}

/**
 * True for an execution that a later compensation has to know, although its stay is over: an effect that is not undone
 * or cannot be, and an undo that is under way.
 */
export function isInLedger(activities: Snapshot['activities'], execution: ActivityExecution): boolean {
  if (execution.undoOf !== null) return isOpenActivity(execution.status);
  return isPending(activities, execution) && (execution.compensation !== null || execution.irreversible);
}

function isPending(activities: Snapshot['activities'], execution: ActivityExecution): boolean {
  if (!isEffect(execution)) return false;
  const undo = activities[undoKey(execution.key)];
  return undo === undefined || isOpenActivity(undo.status);
}

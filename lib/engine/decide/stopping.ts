import { isOpenActivity, isOpenTask } from '@/lib/engine/lifecycle';
import type { ActivityExecution } from '@/lib/engine/snapshot';
import type { Draft } from './draft';

/**
 * Takes open tasks from their people and closes open activities, those that `keeps` excepted. (A failed activity cannot
 * be cancelled by the closed list; it is skipped.)
 */
export function stopWork(
  draft: Draft,
  because: string,
  keeps: (execution: ActivityExecution) => boolean,
  reason?: string,
): void {
  const { tasks, activities } = draft.snapshot;
  const why = reason === undefined ? {} : { reason };
  for (const task of inKeyOrder(tasks)) {
    if (isOpenTask(task.status)) draft.task('USER_TASK_CANCELLED', task, 'cancelled', { data: {}, ...why });
  }
  for (const execution of inKeyOrder(activities)) {
    if (!isOpenActivity(execution.status) || keeps(execution)) continue;
    if (execution.status === 'failed') draft.activity('ACTIVITY_SKIPPED', execution, 'skipped', { because });
    else draft.activity('ACTIVITY_CANCELLED', execution, 'cancelled', { because });
  }
}

/** Leaves the steps in which an instance that ends is; its state goes on saying where that was. */
export function leaveSteps(draft: Draft): void {
  for (const { key, branch, exitedAt } of inKeyOrder(draft.snapshot.stays)) {
    if (exitedAt === null) draft.note('STEP_EXITED', 'step', key, { data: {}, branch });
  }
}

/** JSON in a database has no order of its own; a plan must not depend on it. */
function inKeyOrder<T>(parts: Readonly<Record<string, T>>): T[] {
  return Object.keys(parts)
    .sort()
    .map((key) => parts[key] as T);
}

import { isOpenActivity, isOpenTask } from '@/lib/engine/lifecycle';
import type { Draft } from './draft';

/**
 * Ends all work on some lines: their open tasks and activities are cancelled, their open stays left, their open branches
 * cancelled. A running attempt loses its lease, so its late result is refused. (A failed activity cannot be cancelled by
 * the closed list; it is skipped.)
 * @param because one word for the events' data; `reason` says it in a sentence
 */
export function closeLines(
  draft: Draft,
  isOne: (line: string) => boolean,
  because: string,
  reason: string,
): void {
  const { tasks, activities, stays, branches } = draft.snapshot;
  for (const task of inKeyOrder(tasks)) {
    if (isOne(task.branch) && isOpenTask(task.status))
      draft.task('USER_TASK_CANCELLED', task, 'cancelled', { data: {}, reason });
  }
  for (const execution of inKeyOrder(activities)) {
    if (!isOne(execution.branch) || !isOpenActivity(execution.status)) continue;
    if (execution.status === 'failed') draft.activity('ACTIVITY_SKIPPED', execution, 'skipped', { because });
    else draft.activity('ACTIVITY_CANCELLED', execution, 'cancelled', { because });
  }
  for (const { key, branch, exitedAt } of inKeyOrder(stays)) {
    if (isOne(branch) && exitedAt === null) draft.note('STEP_EXITED', 'step', key, { data: {}, branch });
  }
  for (const { key, status } of inKeyOrder(branches).reverse()) {
    if (isOne(key) && status === 'open')
      draft.branch('BRANCH_CANCELLED', key, 'cancelled', { data: { because }, reason });
  }
}

/** JSON in a database has no order of its own; a plan must not depend on it. */
function inKeyOrder<T>(parts: Readonly<Record<string, T>>): T[] {
  return Object.keys(parts)
    .sort()
    .map((key) => parts[key] as T);
}

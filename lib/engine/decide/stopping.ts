import { isOpenActivity, isOpenTask } from '@/lib/engine/lifecycle';
import type { ActivityExecution } from '@/lib/engine/snapshot';
import { endChildren } from './children';
import type { Draft } from './draft';

/** True for the lines (the main line, or branches by their keys) that something is about. */
export type IsOne = (line: string) => boolean;

/**
 * Ends some lines: their work is stopped, their children are cancelled, then they are left. A running attempt loses its lease, so its late result is
 * refused.
 * @param because one word for the events' data; `reason` says it in a sentence
 */
export function closeLines(draft: Draft, isOne: IsOne, because: string, reason: string): void {
  stopWork(draft, because, (execution) => !isOne(execution.branch), reason, isOne);
  endChildren(draft, isOne, { mode: 'immediate', reason });
  leaveLines(draft, isOne, because, reason);
}

/**
 * Takes open tasks from their people and closes open activities, those that `keeps` excepted. (A failed activity cannot
 * be cancelled by the closed list; it is skipped.)
 * @param isOne the lines whose tasks are taken
 */
export function stopWork(
  draft: Draft,
  because: string,
  keeps: (execution: ActivityExecution) => boolean,
  reason?: string,
  isOne: IsOne = () => true,
): void {
  const { tasks, activities } = draft.snapshot;
  const why = reason === undefined ? {} : { reason };
  for (const task of inKeyOrder(tasks)) {
    if (isOne(task.branch) && isOpenTask(task.status))
      draft.task('USER_TASK_CANCELLED', task, 'cancelled', { data: {}, ...why });
  }
  for (const execution of inKeyOrder(activities)) {
    if (!isOpenActivity(execution.status) || keeps(execution)) continue;
    if (execution.status === 'failed') draft.activity('ACTIVITY_SKIPPED', execution, 'skipped', { because });
    else draft.activity('ACTIVITY_CANCELLED', execution, 'cancelled', { because });
  }
}

/** Leaves the steps in which lines are, and cancels the branches among them; the state goes on saying where that was. */
export function leaveLines(draft: Draft, isOne: IsOne, because: string, reason?: string): void {
  const { stays, branches } = draft.snapshot;
  for (const { key, branch, exitedAt } of inKeyOrder(stays)) {
    if (isOne(branch) && exitedAt === null) draft.note('STEP_EXITED', 'step', key, { data: {}, branch });
  }
  for (const { key, status } of inKeyOrder(branches).reverse()) {
    if (isOne(key) && status === 'open')
      draft.branch('BRANCH_CANCELLED', key, 'cancelled', {
        data: { because },
        ...(reason === undefined ? {} : { reason }),
      });
  }
}

/** JSON in a database has no order of its own; a plan must not depend on it. */
function inKeyOrder<T>(parts: Readonly<Record<string, T>>): T[] {
  return Object.keys(parts)
    .sort()
    .map((key) => parts[key] as T);
}

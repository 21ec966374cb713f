import { instanceMoves, isOpenActivity, isOpenTask } from '@/lib/engine/lifecycle';
import type { InputOf, Refusal } from './contract';
import type { Draft } from './draft';
import { notAllowed } from './refusals';

/**
 * Cancels at once: open tasks and activities are cancelled, open stays left, the instance ends. A running attempt loses
 * its lease, so its late result is refused. (A failed activity cannot be cancelled by the closed list; it is skipped.)
 */
export function cancel(draft: Draft, input: InputOf<'cancel'>): Refusal | null {
  const { snapshot } = draft;
  if (!snapshot.status || !instanceMoves[snapshot.status].includes('cancelled')) {
    return notAllowed(snapshot, `An instance that is ${snapshot.status} cannot be cancelled now.`, {
      to: 'cancelled',
    });
  }
  const { reason } = input;
  for (const task of inKeyOrder(snapshot.tasks)) {
    if (isOpenTask(task.status)) draft.task('USER_TASK_CANCELLED', task, 'cancelled', { data: {}, reason });
  }
  for (const execution of inKeyOrder(snapshot.activities)) {
    if (!isOpenActivity(execution.status)) continue;
    if (execution.status === 'failed')
      draft.activity('ACTIVITY_SKIPPED', execution, 'skipped', { because: 'cancelled' });
    else draft.activity('ACTIVITY_CANCELLED', execution, 'cancelled', { because: 'cancelled' });
  }
  for (const { key, branch, exitedAt } of inKeyOrder(snapshot.stays)) {
    if (exitedAt === null) draft.note('STEP_EXITED', 'step', key, { data: {}, branch });
  }
  draft.status('WORKFLOW_CANCELLED', 'cancelled', { data: { mode: input.mode }, reason });
  return null;
}

/** JSON in a database has no order of its own; a plan must not depend on it. */
function inKeyOrder<T>(parts: Readonly<Record<string, T>>): T[] {
  return Object.keys(parts)
    .sort()
    .map((key) => parts[key] as T);
}

import type { UserTaskStep } from '@/lib/engine/definition/step-schema';
import { isOpenTask } from '@/lib/engine/lifecycle';
import type { Stay } from '@/lib/engine/snapshot';
import { setStayTimers } from './deadlines';
import type { Draft } from './draft';
import { makeTask } from './make-task';
import { type Way, leaveBy, rests } from './way';

/** A USER_TASK opens one task a visit, waits for it, and is left by the outcome that ended it. */
export function workOnUserTask(draft: Draft, stay: Stay, step: UserTaskStep): Way {
  const task = draft.snapshot.tasks[stay.key];
  if (task && !isOpenTask(task.status)) {
    return task.outcome === null ? rests : leaveBy(draft, stay, { outcome: task.outcome }, { task });
  }
  if (!task) {
    const made = makeTask(draft, stay, step);
    if (!made.ok) {
      draft.incident(stay.key, stay.step, 'evaluation_failed', made.message);
      return rests;
    }
    draft.task('USER_TASK_CREATED', stay, 'pending', { data: made.task });
  }
  const { dueAt = null, dueBasis = null } = draft.snapshot.tasks[stay.key] ?? {};
  const due = dueAt === null ? null : { at: dueAt, basis: dueBasis };
  if (!setStayTimers(draft, stay, step, { due })) return rests;
  draft.wait(['human_task']);
  return rests;
}

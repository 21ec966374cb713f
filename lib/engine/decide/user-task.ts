import type { UserTaskStep } from '@/lib/engine/definition/step-schema';
import { isOpenTask } from '@/lib/engine/lifecycle';
import type { SetTimer } from '@/lib/engine/event-data';
import type { Stay } from '@/lib/engine/snapshot';
import { countTime } from './count-time';
import { setStayTimers } from './deadlines';
import type { Draft } from './draft';
import { makeTask } from './make-task';
import { followUpTimerKey } from './timer-keys';
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
  const followUp = followUpTimers(draft, stay, step);
  if (followUp === null || !setStayTimers(draft, stay, step, { due, others: followUp })) return rests;
  draft.wait(['human_task']);
  return rests;
}

/** When the task comes back to people's attention; null where that has no instant, and the instance needs attention. */
function followUpTimers(
  draft: Draft,
  stay: Stay,
  { followUp, due }: UserTaskStep,
): readonly SetTimer[] | null {
  const key = followUpTimerKey(stay.key);
  if (followUp === undefined || draft.snapshot.timers[key]) return [];
  const end = countTime(draft, draft.env.now, followUp, { calendar: due?.calendar });
  if (!end.ok) {
    draft.incident(
      stay.key,
      stay.step,
      'evaluation_failed',
      `The follow-up of ${stay.step} has no instant. ${end.message}`,
    );
    return null;
  }
  return [{ key, stay: stay.key, purpose: 'follow_up', rung: null, dueAt: end.at, basis: end.basis }];
}

import { isOpenTask } from '@/lib/engine/lifecycle';
import type { Person, Snapshot, Task } from '@/lib/engine/snapshot';
import type { InputOf, Refusal } from './contract';
import type { Draft } from './draft';
import { notAllowed, notFound } from './refusals';

/** A person takes an unclaimed task for themselves. Claiming one's own task again changes nothing. */
export function claimTask(draft: Draft, input: InputOf<'claim_task'>): Refusal | null {
  const task = openTask(draft, input.task);
  if ('code' in task) return task;
  if (task.status === 'in_progress' && task.assignee) {
    if (samePerson(task.assignee, input.by)) return null;
    const message = `${task.assignee.name} has claimed this task already.`;
    return notAllowed(draft.snapshot, message, {
      rule: 'claimed',
      task: task.key,
      assignee: task.assignee.name,
    });
  }
  const barred = refuseExcluded(draft.snapshot, task, input.by);
  if (barred) return barred;
  draft.task('USER_TASK_CLAIMED', task, 'in_progress', { data: { assignee: input.by } });
  return null;
}

/** A claimed task goes back to all who may decide it. */
export function releaseTask(draft: Draft, input: InputOf<'release_task'>): Refusal | null {
  const task = openTask(draft, input.task);
  if ('code' in task) return task;
  if (task.status !== 'in_progress') {
    return notAllowed(draft.snapshot, 'Nobody has claimed this task.', { task: task.key });
  }
  draft.task('USER_TASK_RELEASED', task, 'pending', { data: {}, reason: input.reason });
  return null;
}

/** The task is given to another person, or with null back to all candidates. A claim ends with it. */
export function reassignTask(draft: Draft, input: InputOf<'reassign_task'>): Refusal | null {
  const task = openTask(draft, input.task);
  if ('code' in task) return task;
  const { to, candidatePeople } = input;
  const same = task.assignee === null ? to === null : to !== null && samePerson(task.assignee, to);
  const named = candidatePeople === undefined || candidatePeople.join() === task.candidatePeople.join();
  if (same && named && !task.delegation) return null;
  const barred = to && refuseExcluded(draft.snapshot, task, to);
  if (barred) return barred;
  draft.task('USER_TASK_REASSIGNED', task, task.status === 'in_progress' ? 'pending' : null, {
    data: { assignee: to, ...(named ? {} : { candidatePeople }) },
    reason: input.reason,
  });
  return null;
}

/** Who could decide the task gives it to somebody else. It remembers by whom it was given, and who had it before. */
export function delegateTask(draft: Draft, input: InputOf<'delegate_task'>): Refusal | null {
  const task = openTask(draft, input.task);
  if ('code' in task) return task;
  const { by, to, reason } = input;
  if (samePerson(by, to)) {
    return notAllowed(draft.snapshot, 'A task is delegated to somebody else.', { task: task.key });
  }
  const barred = refuseExcluded(draft.snapshot, task, to);
  if (barred) return barred;
  draft.task('USER_TASK_REASSIGNED', task, task.status === 'in_progress' ? 'pending' : null, {
    data: { assignee: to, delegation: { by, before: task.assignee } },
    reason,
  });
  return null;
}

/** A delegated task goes back to who had it before; to all candidates where nobody had. */
export function handBackTask(draft: Draft, input: InputOf<'hand_back_task'>): Refusal | null {
  const task = openTask(draft, input.task);
  if ('code' in task) return task;
  if (!task.delegation) {
    return notAllowed(draft.snapshot, 'This task was not delegated.', { task: task.key });
  }
  draft.task('USER_TASK_REASSIGNED', task, task.status === 'in_progress' ? 'pending' : null, {
    data: { assignee: task.delegation.before },
    reason: input.reason,
  });
  return null;
}

/** The refusal of anything on a task that has ended: it says who decided, when and what. */
export function closedTask(snapshot: Snapshot, task: Task): Refusal {
  const vote = task.votes.at(-1);
  if (task.outcome === null || !vote) {
    const message = 'This task was cancelled; there is nothing to decide any more.';
    return notAllowed(snapshot, message, { task: task.key, closedAt: task.closedAt, outcome: null });
  }
  const outcome = task.outcomes.find(({ key }) => key === task.outcome);
  return notAllowed(snapshot, `Already decided by ${vote.person.name}: ${outcome?.name ?? task.outcome}.`, {
    task: task.key,
    decidedBy: vote.person.name,
    decidedAt: task.closedAt,
    outcome: task.outcome,
  });
}

export function samePerson(left: Person, right: Person): boolean {
  return left.id === right.id;
}

function openTask(draft: Draft, key: string): Task | Refusal {
  const task = draft.snapshot.tasks[key];
  if (!task) return notFound('This task is over.', { task: key, status: draft.snapshot.status });
  return isOpenTask(task.status) ? task : closedTask(draft.snapshot, task);
}

function refuseExcluded(snapshot: Snapshot, task: Task, person: Person): Refusal | null {
  if (!task.excluded.includes(person.email.toLowerCase())) return null;
  const message = `${person.name} may not decide this request: it is their own, or they are excluded from it.`;
  return notAllowed(snapshot, message, { rule: 'excluded', task: task.key, person: person.name });
}

import { type TaskStatus, taskMoves } from './lifecycle';
import { type Occurrence, dataOf, expectFrom, expectMove, keyOf, misfit } from './occurrence';
import type { Snapshot, Task } from './snapshot';
import { withParts } from './with-parts';

/**
 * The snapshot after an event about a task. One without `from` and `to` says something of the task that does not
 * change its status (a vote, another assignee).
 */
export function applyTask(snapshot: Snapshot, event: Occurrence): Snapshot {
  const key = keyOf(event);
  const before = snapshot.tasks[key];
  if (event.type === 'USER_TASK_CREATED') {
    expectFrom(event, before?.status ?? null);
    expectMove(event, event.to === 'pending');
    return withTask(snapshot, createdTask(event));
  }
  if (!before) throw misfit(event, `there is no task ${key}`);
  const moved = event.from === null && event.to === null ? before : movedTask(before, event);
  return withTask(snapshot, { ...withoutDelegation(moved, event), ...changeBy(event, before) });
}

/** A delegation lasts until the task is taken by somebody else, released or given on. */
function withoutDelegation(task: Task, event: Occurrence): Task {
  const { delegation, ...rest } = task;
  return delegation && endsDelegation(task, event) ? rest : task;
}

function endsDelegation({ assignee }: Task, event: Occurrence): boolean {
  if (event.type === 'USER_TASK_RELEASED' || event.type === 'USER_TASK_REASSIGNED') return true;
  return (
    event.type === 'USER_TASK_CLAIMED' && dataOf(event, 'USER_TASK_CLAIMED').assignee.id !== assignee?.id
  );
}

function movedTask(task: Task, event: Occurrence): Task {
  const to = event.to as TaskStatus;
  expectFrom(event, task.status);
  expectMove(event, taskMoves[task.status].includes(to));
  const closes = to === 'completed' || to === 'cancelled';
  return { ...task, status: to, closedAt: closes ? event.occurredAt : null };
}

function changeBy(event: Occurrence, task: Task): Partial<Task> {
  switch (event.type) {
    case 'USER_TASK_CLAIMED':
      return { assignee: dataOf(event, 'USER_TASK_CLAIMED').assignee };
    case 'USER_TASK_RELEASED':
      return { assignee: null };
    case 'USER_TASK_REASSIGNED':
      return dataOf(event, 'USER_TASK_REASSIGNED');
    case 'USER_TASK_DECIDED': {
      const { person, onBehalfOf, outcome, reason, form } = dataOf(event, 'USER_TASK_DECIDED');
      return { votes: [...task.votes, { person, onBehalfOf, outcome, reason, form, at: event.occurredAt }] };
    }
    case 'USER_TASK_COMPLETED':
      return { outcome: dataOf(event, 'USER_TASK_COMPLETED').outcome };
    default:
      return {};
  }
}

function createdTask(event: Occurrence): Task {
  const data = dataOf(event, 'USER_TASK_CREATED');
  return {
    key: keyOf(event),
    branch: event.branch,
    step: data.step,
    visit: data.visit,
    status: 'pending',
    title: data.title,
    instructions: data.instructions,
    assignee: data.assignee,
    candidateRoles: data.candidateRoles,
    candidatePeople: data.candidatePeople,
    excluded: data.excluded,
    limit: data.limit,
    form: data.form,
    outcomes: data.outcomes,
    facts: data.facts,
    approvals: data.approvals,
    votes: [],
    priority: data.priority,
    dueAt: data.dueAt,
    dueBasis: data.dueBasis ?? null,
    createdAt: event.occurredAt,
    closedAt: null,
    outcome: null,
  };
}

function withTask(snapshot: Snapshot, task: Task): Snapshot {
  return withParts(snapshot, { tasks: { ...snapshot.tasks, [task.key]: task } });
}

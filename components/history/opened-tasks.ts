import type { EventRow } from '@/lib/instances/schema';
import type { Entry, OpenedTask } from './entry';
import { dataOf, objectOf, textOf, textsOf } from './event-values';

/** The task that a USER_TASK_CREATED opened. */
export function openedTask(event: EventRow): OpenedTask {
  const data = dataOf(event);
  const assignee = objectOf(data['assignee']);
  return {
    key: event.key ?? '',
    title: textOf(data, 'title') ?? '',
    assignee: assignee && textOf(assignee, 'name'),
    roles: textsOf(data, 'candidateRoles'),
    people: textsOf(data, 'candidatePeople'),
    dueAt: textOf(data, 'dueAt'),
  };
}

/** The entries without the due instants of tasks that have ended: when those were due is no news any more. */
export function withoutPastDues(entries: readonly Entry[], events: readonly EventRow[]): readonly Entry[] {
  const endings = ['USER_TASK_COMPLETED', 'USER_TASK_CANCELLED'];
  const ended = new Set(events.filter(({ type }) => endings.includes(type)).map(({ key }) => key));
  const settled = (task: OpenedTask) => (ended.has(task.key) ? { ...task, dueAt: null } : task);
  return entries.map((entry) =>
    entry.opened.length === 0 ? entry : { ...entry, opened: entry.opened.map(settled) },
  );
}

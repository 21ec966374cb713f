import type { TaskDetail } from '@/lib/tasks/schema';

/** Whether a task that nobody has taken is for this person and nobody else: then there is nothing to claim. */
export function isForAlone({ candidates, assignee }: TaskDetail, personId: string): boolean {
  const [only, ...others] = candidates.people;
  return assignee === null && candidates.roles.length === 0 && others.length === 0 && only?.id === personId;
}

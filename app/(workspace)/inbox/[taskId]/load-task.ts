import { notFound } from 'next/navigation';
import { cache } from 'react';
import { requireActor } from '@/lib/session/session';
import { getTask } from '@/lib/tasks/queries';

/** The task, read once a request. What is not there and what one may not see look the same. */
export const loadTask = cache(async (taskId: string) => {
  const found = await getTask(await requireActor(), taskId);
  if (!found.ok) notFound();
  return found.value;
});

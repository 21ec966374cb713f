import { notFound } from 'next/navigation';
import { cache } from 'react';
import { getInstance, listEvents } from '@/lib/instances/queries';
import type { Actor } from '@/lib/people/actor';
import { requireActor } from '@/lib/session/session';
import { getTask } from '@/lib/tasks/queries';

/** The task, read once a request. What is not there and what one may not see look the same. */
export const loadTask = cache(async (taskId: string) => {
  const found = await getTask(await requireActor(), taskId);
  if (!found.ok) notFound();
  return found.value;
});

/** Events that a task's history begins with. */
const firstPage = 100;

/** The request that a task belongs to, with the newest of its events, ascending. */
export async function loadRequest(actor: Actor, instanceId: string) {
  const found = await getInstance(actor, instanceId);
  if (!found.ok) notFound();
  const detail = found.value;
  const after = Math.max(0, detail.version - firstPage);
  const events = await listEvents(actor, instanceId, { after, limit: firstPage });
  return { detail, newest: events.ok ? events.value.items : [] };
}

import { notFound } from 'next/navigation';
import { cache } from 'react';
import { listFiles } from '@/lib/files/queries';
import { getInstance, listEvents } from '@/lib/instances/queries';
import { requireActor } from '@/lib/session/session';

/** Events that the timeline begins with. */
const firstPage = 200;

/** The instance, read once a request. What is not there and what one may not see look the same. */
export const loadInstance = cache(async (instanceId: string) => {
  const found = await getInstance(await requireActor(), instanceId);
  if (!found.ok) notFound();
  return found.value;
});

/** The files that were uploaded to it. */
export async function loadFiles(instanceId: string) {
  const found = await listFiles(await requireActor(), instanceId);
  return found.ok ? found.value : [];
}

/** The newest page of its history, ascending. @param version the instance's: the number of its last event */
export async function loadNewestEvents(instanceId: string, version: number) {
  const after = Math.max(0, version - firstPage);
  const found = await listEvents(await requireActor(), instanceId, { after, limit: firstPage });
  if (!found.ok) notFound();
  return found.value.items;
}

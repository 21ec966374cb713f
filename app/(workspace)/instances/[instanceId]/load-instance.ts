import { notFound } from 'next/navigation';
import { cache } from 'react';
import { listFiles } from '@/lib/files/queries';
import { getInstance, listEvents } from '@/lib/instances/queries';
import type { Actor } from '@/lib/people/actor';
import { holds } from '@/lib/people/permissions';
import { type Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { listDataChanges } from '@/lib/support/data-changes';
import { readMessages } from '@/lib/support/messages';
import { readOperations } from '@/lib/support/operations';

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

/** What some tabs show, on its way: the page does not wait for it. */
export function loadDossier(actor: Actor, instanceId: string) {
  const read = async <Value>(asked: Promise<Result<Value>>, nothing: Value): Promise<Value> => {
    const found = await asked;
    return found.ok ? found.value : nothing;
  };
  return {
    messages: read(readMessages(actor, instanceId), { signals: [], mails: [], sinks: [], undelivered: [] }),
    operations: holds(actor, 'instances.read_all')
      ? read(readOperations(actor, instanceId), { jobs: [], events: [], audit: [] })
      : null,
    changes: read(listDataChanges(actor, instanceId), []),
  };
}

'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { putIncidentGroup } from './incidents';
import { previewAction } from './preview';
import type { Consequences, IncidentGroup, PreviewAction, PutIncidentGroup } from './schema';

/** Says who looks after a cause of incidents, what is known of it, or hides it for a while. */
export async function putIncidentGroupAction(
  id: string,
  change: PutIncidentGroup,
): Promise<Result<IncidentGroup>> {
  const result = await putIncidentGroup(await requireActor(), id, change);
  revalidatePath('/operations', 'layout');
  return result;
}

/** What an action would do to an instance at this moment; nothing is written. */
export async function previewActionAction(id: string, action: PreviewAction): Promise<Result<Consequences>> {
  return previewAction(await requireActor(), id, action);
}

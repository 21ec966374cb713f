'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { putIncidentGroup } from './incidents';
import type { IncidentGroup, PutIncidentGroup } from './schema';

/** Says who looks after a cause of incidents, what is known of it, or hides it for a while. */
export async function putIncidentGroupAction(
  id: string,
  change: PutIncidentGroup,
): Promise<Result<IncidentGroup>> {
  const result = await putIncidentGroup(await requireActor(), id, change);
  revalidatePath('/operations', 'layout');
  return result;
}

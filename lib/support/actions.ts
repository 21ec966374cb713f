'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { putIncidentGroup } from './incidents';
import { previewAction } from './preview';
import { eraseData, previewErasure } from './erasure';
import type { Erased, EraseData, Erasure, ErasurePreview } from './erasure-schema';
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

/** What an erasure would remove; nothing stays removed. */
export async function previewErasureAction(id: string, order: Erasure): Promise<Result<ErasurePreview>> {
  return previewErasure(await requireActor(), id, order);
}

/** Erases personal data of an ended instance for good. */
export async function eraseDataAction(id: string, order: EraseData): Promise<Result<Erased>> {
  const result = await eraseData(await requireActor(), id, order);
  revalidatePath('/', 'layout');
  return result;
}

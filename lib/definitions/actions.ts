'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { publishDefinition, saveDraft } from './commands';
import type { Published, SaveDraft, SavedDraft } from './schema';

/** Saves the draft that was made from `revision`; null makes a new definition. */
export async function saveDraftAction(
  key: string,
  draft: SaveDraft,
  revision: number | null,
): Promise<Result<SavedDraft>> {
  const result = await saveDraft(await requireActor(), key, draft, revision);
  if (result.ok) revalidatePath('/definitions', 'layout');
  return result;
}

/** Publishes the draft, if it still is the given revision. */
export async function publishDefinitionAction(key: string, revision: number): Promise<Result<Published>> {
  const result = await publishDefinition(await requireActor(), key, revision);
  if (result.ok) revalidatePath('/definitions', 'layout');
  return result;
}

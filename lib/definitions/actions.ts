'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { createDefinition, publishDefinition } from './commands';
import { importDefinition } from './exchange';
import type { ImportedDraft, NewDefinition, Published, SavedDraft } from './schema';

/** Publishes the draft, if it still is the given revision. */
export async function publishDefinitionAction(key: string, revision: number): Promise<Result<Published>> {
  const result = await publishDefinition(await requireActor(), key, revision);
  if (result.ok) revalidatePath('/definitions', 'layout');
  return result;
}

/** Makes a definition: empty, from a template, or from what an import gave. */
export async function createDefinitionAction(wanted: NewDefinition): Promise<Result<SavedDraft>> {
  const result = await createDefinition(await requireActor(), wanted);
  if (result.ok) revalidatePath('/definitions');
  return result;
}

/** Reads a file as a draft; nothing is saved. */
export async function importDefinitionAction(content: string): Promise<Result<ImportedDraft>> {
  return importDefinition(await requireActor(), { content });
}

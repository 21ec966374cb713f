'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { publishDefinition } from './commands';
import type { Published } from './schema';

/** Publishes the draft, if it still is the given revision. */
export async function publishDefinitionAction(key: string, revision: number): Promise<Result<Published>> {
  const result = await publishDefinition(await requireActor(), key, revision);
  if (result.ok) revalidatePath('/definitions', 'layout');
  return result;
}

'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { stopWatching, watch } from './commands';
import type { Watched, Watching } from './schema';

/** The reader watches a request or a task, or does not any more. */
export async function setWatchingAction(watched: Watched, on: boolean): Promise<Result<Watching>> {
  const result = await (on ? watch : stopWatching)(await requireActor(), watched);
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}

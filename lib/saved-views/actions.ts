'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { deleteView, putView, saveView } from './commands';
import type { PutView, SavedViewRow, SaveView } from './schema';

/** Keeps a list's address under a name. */
export async function saveViewAction(view: SaveView): Promise<Result<SavedViewRow>> {
  return shown(await saveView(await requireActor(), view));
}

/** Renames, shares or changes a view. */
export async function putViewAction(id: string, change: PutView): Promise<Result<SavedViewRow>> {
  return shown(await putView(await requireActor(), id, change));
}

/** Deletes a view. */
export async function deleteViewAction(id: string): Promise<Result<null>> {
  return shown(await deleteView(await requireActor(), id));
}

function shown<T>(result: Result<T>): Result<T> {
  revalidatePath('/', 'layout');
  return result;
}

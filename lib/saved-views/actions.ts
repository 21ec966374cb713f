'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { deleteView, hideView, putView, saveView } from './commands';
import type { HiddenView, PutView, SavedViewRow, SaveView } from './schema';

/** Keeps a list's address under a name. */
export async function saveViewAction(view: SaveView): Promise<Result<SavedViewRow>> {
  return shown(await saveView(await requireActor(), view));
}

/** Renames, shares or changes a view. */
export async function putViewAction(id: string, change: PutView): Promise<Result<SavedViewRow>> {
  return shown(await putView(await requireActor(), id, change));
}

/** Takes a view that somebody else shares out of one's list, or back into it. */
export async function hideViewAction(id: string, hidden: boolean): Promise<Result<HiddenView>> {
  return shown(await hideView(await requireActor(), id, hidden));
}

/** Deletes a view. */
export async function deleteViewAction(id: string): Promise<Result<null>> {
  return shown(await deleteView(await requireActor(), id));
}

function shown<T>(result: Result<T>): Result<T> {
  revalidatePath('/', 'layout');
  return result;
}

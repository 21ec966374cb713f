'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { actOnTasks } from './bulk';
import { snoozeTask } from './own-notes';
import { changeView, deleteView, saveView } from './saved-views';
import type { BulkOrder, BulkResult, ChangeView, SavedView, SaveView } from './schema';

/** Does the same to several tasks; says of each what became of it. */
export async function actOnTasksAction(order: BulkOrder): Promise<Result<BulkResult>> {
  return shown(await actOnTasks(await requireActor(), order));
}

/** Puts a task off until an instant; null takes it back. */
export async function snoozeTaskAction(
  id: string,
  until: string | null,
): Promise<Result<{ until: string | null }>> {
  return shown(await snoozeTask(await requireActor(), id, until));
}

/** Keeps a list under a name. */
export async function saveViewAction(view: SaveView): Promise<Result<SavedView>> {
  return shown(await saveView(await requireActor(), view));
}

/** Changes a view of one's own. */
export async function changeViewAction(id: string, change: ChangeView): Promise<Result<SavedView>> {
  return shown(await changeView(await requireActor(), id, change));
}

/** Deletes a view. */
export async function deleteViewAction(id: string): Promise<Result<{ id: string }>> {
  return shown(await deleteView(await requireActor(), id));
}

function shown<T>(result: Result<T>): Result<T> {
  revalidatePath('/', 'layout');
  return result;
}

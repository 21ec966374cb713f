import type { Actor } from '@/lib/people/actor';
import { readInput } from '@/lib/people/input';
import { type Result, done } from '@/lib/people/refusal';
import { givenOf } from './given';
import { viewRow } from './queries';
import {
  type HiddenView,
  type PutView,
  putViewSchema,
  type SavedViewRow,
  saveViewSchema,
  type SaveView,
} from './schema';
import { changeStored, deleteStored, hideStored, keepView } from './store';

/** Keeps a list's address under a name, for oneself, a role or everybody. */
export async function saveView(actor: Actor, view: SaveView): Promise<Result<SavedViewRow>> {
  const read = readInput(saveViewSchema, view);
  if (!read.ok) return read;
  const { place, address, ...rest } = read.value;
  const kept = await keepView(actor, place, { ...rest, query: { address } });
  return kept.ok ? done(viewRow(actor, kept.value)) : kept;
}

/** Renames a view, shares it or keeps it to oneself again, or gives it another address. */
export async function putView(actor: Actor, id: string, change: PutView): Promise<Result<SavedViewRow>> {
  const read = readInput(putViewSchema, change);
  if (!read.ok) return read;
  const { address, ...given } = givenOf(read.value, change);
  const query = address === undefined ? {} : { query: { address } };
  const changed = await changeStored(actor, 'instances', id, { ...given, ...query });
  return changed.ok ? done(viewRow(actor, changed.value)) : changed;
}

/** Takes a view of any list, which somebody else shares, out of the actor's list, or back into it; others see it as before. */
export function hideView(actor: Actor, id: string, hidden: boolean): Promise<Result<HiddenView>> {
  return hideStored(actor, id, hidden);
}

/** Deletes a view; what it showed stays as it is. */
export async function deleteView(actor: Actor, id: string): Promise<Result<null>> {
  const deleted = await deleteStored(actor, 'instances', id);
  return deleted.ok ? done(null) : deleted;
}

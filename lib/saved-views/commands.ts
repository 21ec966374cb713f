import { forTenant, inTenant } from '@/lib/database/client';
import type { Actor } from '@/lib/people/actor';
import { isBareKey } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { newId } from '@/lib/runtime/uuid';
import { mayChange, viewRow } from './queries';
import { type PutView, putViewSchema, type SavedViewRow, saveViewSchema, type SaveView } from './schema';

/** Views that one person may have of one list. */
const mostOwn = 100;

/** Keeps a list's address under a name, for oneself or for everybody. */
export async function saveView(actor: Actor, view: SaveView): Promise<Result<SavedViewRow>> {
  if (isBareKey(actor)) return refuse('forbidden', 'A view belongs to a person: let the key act as one.');
  const read = readInput(saveViewSchema, view);
  if (!read.ok) return read;
  return inTenant(actor.tenantId, async (tx) => {
    const own = await tx.savedView.count({ where: { ownerId: actor.personId, place: read.value.place } });
    if (own >= mostOwn)
      return refuse('invalid', `You have ${mostOwn} views of this list. Delete one before you save another.`);
    const row = await tx.savedView.create({
      data: { tenantId: actor.tenantId, id: newId(), ownerId: actor.personId, ...read.value },
      include: { owner: true },
    });
    return done(viewRow(actor, row));
  });
}

/** Renames a view, shares it or keeps it to oneself again, or gives it another address. */
export async function putView(actor: Actor, id: string, change: PutView): Promise<Result<SavedViewRow>> {
  const read = readInput(putViewSchema, change);
  if (!read.ok) return read;
  if (!(await changeable(actor, id))) return noSuchView;
  const row = await forTenant(actor.tenantId).savedView.update({
    where: { tenantId_id: { tenantId: actor.tenantId, id } },
    data: read.value,
    include: { owner: true },
  });
  return done(viewRow(actor, row));
}

/** Deletes a view; what it showed stays as it is. */
export async function deleteView(actor: Actor, id: string): Promise<Result<null>> {
  if (!(await changeable(actor, id))) return noSuchView;
  await forTenant(actor.tenantId).savedView.delete({
    where: { tenantId_id: { tenantId: actor.tenantId, id } },
  });
  return done(null);
}

async function changeable(actor: Actor, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const row = await forTenant(actor.tenantId).savedView.findUnique({
    where: { tenantId_id: { tenantId: actor.tenantId, id } },
  });
  return row !== null && mayChange(actor, row);
}

const noSuchView = refuse('not_found', 'There is no such view, or it is not yours.');

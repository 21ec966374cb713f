import type { Actor } from '@/lib/people/actor';
import { type AddressPlace, addressQuerySchema, type SavedViewRow, viewColours } from './schema';
import { listStored, type StoredView } from './store';

/** The actor's own views of a list and those that are shared with them, the oldest first. */
export async function listViews(actor: Actor, place: AddressPlace): Promise<readonly SavedViewRow[]> {
  return (await listStored(actor, place)).map((view) => viewRow(actor, view));
}

/** A view as it is shown. */
export function viewRow(actor: Actor, view: StoredView): SavedViewRow {
  const { id, name, sharedWith, ownerId, owner, hiddenBy, createdAt } = view;
  return {
    id,
    place: view.place as AddressPlace,
    name,
    colour: viewColours.find((one) => one === view.colour) ?? 'grey',
    address: addressQuerySchema.parse(view.query).address,
    sharedWith,
    owner: { id: ownerId, name: owner.name },
    own: ownerId === actor.personId,
    hidden: hiddenBy.length > 0,
    createdAt: createdAt.toISOString(),
  };
}

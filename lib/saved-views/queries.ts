import { forTenant } from '@/lib/database/client';
import type { Person, SavedView } from '@/lib/database/generated/client';
import type { Actor } from '@/lib/people/actor';
import { holds } from '@/lib/people/permissions';
import type { SavedViewRow, ViewPlace } from './schema';

/** Views that one list offers. */
const most = 200;

/** The actor's own views of a list and those that others share, by name. */
export async function listViews(actor: Actor, place: ViewPlace): Promise<readonly SavedViewRow[]> {
  const rows = await forTenant(actor.tenantId).savedView.findMany({
    where: { place, OR: [{ ownerId: actor.personId }, { shared: true }] },
    include: { owner: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: most,
  });
  return rows.map((row) => viewRow(actor, row));
}

/** A view as it is shown. */
export function viewRow(actor: Actor, row: SavedView & { owner: Person }): SavedViewRow {
  const { id, name, address, shared, owner, createdAt } = row;
  return {
    id,
    place: row.place as ViewPlace,
    name,
    address,
    shared,
    owner: { id: owner.id, name: owner.name },
    own: mayChange(actor, row),
    createdAt: createdAt.toISOString(),
  };
}

/** Its owner; of a shared one also whoever manages people, so that those of leavers can be taken away. */
export function mayChange(
  actor: Actor,
  view: { readonly ownerId: string; readonly shared: boolean },
): boolean {
  return view.ownerId === actor.personId || (view.shared && holds(actor, 'people.manage'));
}

import type { Actor } from '@/lib/people/actor';
import { readInput } from '@/lib/people/input';
import { holds } from '@/lib/people/permissions';
import { type Result, done } from '@/lib/people/refusal';
import { givenOf } from '@/lib/saved-views/given';
import { viewColours } from '@/lib/saved-views/schema';
import { changeStored, deleteStored, keepView, listStored, type StoredView } from '@/lib/saved-views/store';
import { readFilters } from './conditions';
import { countLists } from './read-inbox';
import {
  type ChangeView,
  changeViewSchema,
  type InboxQuery,
  inboxQuerySchema,
  type SavedView,
  type SaveView,
  saveViewSchema,
} from './schema';

/** The actor's own views and those that are shared with them, each with how many tasks the actor has in it. */
export async function listViews(actor: Actor): Promise<Result<readonly SavedView[]>> {
  const stored = await listStored(actor, 'inbox');
  // One whose query no later version understands is left out rather than shown as something else.
  const views = stored.flatMap((view) => {
    const query = inboxQuerySchema.safeParse(view.query);
    const seesAll = holds(actor, 'instances.read_all');
    return query.success && (query.data.view !== 'all' || seesAll) ? [{ view, query: query.data }] : [];
  });
  if (views.length === 0) return done([]);
  // What somebody has hidden is not worth the counting.
  const counts = await countLists(
    actor,
    views
      .filter(({ view }) => view.hiddenBy.length === 0)
      .map(({ view, query }) => ({ name: view.id, view: query.view, where: readFilters(query) })),
  );
  return done(views.map(({ view, query }) => savedView(actor, view, query, counts[view.id] ?? null)));
}

/** Keeps a list under a name. */
export async function saveView(actor: Actor, view: SaveView): Promise<Result<SavedView>> {
  const read = readInput(saveViewSchema, view);
  if (!read.ok) return read;
  return counted(actor, await keepView(actor, 'inbox', read.value));
}

/** Gives a view another name, colour, list or audience: its owner alone may. */
export async function changeView(actor: Actor, id: string, change: ChangeView): Promise<Result<SavedView>> {
  const read = readInput(changeViewSchema, change);
  if (!read.ok) return read;
  return counted(actor, await changeStored(actor, 'inbox', id, givenOf(read.value, change)));
}

/** Deletes a view: its owner, or for one that is shared whoever manages people. */
export function deleteView(actor: Actor, id: string): Promise<Result<{ id: string }>> {
  return deleteStored(actor, 'inbox', id);
}

async function counted(actor: Actor, stored: Result<StoredView>): Promise<Result<SavedView>> {
  if (!stored.ok) return stored;
  const query = inboxQuerySchema.parse(stored.value.query);
  const list = { name: 'count', view: query.view, where: readFilters(query) };
  const { count = 0 } = await countLists(actor, [list]);
  return done(savedView(actor, stored.value, query, count));
}

function savedView(
  actor: Actor,
  { id, name, colour, sharedWith, ownerId, owner, hiddenBy }: StoredView,
  query: InboxQuery,
  count: number | null,
): SavedView {
  return {
    id,
    name,
    colour: viewColours.find((one) => one === colour) ?? 'grey',
    query,
    sharedWith,
    owner: { id: ownerId, name: owner.name },
    own: ownerId === actor.personId,
    hidden: hiddenBy.length > 0,
    count,
  };
}

import { inTenant, type TenantTransaction } from '@/lib/database/client';
import { readFilters } from '@/lib/inbox/conditions';
import type { Actor } from '@/lib/people/actor';
import { isBareKey } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { holds } from '@/lib/people/permissions';
import { type Result, done, refuse, refuseFields } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { newId } from '@/lib/runtime/uuid';
import { countLists } from './read-inbox';
import {
  type ChangeView,
  changeViewSchema,
  type InboxQuery,
  inboxQuerySchema,
  type SavedView,
  type SaveView,
  saveViewSchema,
  viewColours,
} from './schema';

/** Views that a person may keep. */
const mostViews = 50;

type StoredView = Awaited<ReturnType<typeof readViews>>[number];

/** The actor's own views and those that are shared with them, each with how many tasks the actor has in it. */
export async function listViews(actor: Actor): Promise<Result<readonly SavedView[]>> {
  if (isBareKey(actor)) return done([]);
  const stored = await inTenant(actor.tenantId, (tx) => readViews(tx, actor));
  // One whose query no later version understands is left out rather than shown as something else.
  const views = stored.flatMap((view) => {
    const query = inboxQuerySchema.safeParse(view.query);
    const seesAll = holds(actor, 'instances.read_all');
    return query.success && (query.data.view !== 'all' || seesAll) ? [{ view, query: query.data }] : [];
  });
  if (views.length === 0) return done([]);
  const counts = await countLists(
    actor,
    views.map(({ view, query }) => ({ name: view.id, view: query.view, where: readFilters(query) })),
  );
  return done(views.map(({ view, query }) => savedView(actor, view, query, counts[view.id] ?? 0)));
}

/** Keeps a list under a name. */
export async function saveView(actor: Actor, view: SaveView): Promise<Result<SavedView>> {
  if (isBareKey(actor)) return refuse('forbidden', 'Views belong to people; a key by itself keeps none.');
  const read = readInput(saveViewSchema, view);
  if (!read.ok) return read;
  const { query, ...rest } = read.value;
  return inTenant(actor.tenantId, async (tx) => {
    const refused =
      (await refusedName(tx, actor, rest.name, null)) ?? (await refusedShare(tx, actor, rest.sharedWith));
    if (refused) return refused;
    if ((await tx.inboxView.count({ where: { ownerId: actor.personId } })) >= mostViews) {
      return refuse('not_allowed', `You have ${mostViews} views already; delete one first.`);
    }
    const id = newId();
    await tx.inboxView.create({
      data: { ...rest, query, id, tenantId: actor.tenantId, ownerId: actor.personId },
    });
    return counted(
      actor,
      { ...rest, id, query, ownerId: actor.personId, owner: { name: actor.name } },
      query,
    );
  });
}

/** Gives a view another name, colour, list or audience: its owner alone may. */
export async function changeView(actor: Actor, id: string, change: ChangeView): Promise<Result<SavedView>> {
  const read = readInput(changeViewSchema, change);
  if (!read.ok) return read;
  // What is left out stays; the schema's defaults are for a new one.
  const given = Object.fromEntries(
    Object.entries(read.value).filter(([name]) => Object.hasOwn(change, name)),
  );
  return inTenant(actor.tenantId, async (tx) => {
    const found = await findView(tx, actor, id);
    if (!found) return noView;
    if (found.ownerId !== actor.personId) return notYours;
    const { name, sharedWith } = { ...found, ...(given as Partial<typeof read.value>) };
    const refused =
      (await refusedName(tx, actor, name, id)) ??
      ('sharedWith' in given ? await refusedShare(tx, actor, sharedWith) : null);
    if (refused) return refused;
    const key = { tenantId_id: { tenantId: actor.tenantId, id } };
    const changed = await tx.inboxView.update({ where: key, data: given, include: withOwner });
    const query = inboxQuerySchema.parse(changed.query);
    return counted(actor, changed, query);
  });
}

/** Deletes a view: its owner, or for one that is shared whoever manages people. */
export async function deleteView(actor: Actor, id: string): Promise<Result<{ id: string }>> {
  return inTenant(actor.tenantId, async (tx) => {
    const found = await findView(tx, actor, id);
    if (!found) return noView;
    const tidies = found.sharedWith !== null && holds(actor, 'people.manage');
    if (found.ownerId !== actor.personId && !tidies) return notYours;
    await tx.inboxView.delete({ where: { tenantId_id: { tenantId: actor.tenantId, id } } });
    return done({ id });
  });
}

/** With the holders of which roles the actor may share: their own roles; who manages people, any. */
export async function sharingRoles(actor: Actor): Promise<readonly { key: string; name: string }[]> {
  return inTenant(actor.tenantId, (tx) =>
    tx.role.findMany({
      where: holds(actor, 'people.manage') ? {} : { key: { in: [...actor.roles] } },
      select: { key: true, name: true },
      orderBy: { name: 'asc' },
    }),
  );
}

const withOwner = { owner: { select: { name: true } } } as const;

function readViews(tx: TenantTransaction, actor: Actor) {
  return tx.inboxView.findMany({
    where: visibleTo(actor),
    include: withOwner,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: 200,
  });
}

function findView(tx: TenantTransaction, actor: Actor, id: string) {
  if (!isUuid(id)) return null;
  return tx.inboxView.findFirst({ where: { id, ...visibleTo(actor) }, include: withOwner });
}

/** Their own, and what is shared with everybody or with a role that they hold. */
function visibleTo({ personId, roles }: Actor) {
  return { OR: [{ ownerId: personId }, { sharedWith: { in: ['*', ...roles] } }] };
}

async function refusedName(tx: TenantTransaction, actor: Actor, name: string, except: string | null) {
  const same = await tx.inboxView.findFirst({
    where: { ownerId: actor.personId, name, ...(except && { id: { not: except } }) },
    select: { id: true },
  });
  return same ? refuseFields([{ path: '/name', message: `you have a view called “${name}” already` }]) : null;
}

/** One shares with everybody, or with a role that one holds; who manages people, with any. */
async function refusedShare(tx: TenantTransaction, actor: Actor, sharedWith: string | null) {
  if (sharedWith === null || sharedWith === '*' || actor.roles.includes(sharedWith)) return null;
  const role =
    holds(actor, 'people.manage') &&
    (await tx.role.findFirst({ where: { key: sharedWith }, select: { key: true } }));
  return role ? null : refuseFields([{ path: '/sharedWith', message: 'you hold no such role' }]);
}

async function counted(
  actor: Actor,
  view: Omit<StoredView, 'tenantId' | 'createdAt'>,
  query: InboxQuery,
): Promise<Result<SavedView>> {
  const list = { name: 'count', view: query.view, where: readFilters(query) };
  const { count = 0 } = await countLists(actor, [list]);
  return done(savedView(actor, view, query, count));
}

function savedView(
  actor: Actor,
  { id, name, colour, sharedWith, ownerId, owner }: Omit<StoredView, 'tenantId' | 'createdAt'>,
  query: InboxQuery,
  count: number,
): SavedView {
  return {
    id,
    name,
    colour: viewColours.find((one) => one === colour) ?? 'grey',
    query,
    sharedWith,
    owner: { id: ownerId, name: owner.name },
    own: ownerId === actor.personId,
    count,
  };
}

const noView = refuse('not_found', 'There is no such view.');
const notYours = refuse('forbidden', 'This view belongs to somebody else; save it as one of your own.');

import { inTenant, type TenantTransaction } from '@/lib/database/client';
import type { Actor } from '@/lib/people/actor';
import { isBareKey } from '@/lib/people/authorize';
import { holds } from '@/lib/people/permissions';
import { type Result, done, refuse, refuseFields } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { newId } from '@/lib/runtime/uuid';
import type { HiddenView, ViewColour, ViewPlace } from './schema';

/** Views that a person may keep of one list, and those that a list offers. */
const mostOwn = 100;
const mostShown = 200;

/** What a view keeps: `query` is what its place understands. */
export type NewView = {
  readonly name: string;
  readonly colour: ViewColour;
  readonly query: object;
  readonly sharedWith: string | null;
};

/** A view as it is stored, with its owner's name, and whether the reader has hidden it. */
export type StoredView = Awaited<ReturnType<typeof readViews>>[number];

/** The actor's own views of a list and those that are shared with them, the oldest first. */
export async function listStored(actor: Actor, place: ViewPlace): Promise<readonly StoredView[]> {
  return isBareKey(actor) ? [] : inTenant(actor.tenantId, (tx) => readViews(tx, actor, place));
}

/** Keeps a list under a name. */
export async function keepView(actor: Actor, place: ViewPlace, view: NewView): Promise<Result<StoredView>> {
  if (isBareKey(actor)) return refuse('forbidden', 'Views belong to people; a key by itself keeps none.');
  return inTenant(actor.tenantId, async (tx) => {
    const refused =
      (await refusedName(tx, actor, place, view.name, null)) ??
      (await refusedShare(tx, actor, view.sharedWith));
    if (refused) return refused;
    if ((await tx.savedView.count({ where: { ownerId: actor.personId, place } })) >= mostOwn)
      return refuse('not_allowed', `You have ${mostOwn} views of this list already; delete one first.`);
    const data = { ...view, place, id: newId(), tenantId: actor.tenantId, ownerId: actor.personId };
    return done(await tx.savedView.create({ data, include: seenBy(actor) }));
  });
}

/** Gives a view another name, colour, list or audience: its owner alone may. What is not given stays. */
export async function changeStored(
  actor: Actor,
  place: ViewPlace,
  id: string,
  given: Partial<NewView>,
): Promise<Result<StoredView>> {
  return inTenant(actor.tenantId, async (tx) => {
    const found = await findView(tx, actor, place, id);
    if (!found) return noView;
    if (found.ownerId !== actor.personId) return notYours;
    const refused =
      (given.name === undefined ? null : await refusedName(tx, actor, place, given.name, id)) ??
      (given.sharedWith === undefined ? null : await refusedShare(tx, actor, given.sharedWith));
    if (refused) return refused;
    const where = { tenantId_id: { tenantId: actor.tenantId, id } };
    return done(await tx.savedView.update({ where, data: given, include: seenBy(actor) }));
  });
}

/** Takes a view that somebody else shares out of the actor's own list, or back into it. */
export async function hideStored(actor: Actor, id: string, hidden: boolean): Promise<Result<HiddenView>> {
  if (isBareKey(actor)) return refuse('forbidden', 'Views belong to people; a key by itself hides none.');
  return inTenant(actor.tenantId, async (tx) => {
    const found = isUuid(id) && (await tx.savedView.findFirst({ where: { id, ...visibleTo(actor) } }));
    if (!found) return noView;
    if (found.ownerId === actor.personId)
      return refuse('not_allowed', 'This view is yours: delete it, or keep it to yourself.');
    const row = { tenantId: actor.tenantId, personId: actor.personId, viewId: id };
    if (hidden) await tx.hiddenView.createMany({ data: [row], skipDuplicates: true });
    else await tx.hiddenView.deleteMany({ where: row });
    return done({ id, hidden });
  });
}

/** Deletes a view: its owner, or for one that is shared whoever manages people. */
export async function deleteStored(
  actor: Actor,
  place: ViewPlace,
  id: string,
): Promise<Result<{ id: string }>> {
  return inTenant(actor.tenantId, async (tx) => {
    const found = await findView(tx, actor, place, id);
    if (!found) return noView;
    const tidies = found.sharedWith !== null && holds(actor, 'people.manage');
    if (found.ownerId !== actor.personId && !tidies) return notYours;
    await tx.savedView.delete({ where: { tenantId_id: { tenantId: actor.tenantId, id } } });
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

function seenBy({ personId }: Actor) {
  return {
    owner: { select: { name: true } },
    hiddenBy: { where: { personId }, select: { personId: true } },
  } as const;
}

function readViews(tx: TenantTransaction, actor: Actor, place: ViewPlace) {
  return tx.savedView.findMany({
    where: { place, ...visibleTo(actor) },
    include: seenBy(actor),
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: mostShown,
  });
}

function findView(tx: TenantTransaction, actor: Actor, place: ViewPlace, id: string) {
  if (!isUuid(id)) return null;
  return tx.savedView.findFirst({ where: { id, place, ...visibleTo(actor) } });
}

/** Their own, and what is shared with everybody or with a role that they hold. */
function visibleTo({ personId, roles }: Actor) {
  return { OR: [{ ownerId: personId }, { sharedWith: { in: ['*', ...roles] } }] };
}

async function refusedName(
  tx: TenantTransaction,
  actor: Actor,
  place: ViewPlace,
  name: string,
  except: string | null,
) {
  const same = await tx.savedView.findFirst({
    where: { ownerId: actor.personId, place, name, ...(except && { id: { not: except } }) },
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

const noView = refuse('not_found', 'There is no such view.');
const notYours = refuse('forbidden', 'This view belongs to somebody else; save it as one of your own.');

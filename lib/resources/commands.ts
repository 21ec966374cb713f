import { writeAudit } from '@/lib/audit/entry';
import { inTenant } from '@/lib/database/client';
import { keySchema } from '@/lib/engine/definition/primitives';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuse, refuseFields } from '@/lib/people/refusal';
import { grantRoom } from '@/lib/runtime/room';
import { appPool } from '@/lib/database/pool';
import { readResources } from './read-resources';
import { type PutResource, putResourceSchema, type ResourceRow } from './schema';

/**
 * Makes a resource, or changes its capacity: more room is given away at once, less lets those end that run. There is no deleting
 * one, since published versions name it; a capacity of 0 stops it.
 * @param revision the one that the change was made from: 0 for a new resource, null for whatever is in force
 */
export async function putResource(
  actor: Actor,
  key: string,
  input: PutResource,
  revision: number | null = null,
): Promise<Result<ResourceRow>> {
  const lacking = lacks(actor, 'integrations.manage');
  if (lacking) return lacking;
  const readKey = readInput(keySchema, key);
  if (!readKey.ok) return readKey;
  const read = readInput(putResourceSchema, input);
  if (!read.ok) return read;
  const { title, atOnce = null, perSecond = null, shared = null } = read.value;
  const refused = await inTenant(actor.tenantId, async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`resource:${actor.tenantId}:${key}`}, 0))`;
    const id = { tenantId_key: { tenantId: actor.tenantId, key } };
    const before = await tx.resource.findUnique({ where: id });
    if (revision !== null && revision !== (before?.revision ?? 0)) return stale(before);
    if (shared !== null && !(await tx.sharedResource.findUnique({ where: { key: shared } })))
      return refuseFields([{ path: '/shared', message: 'there is no such shared capacity' }]);
    const data = { title, atOnce, perSecond, shared };
    const by = { changedByName: actor.name };
    if (before) {
      const next = { revision: before.revision + 1, changedAt: new Date() };
      await tx.resource.update({ where: id, data: { ...data, ...by, ...next }, select: { key: true } });
    } else {
      await tx.resource.create({
        data: { tenantId: actor.tenantId, key, ...data, ...by },
        select: { key: true },
      });
    }
    await writeAudit(tx, actor, { action: 'resource_put', subject: `resource:${key}`, data });
    return null;
  });
  if (refused) return refused;
  await grantRoom(appPool());
  const [row] = await readResources(actor.tenantId, key);
  return done(row!);
}

function stale(before: { readonly revision: number; readonly changedByName: string } | null) {
  const by = before?.changedByName ?? null;
  const message =
    by === null
      ? 'There is no such resource yet.'
      : `${by} has changed this resource meanwhile. Read it again and make your change there.`;
  return refuse('stale', message, { revision: before?.revision ?? 0, by });
}

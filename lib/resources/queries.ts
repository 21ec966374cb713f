import { forTenant } from '@/lib/database/client';
import { keySchema } from '@/lib/engine/definition/primitives';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { readRequests, readResources } from './read-resources';
import type { ResourceDetail, ResourceRow, SharedResource } from './schema';

/** The tenant's resources by title, each with how many attempts run at it and wait for room. */
export async function listResources(actor: Actor): Promise<Result<readonly ResourceRow[]>> {
  return lacks(actor, 'definitions.read') ?? done(await readResources(actor.tenantId));
}

/** One resource, with the attempts that run at it and those in line. */
export async function getResource(actor: Actor, key: string): Promise<Result<ResourceDetail>> {
  const lacking = lacks(actor, 'integrations.manage');
  if (lacking) return lacking;
  const [row] = keySchema.safeParse(key).success ? await readResources(actor.tenantId, key) : [];
  if (!row) return refuse('not_found', 'There is no such resource.');
  return done({ ...row, requests: await readRequests(actor.tenantId, key) });
}

/** The operator's capacities, in which a resource may take part. */
export async function listSharedResources(actor: Actor): Promise<Result<readonly SharedResource[]>> {
  const lacking = lacks(actor, 'integrations.manage');
  if (lacking) return lacking;
  const rows = await forTenant(actor.tenantId).sharedResource.findMany({ orderBy: { key: 'asc' } });
  return done(
    rows.map((row) => ({ ...row, perSecond: row.perSecond === null ? null : Number(row.perSecond) })),
  );
}

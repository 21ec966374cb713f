import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Actor } from '@/lib/people/actor';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { loadDefinition } from '@/lib/runtime/snapshot';

export type Version = { readonly id: string; readonly version: number; readonly definition: Definition };

const byNumber = tenantStatement(
  'migration_versions',
  `SELECT v.id, v.version FROM definition_versions v WHERE v.tenant_id = tenant.id AND v.key = $2 AND v.version = ANY ($3::int[])`,
);

/** The two versions of a definition that a plan is about. */
export async function readVersions(
  actor: Actor,
  key: string,
  from: number,
  to: number,
): Promise<Result<{ readonly source: Version; readonly target: Version }>> {
  if (from === to) return refuse('invalid', 'Old and new version are the same.');
  const rows = await readTenant<{ id: string; version: number }>(appPool(), actor.tenantId, byNumber, [
    key,
    [from, to],
  ]);
  const one = async (version: number): Promise<Version | null> => {
    const row = rows.find((found) => found.version === version);
    if (!row) return null;
    const { content } = await loadDefinition(appPool(), actor.tenantId, row.id);
    return { id: row.id, version, definition: content };
  };
  const [source, target] = await Promise.all([one(from), one(to)]);
  if (!source || !target) return refuse('not_found', `There is no version ${source ? to : from} of ${key}.`);
  return done({ source, target });
}

const live = tenantStatement(
  'migration_live',
  `SELECT i.id FROM instances i WHERE i.tenant_id = tenant.id AND i.definition_version_id = $2 AND i.closed_at IS NULL
     AND i.definition_id = (SELECT v.definition_id FROM definition_versions v WHERE v.tenant_id = tenant.id AND v.id = $2)
   ORDER BY i.id LIMIT $3`,
);

/** Ids of the live instances of a version, the oldest first. */
export async function liveInstances(actor: Actor, version: Version, most: number): Promise<string[]> {
  const rows = await readTenant<{ id: string }>(appPool(), actor.tenantId, live, [version.id, most]);
  return rows.map(({ id }) => id);
}

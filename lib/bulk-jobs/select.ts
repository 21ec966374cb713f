import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { listInstances } from '@/lib/instances/queries';
import type { InstanceFilters } from '@/lib/instances/schema';
import type { Actor } from '@/lib/people/actor';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { limits, type Selection } from './schema';

/** Rows that one look at the list takes. */
const page = 200;

const known = tenantStatement(
  'bulk_job_known',
  `SELECT i.id FROM instances i WHERE i.tenant_id = tenant.id AND i.id = ANY ($2::uuid[])`,
);

/**
 * The ids that a job is about, each once: those that were ticked, or those that the list itself shows for the filter.
 * There is no second query that could see others than the person did.
 */
export async function frozenIds(actor: Actor, selection: Selection): Promise<Result<readonly string[]>> {
  return 'ids' in selection ? tickedIds(actor, selection.ids) : filteredIds(actor, selection.filter);
}

async function tickedIds(actor: Actor, ticked: readonly string[]): Promise<Result<readonly string[]>> {
  const ids = [...new Set(ticked.map((id) => id.toLowerCase()))];
  const rows = await readTenant<{ id: string }>(appPool(), actor.tenantId, known, [ids]);
  const found = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length === 0) return done(ids);
  const message = `There is no instance ${missing[0]}${missing.length > 1 ? ` (and ${missing.length - 1} more of these)` : ''}.`;
  return refuse('not_found', message, { instances: missing.slice(0, 100) });
}

async function filteredIds(actor: Actor, filter: InstanceFilters): Promise<Result<readonly string[]>> {
  const ids = new Set<string>();
  for (let cursor: string | undefined; ;) {
    const found = await listInstances(actor, filter, { cursor, limit: page });
    if (!found.ok) return found;
    for (const { id } of found.value.items) ids.add(id);
    if (ids.size > limits.instances) {
      const message = `The filter finds more than ${limits.instances} instances, the most that one job takes. Narrow it.`;
      return refuse('too_large', message, { limit: limits.instances });
    }
    if (found.value.next === null) break;
    cursor = found.value.next;
  }
  if (ids.size > 0) return done([...ids]);
  return refuse('invalid', 'The filter finds no instance, so there is nothing to do.');
}

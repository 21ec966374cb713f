import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Actor } from '@/lib/people/actor';

/** A process to which a deputy's part can be narrowed. */
export type ScopeProcess = {
  readonly key: string;
  readonly name: string;
  /** Whether a task of it says what amount it is about: a part that ends at an amount has no other tasks. */
  readonly namesAmount: boolean;
};

const published = tenantStatement(
  'processes_of_absence',
  `SELECT d.key, d.name, EXISTS (SELECT FROM jsonb_array_elements(v.content -> 'steps') AS step
       WHERE step -> 'who' ? 'limit') AS "namesAmount"
   FROM public.definitions d
   JOIN public.definition_versions v ON v.tenant_id = d.tenant_id AND v.definition_id = d.id AND v.version = d.active_version
   WHERE d.tenant_id = tenant.id ORDER BY d.name, d.key LIMIT 500`,
);

/** The published processes by name. Their names are no secret to anybody who works here. */
export async function listProcesses(actor: Actor): Promise<readonly ScopeProcess[]> {
  return readTenant<ScopeProcess>(appPool(), actor.tenantId, published, []);
}

import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { LiveState } from './schema';

const live = tenantStatement(
  'definition_live_states',
  `SELECT s.state, sum(s.count)::int AS instances FROM (
    SELECT i.state, count(*) AS count FROM public.instances i JOIN public.definitions d
      ON d.tenant_id = i.tenant_id AND d.id = i.definition_id
    WHERE i.tenant_id = tenant.id AND d.key = $2 AND i.closed_at IS NULL AND i.state IS NOT NULL GROUP BY i.state
    UNION ALL
    SELECT b.state, count(DISTINCT b.instance_id) FROM public.branches b
      JOIN public.instances i ON i.tenant_id = b.tenant_id AND i.id = b.instance_id
      JOIN public.definitions d ON d.tenant_id = i.tenant_id AND d.id = i.definition_id
    WHERE i.tenant_id = tenant.id AND d.key = $2 AND i.closed_at IS NULL AND b.status = 'open' AND b.state IS NOT NULL
    GROUP BY b.state) AS s
  GROUP BY s.state ORDER BY s.state`,
);

/** In which states instances of a definition that have not ended stand, their branches included, whatever their version. */
export function readLiveStates(tenantId: string, key: string): Promise<LiveState[]> {
  return readTenant<LiveState>(appPool(), tenantId, live, [key]);
}

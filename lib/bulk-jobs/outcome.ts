import type { Pool } from 'pg';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { InstanceStatus } from '@/lib/engine/lifecycle';

const acted = tenantStatement(
  'bulk_job_acted',
  `SELECT true AS acted FROM events e WHERE e.tenant_id = tenant.id AND e.instance_id = $2 AND e.causation_id = $3 LIMIT 1`,
);

/** Whether the instance's history has something that the job has caused: then it was done, whoever did not live to say so. */
export async function hasActed(
  pool: Pool,
  tenantId: string,
  instanceId: string,
  cause: string,
): Promise<boolean> {
  const rows = await readTenant<{ acted: boolean }>(pool, tenantId, acted, [instanceId, cause]);
  return rows.length > 0;
}

const standing = tenantStatement(
  'bulk_job_outcome',
  `SELECT i.status, 'activity' = ANY (i.waiting_for) AS working, (
     SELECT jsonb_build_object('code', c.code, 'message', c.message) FROM incidents c
     WHERE c.tenant_id = i.tenant_id AND c.instance_id = i.id AND c.closed_at IS NULL
     ORDER BY c.opened_sequence DESC LIMIT 1) AS incident
   FROM instances i WHERE i.tenant_id = tenant.id AND i.id = $2`,
);

type Standing = {
  readonly status: InstanceStatus;
  readonly working: boolean;
  readonly incident: { readonly code: string; readonly message: string } | null;
};

/** What came of a retry; null while what was tried again is still under way. */
export type RetryOutcome =
  { readonly ok: true } | { readonly ok: false; readonly code: string; readonly message: string } | null;

/** A retry has failed when the instance needs attention again, and has done well when it works on nothing any more. */
export async function retryOutcome(pool: Pool, tenantId: string, instanceId: string): Promise<RetryOutcome> {
  const [row] = await readTenant<Standing>(pool, tenantId, standing, [instanceId]);
  if (!row) return { ok: true };
  const { status, working, incident } = row;
  if (status === 'needs_attention' || status === 'compensation_failed' || status === 'failed') {
    return { ok: false, code: incident?.code ?? status, message: incident?.message ?? 'It failed again.' };
  }
  const underWay = status === 'running' || status === 'compensating' || working;
  return underWay ? null : { ok: true };
}

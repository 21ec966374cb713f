import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { ResourceDetail, ResourceRow } from './schema';

const resources = tenantStatement(
  'resources',
  `SELECT r.key, r.title, r.at_once AS "atOnce", r.per_second::float8 AS "perSecond",
    CASE WHEN s.key IS NOT NULL THEN jsonb_build_object(
      'key', s.key, 'title', s.title, 'atOnce', s.at_once, 'perSecond', s.per_second::float8) END AS shared,
    r.revision, public.instant_text(r.changed_at) AS "changedAt", r.changed_by_name AS "changedBy",
    asked.running, asked.waiting, public.instant_text(asked.since) AS "waitingSince"
  FROM public.resources r
  LEFT JOIN public.shared_resources s ON s.key = r.shared
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE q.state IN ('held', 'granted'))::int AS running,
      count(*) FILTER (WHERE q.state IN ('waiting', 'unasked') AND q.due_at <= now())::int AS waiting,
      min(q.due_at) FILTER (WHERE q.state IN ('waiting', 'unasked') AND q.due_at <= now()) AS since
    FROM public.resource_requests q WHERE q.tenant_id = r.tenant_id AND q.resource = r.key) AS asked
  WHERE r.tenant_id = tenant.id AND ($2::text IS NULL OR r.key = $2)
  ORDER BY r.title, r.key`,
);

/** The tenant's resources by title, or the one of that key, with what runs and waits now. */
export async function readResources(tenantId: string, key: string | null = null): Promise<ResourceRow[]> {
  return readTenant<ResourceRow>(appPool(), tenantId, resources, [key]);
}

const requests = tenantStatement(
  'resource_requests',
  `SELECT q.instance_id AS instance, i.subject_id AS subject, v.content ->> 'name' AS definition, q.execution,
    CASE q.state WHEN 'held' THEN 'running' ELSE q.state END AS state, public.instant_text(q.since) AS since,
    CASE WHEN q.due_at > now() THEN public.instant_text(q.due_at) END AS "notBefore"
  FROM (
    (SELECT * FROM public.resource_requests h WHERE h.tenant_id = tenant.id AND h.resource = $2
      AND h.state IN ('held', 'granted') ORDER BY h.since LIMIT 100)
    UNION ALL
    (SELECT * FROM public.resource_requests w WHERE w.tenant_id = tenant.id AND w.resource = $2
      AND w.state IN ('waiting', 'unasked') ORDER BY w.due_at LIMIT 100)) AS q
  JOIN public.instances i ON i.tenant_id = tenant.id AND i.id = q.instance_id
  JOIN public.definition_versions v ON v.tenant_id = tenant.id AND v.id = i.definition_version_id
  ORDER BY q.state IN ('waiting', 'unasked'), q.due_at, q.instance_id, q.execution`,
);

/** Who has places of a resource, and who waits for one in the order of the line. */
export async function readRequests(tenantId: string, key: string): Promise<ResourceDetail['requests']> {
  return readTenant<ResourceDetail['requests'][number]>(appPool(), tenantId, requests, [key]);
}

import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { IncidentGroup } from './schema';

/** A group as the database has it; names come from the version's content. */
export type StoredGroup = Omit<IncidentGroup, 'definitionName' | 'stepName' | 'likelyFixed'> & {
  /** A version of the definition, for its names. */
  readonly versionId: string;
};

/** Groups that one look shows. */
export const mostGroups = 200;

const statement = tenantStatement(
  'incident_groups',
  `WITH open AS MATERIALIZED (
     SELECT c.cause_id, count(*)::int AS open, min(c.opened_at) AS oldest, array_agg(DISTINCT i.definition_version) AS versions,
       (array_agg(i.definition_version_id))[1] AS version_id
     FROM public.incidents c JOIN public.instances i ON i.tenant_id = tenant.id AND i.id = c.instance_id
     WHERE c.tenant_id = tenant.id AND c.closed_at IS NULL
       AND ($2::text IS NULL OR c.definition_key = $2) AND ($3::text IS NULL OR c.step = $3)
       AND ($4::int IS NULL OR i.definition_version = $4) AND ($7::uuid IS NULL OR c.cause_id = $7)
     GROUP BY c.cause_id
   )
   SELECT o.cause_id AS id, o.version_id AS "versionId", o.open, o.versions, public.instant_text(o.oldest) AS "oldestAt",
     newest.definition_key AS definition, newest.step, newest.code, newest.cause, newest.message,
     public.instant_text(newest.opened_at) AS "lastAt",
     public.instant_text((SELECT min(f.opened_at) FROM public.incidents f WHERE f.tenant_id = tenant.id AND f.cause_id = o.cause_id)) AS "firstAt",
     ARRAY(SELECT coalesce(n.count, 0) FROM generate_series(0, 13) AS d (day) LEFT JOIN (
         SELECT (now() AT TIME ZONE 'UTC')::date - (f.opened_at AT TIME ZONE 'UTC')::date AS day, count(*)::int AS count
         FROM public.incidents f WHERE f.tenant_id = tenant.id AND f.cause_id = o.cause_id
           AND f.opened_at > now() - interval '14 days' GROUP BY 1) AS n ON n.day = 13 - d.day ORDER BY d.day) AS trend,
     (SELECT count(DISTINCT r.instance_id)::int FROM public.incidents r WHERE r.tenant_id = tenant.id AND r.cause_id = o.cause_id
        AND r.closed_at > newest.opened_at AND r.resolution IN ('retried', 'resumed')
        AND NOT EXISTS (SELECT FROM public.incidents again WHERE again.tenant_id = tenant.id
          AND again.instance_id = r.instance_id AND again.opened_at >= r.closed_at)) AS recovered,
     CASE WHEN p.id IS NOT NULL THEN jsonb_build_object('id', p.id, 'name', p.name) END AS owner,
     g.note, CASE WHEN g.snoozed_until > now() THEN public.instant_text(g.snoozed_until) END AS "snoozedUntil"
   FROM open o
   CROSS JOIN LATERAL (SELECT n.* FROM public.incidents n WHERE n.tenant_id = tenant.id AND n.cause_id = o.cause_id
     ORDER BY n.opened_at DESC LIMIT 1) AS newest
   LEFT JOIN public.incident_groups g ON g.tenant_id = tenant.id AND g.cause_id = o.cause_id
   LEFT JOIN public.people p ON p.tenant_id = tenant.id AND p.id = g.owner_id
   WHERE ($5::boolean OR g.snoozed_until IS NULL OR g.snoozed_until <= now())
     AND (NOT $6::boolean OR g.owner_id IS NULL) AND ($8::uuid IS NULL OR g.owner_id = $8)
   ORDER BY o.open DESC, o.oldest LIMIT ${mostGroups}`,
);

export type GroupConditions = {
  readonly definition?: string | undefined;
  readonly step?: string | undefined;
  readonly version?: number | undefined;
  readonly withSnoozed: boolean;
  readonly ownedByNobody: boolean;
  readonly ownerId?: string | undefined;
  readonly id?: string | undefined;
};

/** Open incidents by cause, those with most instances first. */
export function readGroups(tenantId: string, where: GroupConditions): Promise<StoredGroup[]> {
  const { definition, step, version, withSnoozed, ownedByNobody, id, ownerId } = where;
  const values = [definition, step, version, withSnoozed, ownedByNobody, id, ownerId].map(
    (value) => value ?? null,
  );
  return readTenant<StoredGroup>(appPool(), tenantId, statement, values);
}

const tiles = tenantStatement(
  'incident_tiles',
  `SELECT (SELECT count(*)::int FROM public.incidents c WHERE c.tenant_id = tenant.id AND c.closed_at IS NULL) AS open,
     (SELECT count(DISTINCT c.instance_id)::int FROM public.incidents c WHERE c.tenant_id = tenant.id AND c.closed_at IS NULL) AS instances,
     (SELECT public.instant_text(min(c.opened_at)) FROM public.incidents c WHERE c.tenant_id = tenant.id AND c.closed_at IS NULL) AS "oldestAt",
     (SELECT public.instant_text(max(c.opened_at)) FROM public.incidents c WHERE c.tenant_id = tenant.id) AS "lastAt",
     (SELECT count(*)::int FROM public.activity_executions x WHERE x.tenant_id = tenant.id AND x.status = 'retrying') AS retrying,
     (SELECT count(*)::int FROM public.instances i WHERE i.tenant_id = tenant.id AND i.rare_status = 'compensation_failed') AS "compensationFailed"`,
);

export type IncidentTiles = {
  readonly open: number;
  readonly instances: number;
  readonly oldestAt: string | null;
  /** When the last one was opened, closed or not. */
  readonly lastAt: string | null;
  /** Activities that failed and are tried again by themselves: no incidents yet. */
  readonly retrying: number;
  readonly compensationFailed: number;
};

export async function readTiles(tenantId: string): Promise<IncidentTiles> {
  const [row] = await readTenant<IncidentTiles>(appPool(), tenantId, tiles);
  return row!;
}

import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { DesignWorld } from './schema';

type Cast = Pick<DesignWorld, 'people' | 'ruleValues' | 'calendarValues' | 'timeZone'>;

const cast = tenantStatement(
  'definition_cast',
  `SELECT t.time_zone AS "timeZone",
    coalesce((SELECT jsonb_object_agg(c.key, jsonb_build_object('key', c.key, 'name', c.name, 'version', c.version) ||
        (c.content - '{country,own}'::text[]))
      FROM (SELECT DISTINCT ON (v.key) v.key, v.name, v.version, v.content FROM public.calendar_versions v
        WHERE v.tenant_id = tenant.id ORDER BY v.key, v.version DESC) AS c), '{}') AS "calendarValues",
    coalesce((SELECT jsonb_object_agg(r.key, r.value) FROM public.rules r WHERE r.tenant_id = tenant.id
      AND r.effective_from <= now() AND (r.effective_to IS NULL OR now() < r.effective_to)), '{}') AS "ruleValues",
    coalesce((SELECT jsonb_agg(jsonb_build_object('email', p.email, 'name', p.name, 'roles', coalesce(
        (SELECT jsonb_agg(r.role_key ORDER BY r.role_key) FROM public.person_roles r
          WHERE r.tenant_id = p.tenant_id AND r.person_id = p.id), '[]')) ORDER BY p.name, p.email)
      FROM public.people p WHERE p.tenant_id = tenant.id AND p.active), '[]') AS people
  FROM public.tenants t WHERE t.id = tenant.id`,
);

/** Who and what a simulation of one of the tenant's definitions may meet: people with their roles, rules and calendars in force. */
export async function readCast(tenantId: string): Promise<Cast> {
  const [row] = await readTenant<Cast>(appPool(), tenantId, cast);
  return row!;
}

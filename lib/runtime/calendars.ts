import type { Pool } from 'pg';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Environment } from '@/lib/engine/decide/contract';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Json } from '@/lib/engine/json';

type InForce = Required<Pick<Environment, 'calendars' | 'zones'>>;

/** Calendars as values; people's zones where a calendar follows them, for no other instance needs to know those. */
const inForce = tenantStatement(
  'calendars_in_force',
  `SELECT coalesce(jsonb_object_agg(c.key, jsonb_build_object('key', c.key, 'name', c.name, 'version', c.version) ||
      (c.content - '{country,own}'::text[])), '{}') AS calendars,
    CASE WHEN bool_or((c.content ->> 'inAssigneeZone')::boolean) THEN (
      SELECT coalesce(jsonb_object_agg(p.email, p.time_zone), '{}') FROM public.people p
      WHERE p.tenant_id = tenant.id AND p.active AND p.email = ANY ($3)) ELSE '{}' END AS zones
  FROM (
    SELECT DISTINCT ON (v.key) v.key, v.name, v.version, v.content FROM public.calendar_versions v
    WHERE v.tenant_id = tenant.id AND v.key = ANY ($2) ORDER BY v.key, v.version DESC) AS c`,
);

/**
 * The calendars that a definition names, as they are in force now, and the zones of the people whom its instance names.
 * Most definitions name none and cost nothing.
 * @param data where addresses of people may stand: context, requester
 */
export async function calendarsInForce(
  pool: Pick<Pool, 'query'>,
  tenantId: string,
  definition: Definition,
  data: Json,
): Promise<Partial<InForce>> {
  const keys = namedCalendars(definition);
  if (keys.length === 0) return {};
  const addresses = new Set<string>();
  collectAddresses(data, addresses);
  const [row] = await readTenant<InForce>(pool, tenantId, inForce, [keys, [...addresses]]);
  return row ?? {};
}

function namedCalendars({ calendar, steps }: Definition): string[] {
  const named = steps.flatMap((step) => [
    'due' in step ? step.due?.calendar : undefined,
    step.type === 'WAIT_FOR_TIMER' && 'duration' in step.timer ? step.timer.calendar : undefined,
  ]);
  return [...new Set([calendar, ...named].filter((key) => key !== undefined))];
}

function collectAddresses(value: Json, into: Set<string>): void {
  if (typeof value === 'string') {
    if (value.includes('@') && value.length <= 320) into.add(value.trim().toLowerCase());
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) collectAddresses(inner, into);
  }
}

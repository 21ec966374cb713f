import type { Pool } from 'pg';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Environment } from '@/lib/engine/decide/contract';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Json } from '@/lib/engine/json';
import { isOpenTask } from '@/lib/engine/lifecycle';
import type { Snapshot } from '@/lib/engine/snapshot';

type Circumstances = Partial<Pick<Environment, 'calendars' | 'zones' | 'managers'>>;

/** Calendars as values; people's zones where a calendar follows them; who leads those who have a task. */
const circumstances = tenantStatement(
  'circumstances',
  `SELECT coalesce(jsonb_object_agg(c.key, jsonb_build_object('key', c.key, 'name', c.name, 'version', c.version) ||
      (c.content - '{country,own}'::text[])) FILTER (WHERE c.key IS NOT NULL), '{}') AS calendars,
    CASE WHEN bool_or((c.content ->> 'inAssigneeZone')::boolean) THEN (
      SELECT coalesce(jsonb_object_agg(p.email, p.time_zone), '{}') FROM public.people p
      WHERE p.tenant_id = tenant.id AND p.active AND p.email = ANY ($3)) ELSE '{}' END AS zones,
    (SELECT coalesce(jsonb_object_agg(p.email, jsonb_build_object('id', m.id, 'name', m.name, 'email', m.email)), '{}')
      FROM public.people p
      JOIN public.people m ON m.tenant_id = p.tenant_id AND m.id = p.manager_id AND m.active
      WHERE p.tenant_id = tenant.id AND p.email = ANY ($4)) AS managers
  FROM (
    SELECT DISTINCT ON (v.key) v.key, v.name, v.version, v.content FROM public.calendar_versions v
    WHERE v.tenant_id = tenant.id AND v.key = ANY ($2) ORDER BY v.key, v.version DESC) AS c`,
);

/**
 * What a decision has to know of the calendars that the definition names, as they are in force now, of the zones of the
 * people whom the instance names, and of the managers of those who have its tasks. Most definitions ask for none of it and
 * cost nothing.
 */
export async function circumstancesOf(
  pool: Pick<Pool, 'query'>,
  tenantId: string,
  definition: Definition,
  snapshot: Snapshot | null,
): Promise<Circumstances> {
  const { calendars: keys, managers } = asksFor(definition);
  const led = snapshot && managers ? holders(snapshot) : [];
  if (keys.length === 0 && led.length === 0) return {};
  const named = new Set<string>();
  if (snapshot && keys.length > 0) collectAddresses([snapshot.context, snapshot.requester], named);
  const values = [keys, [...named], led];
  const [row] = await readTenant<Required<Circumstances>>(pool, tenantId, circumstances, values);
  return row ?? {};
}

type Asked = { readonly calendars: readonly string[]; readonly managers: boolean };

const known = new WeakMap<Definition, Asked>();

/** What the definition has to know; found out once for each definition object, which nobody may change afterwards. */
function asksFor(definition: Definition): Asked {
  const before = known.get(definition);
  if (before) return before;
  const asked = { calendars: namedCalendars(definition), managers: goesToManagers(definition) };
  known.set(definition, asked);
  return asked;
}

function namedCalendars({ calendar, steps }: Definition): string[] {
  const named = steps.flatMap((step) => [
    'due' in step ? step.due?.calendar : undefined,
    step.type === 'WAIT_FOR_TIMER' && 'duration' in step.timer ? step.timer.calendar : undefined,
  ]);
  return [...new Set([calendar, ...named].filter((key) => key !== undefined))];
}

function goesToManagers({ steps }: Definition): boolean {
  return steps.some((step) => 'due' in step && step.due?.ladder?.some(({ to }) => to?.manager));
}

/** Addresses of those who have the open tasks, or may take them by name. */
function holders({ tasks }: Snapshot): string[] {
  return Object.values(tasks)
    .filter(({ status }) => isOpenTask(status))
    .flatMap(({ assignee, candidatePeople }) =>
      assignee ? [assignee.email.toLowerCase()] : candidatePeople,
    );
}

function collectAddresses(value: Json, into: Set<string>): void {
  if (typeof value === 'string') {
    if (value.includes('@') && value.length <= 320) into.add(value.trim().toLowerCase());
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) collectAddresses(inner, into);
  }
}

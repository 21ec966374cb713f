import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { readCursor, writeCursor } from '@/lib/http/cursor';
import type { Page } from '@/lib/http/page';
import type { Actor } from '@/lib/people/actor';
import { isBareKey, lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { type AbsenceFilters, absenceFiltersSchema, type AbsenceRow, type DecidedForMe } from './schema';

const columns = `a.id, jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email) AS person,
  jsonb_build_object('id', d.id, 'name', d.name, 'email', d.email) AS deputy,
  public.instant_text(a.starts_at) AS "startsAt", public.instant_text(a.ends_at) AS "endsAt",
  CASE WHEN a.recalled_at IS NOT NULL THEN 'recalled' WHEN a.ends_at <= now() THEN 'over' WHEN a.starts_at > now() THEN 'planned'
    ELSE 'active' END AS state,
  coalesce((SELECT jsonb_agg(jsonb_build_object('key', k.key, 'name', coalesce(f.name, k.key)) ORDER BY k.key)
    FROM unnest(a.processes) AS k (key)
    LEFT JOIN public.definitions f ON f.tenant_id = a.tenant_id AND f.key = k.key), '[]') AS processes,
  a.most_amount::float8 AS "mostAmount", a.note, a.created_by AS "createdBy", public.instant_text(a.created_at) AS "createdAt",
  public.instant_text(a.recalled_at) AS "recalledAt",
  EXISTS (SELECT FROM public.absences o WHERE o.tenant_id = a.tenant_id AND o.person_id = a.deputy_id
    AND o.recalled_at IS NULL AND o.starts_at <= now() AND o.ends_at > now()) AS "deputyAway"`;
const rows = `public.absences a
  JOIN public.people p ON p.tenant_id = a.tenant_id AND p.id = a.person_id
  JOIN public.people d ON d.tenant_id = a.tenant_id AND d.id = a.deputy_id`;

const list = tenantStatement(
  'absences',
  `SELECT ${columns} FROM ${rows}
   WHERE a.tenant_id = tenant.id AND ($2::uuid IS NULL OR a.person_id = $2) AND ($3::uuid IS NULL OR a.deputy_id = $3)
     AND ($4::text IS NULL OR p.email = $4) AND ($5::boolean OR (a.recalled_at IS NULL AND a.ends_at > now()))
     AND ($6::uuid IS NULL OR a.id < $6)
   ORDER BY a.id DESC LIMIT $7`,
);

/** Absences, the newest first: the actor's own, those in which they are the deputy, or (for administrators) everybody's. */
export async function listAbsences(
  actor: Actor,
  filters: AbsenceFilters = {},
): Promise<Result<Page<AbsenceRow>>> {
  const read = readInput(absenceFiltersSchema, filters);
  if (!read.ok) return read;
  const { view, person = null, past, cursor, limit } = read.value;
  const lacking = view === 'all' && lacks(actor, 'people.manage');
  if (lacking) return lacking;
  const after = readCursor(cursor, 'absences', 1);
  if (!after.ok) return after;
  const [before = null] = after.value ?? [];
  if (before !== null && !isUuid(before)) return refuse('invalid', 'This cursor is damaged.');
  if (view !== 'all' && isBareKey(actor)) return done({ items: [], next: null });
  const found = await readTenant<AbsenceRow>(appPool(), actor.tenantId, list, [
    view === 'mine' ? actor.personId : null,
    view === 'for_me' ? actor.personId : null,
    view === 'all' ? person : null,
    past,
    before,
    limit + 1,
  ]);
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return done({ items, next: last ? writeCursor('absences', [last.id]) : null });
}

const byId = tenantStatement(
  'absence',
  `SELECT ${columns} FROM ${rows} WHERE a.tenant_id = tenant.id AND a.id = $2`,
);

/** One absence, to who is away, to their deputy, and to administrators. */
export async function getAbsence(actor: Actor, id: string): Promise<Result<AbsenceRow>> {
  const [row] = isUuid(id) ? await readTenant<AbsenceRow>(appPool(), actor.tenantId, byId, [id]) : [];
  const concerns = row && [row.person.id, row.deputy.id].includes(actor.personId);
  return row && (concerns || !lacks(actor, 'people.manage')) ? done(row) : noAbsence;
}

const decided = tenantStatement(
  'decided_on_behalf',
  `SELECT t.id AS "taskId", e.instance_id AS "instanceId", t.title, coalesce((
       SELECT o ->> 'name' FROM jsonb_array_elements(t.outcomes) AS o WHERE o ->> 'key' = e.data ->> 'outcome'),
       e.data ->> 'outcome') AS "outcomeName", e.reason, e.actor_name AS "by", public.instant_text(e.occurred_at) AS at
   FROM public.events e
   JOIN public.tasks t ON t.tenant_id = e.tenant_id AND t.instance_id = e.instance_id AND t.key = e.key
   WHERE e.tenant_id = tenant.id AND e.on_behalf_of_id = $2 AND e.type = 'USER_TASK_DECIDED' AND e.data IS NOT NULL
   ORDER BY e.occurred_at DESC, e.sequence DESC LIMIT 100`,
);

/** What was decided on the actor's behalf while they were away, the latest first; 100 at most. */
export async function decidedForMe(actor: Actor): Promise<Result<readonly DecidedForMe[]>> {
  return done(await readTenant<DecidedForMe>(appPool(), actor.tenantId, decided, [actor.personId]));
}

export const noAbsence = refuse('not_found', 'There is no such absence.');

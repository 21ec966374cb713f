import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Actor } from '@/lib/people/actor';
import { deciderOf, type DeciderNow, deciderSelect } from './read-decider';
import type { Decider } from './authority';

/** People who come into question for one task; more are not looked at. */
const most = 200;

type Row = { readonly person: DeciderNow; readonly awayUntil: string | null };

const statement = tenantStatement(
  'task_deciders',
  `WITH RECURSIVE asked AS (
     SELECT p.id FROM public.tasks t JOIN public.people p ON p.tenant_id = t.tenant_id AND p.active
     WHERE t.tenant_id = tenant.id AND t.id = $2 AND (p.id = t.assignee_id OR p.email = ANY (t.candidate_people)
       OR EXISTS (SELECT FROM public.person_roles h
         WHERE h.tenant_id = p.tenant_id AND h.person_id = p.id AND h.role_key = ANY (t.candidate_roles)))
     UNION
     SELECT a.deputy_id FROM asked JOIN public.absences a ON a.tenant_id = tenant.id AND a.person_id = asked.id
       AND a.recalled_at IS NULL AND a.starts_at <= now() AND a.ends_at > now())
   SELECT (SELECT to_jsonb(held) FROM (${deciderSelect('asked.id')}) AS held) AS person,
     (SELECT public.instant_text(max(a.ends_at)) FROM public.absences a WHERE a.tenant_id = tenant.id
       AND a.person_id = asked.id AND a.recalled_at IS NULL AND a.starts_at <= now() AND a.ends_at > now()) AS "awayUntil"
   FROM asked LIMIT ${most}`,
);

/** Everybody who comes into question for the task: its candidates, and the deputies of those who are away. */
export async function readDeciders(
  { tenantId }: Pick<Actor, 'tenantId'>,
  taskId: string,
): Promise<readonly { readonly person: Decider; readonly awayUntil: string | null }[]> {
  const rows = await readTenant<Row>(appPool(), tenantId, statement, [taskId]);
  return rows
    .filter(({ person }) => person.active)
    .map(({ person, awayUntil }) => ({ person: deciderOf(person), awayUntil }));
}

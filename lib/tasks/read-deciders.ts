import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Actor } from '@/lib/people/actor';
import { deciderOf, type DeciderNow, deciderSelect } from './read-decider';
import type { Decider } from './authority';

/** People who come into question for one task; more are not looked at. */
const most = 200;

type Row = { readonly person: DeciderNow; readonly awayUntil: string | null };

/** Those whom `asked` selects by id, and the deputies of those among them who are away. */
const withDeputies = (asked: string) => `WITH RECURSIVE asked AS (
     ${asked}
     UNION
     SELECT a.deputy_id FROM asked JOIN public.absences a ON a.tenant_id = tenant.id AND a.person_id = asked.id
       AND a.recalled_at IS NULL AND a.starts_at <= now() AND a.ends_at > now())
   SELECT (SELECT to_jsonb(held) FROM (${deciderSelect('asked.id')}) AS held) AS person,
     (SELECT public.instant_text(max(a.ends_at)) FROM public.absences a WHERE a.tenant_id = tenant.id
       AND a.person_id = asked.id AND a.recalled_at IS NULL AND a.starts_at <= now() AND a.ends_at > now()) AS "awayUntil"
   FROM asked LIMIT ${most}`;

const ofTask = tenantStatement(
  'task_deciders',
  withDeputies(`SELECT p.id FROM public.tasks t JOIN public.people p ON p.tenant_id = t.tenant_id AND p.active
     WHERE t.tenant_id = tenant.id AND t.id = $2 AND (p.id = t.assignee_id OR p.email = ANY (t.candidate_people)
       OR EXISTS (SELECT FROM public.person_roles h
         WHERE h.tenant_id = p.tenant_id AND h.person_id = p.id AND h.role_key = ANY (t.candidate_roles)))`),
);

const named = tenantStatement(
  'named_deciders',
  withDeputies(`SELECT p.id FROM public.people p
     WHERE p.tenant_id = tenant.id AND p.active AND (p.email = ANY ($2) OR EXISTS (SELECT FROM public.person_roles h
         WHERE h.tenant_id = p.tenant_id AND h.person_id = p.id AND h.role_key = ANY ($3)))`),
);

type InQuestion = readonly { readonly person: Decider; readonly awayUntil: string | null }[];

/** Everybody who comes into question for the task: its candidates, and the deputies of those who are away. */
export async function readDeciders(
  { tenantId }: Pick<Actor, 'tenantId'>,
  taskId: string,
): Promise<InQuestion> {
  return inQuestion(await readTenant<Row>(appPool(), tenantId, ofTask, [taskId]));
}

/** The same for a task that is not there yet: active people with these addresses (in lower case) or roles. */
export async function readNamedDeciders(
  { tenantId }: Pick<Actor, 'tenantId'>,
  who: { readonly people: readonly string[]; readonly roles: readonly string[] },
): Promise<InQuestion> {
  return inQuestion(await readTenant<Row>(appPool(), tenantId, named, [who.people, who.roles]));
}

function inQuestion(rows: readonly Row[]): InQuestion {
  return rows
    .filter(({ person }) => person.active)
    .map(({ person, awayUntil }) => ({ person: deciderOf(person), awayUntil }));
}

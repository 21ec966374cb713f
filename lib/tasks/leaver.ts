import { writeAudit } from '@/lib/audit/entry';
import { inTenant } from '@/lib/database/client';
import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Person, Task } from '@/lib/engine/snapshot';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { getPerson } from '@/lib/people/queries';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { act, refOf } from './act';
import type { Decider } from './authority';
import { refuseTaker } from './hand-over';
import { readDeciderByEmail } from './read-decider';
import { watchTasksOf } from './stranded';
import { type HeldTask, type Leaver, type Replaced, type ReplacePerson, replaceSchema } from './schema';

/** Tasks that a preview lists. */
const most = 1000;

const held = tenantStatement(
  'tasks_held_by_person',
  `SELECT t.id, t.title, t.instance_id AS "instanceId", i.definition_key AS process, i.subject_id AS subject,
     CASE WHEN t.assignee_id = $2 THEN CASE WHEN t.status = 'in_progress' THEN 'claimed' ELSE 'assigned' END ELSE 'named' END AS held
   FROM public.tasks t JOIN public.instances i ON i.tenant_id = t.tenant_id AND i.id = t.instance_id
   WHERE t.tenant_id = tenant.id AND t.status IN ('pending', 'in_progress')
     AND (t.assignee_id = $2 OR $3 = ANY (t.candidate_people))
   ORDER BY t.id LIMIT ${most + 1}`,
);

const alone = tenantStatement(
  'roles_held_by_person_alone',
  `SELECT r.key, r.name, (SELECT count(*)::int FROM public.tasks t WHERE t.tenant_id = tenant.id
       AND t.status IN ('pending', 'in_progress') AND r.key = ANY (t.candidate_roles)) AS "openTasks"
   FROM public.person_roles h JOIN public.roles r ON r.tenant_id = h.tenant_id AND r.key = h.role_key
   WHERE h.tenant_id = tenant.id AND h.person_id = $2 AND NOT EXISTS (
     SELECT FROM public.person_roles o JOIN public.people p ON p.tenant_id = o.tenant_id AND p.id = o.person_id AND p.active
     WHERE o.tenant_id = tenant.id AND o.role_key = h.role_key AND o.person_id <> h.person_id)
   ORDER BY r.key`,
);

const deputies = tenantStatement(
  'absences_with_deputy',
  `SELECT count(*)::int AS count FROM public.absences a WHERE a.tenant_id = tenant.id AND a.deputy_id = $2
     AND a.recalled_at IS NULL AND a.ends_at > now()`,
);

/**
 * What waits for a person by name, and what they alone can do: what has to be settled before they leave. The ids of the tasks
 * are what `replaceInTasks` is then given, so that nothing else is touched.
 */
export async function previewLeaver(actor: Actor, email: string): Promise<Result<Leaver>> {
  const found = await getPerson(actor, email);
  if (!found.ok) return found;
  const { id } = found.value;
  const pool = appPool();
  const [tasks, roles, [deputyIn]] = await Promise.all([
    readTenant<HeldTask>(pool, actor.tenantId, held, [id, found.value.email]),
    readTenant<Leaver['onlyHolderOf'][number]>(pool, actor.tenantId, alone, [id]),
    readTenant<{ count: number }>(pool, actor.tenantId, deputies, [id]),
  ]);
  return done({
    tasks: tasks.slice(0, most),
    more: tasks.length > most,
    onlyHolderOf: roles.map(({ key, name, openTasks }) => ({ key, name, openTasks })),
    deputyIn: deputyIn?.count ?? 0,
  });
}

/**
 * Puts one person in the place of another in the tasks given: as who has it, and among those whom it names. Each task is a move
 * of its own with a result of its own; whoever could not decide it does not get it.
 */
export async function replaceInTasks(
  actor: Actor,
  email: string,
  order: ReplacePerson,
): Promise<Result<Replaced>> {
  const found = await getPerson(actor, email);
  if (!found.ok) return found;
  const lacking = lacks(actor, 'people.manage');
  if (lacking) return lacking;
  const read = readInput(replaceSchema, order);
  if (!read.ok) return read;
  const { by: address, reason, tasks } = read.value;
  const by = await readDeciderByEmail(actor.tenantId, address);
  if (!by) {
    const message = `there is no active person with the address ${address}`;
    return refuse('invalid', message, { errors: [{ path: '/by', message }] });
  }
  if (by.id === found.value.id) {
    const message = 'somebody else has to take their place';
    return refuse('invalid', message, { errors: [{ path: '/by', message }] });
  }
  const results: Replaced['results'] = [];
  for (const id of new Set(tasks)) {
    const result = await replaceInTask(actor, id, found.value, by, reason);
    results.push({ id, ok: result.ok, message: result.ok ? null : result.refusal.message });
  }
  await watchTasksOf(actor);
  await inTenant(actor.tenantId, (tx) =>
    writeAudit(tx, actor, {
      action: 'person_replaced',
      subject: `person:${found.value.id}`,
      data: { by: address, reason, tasks: results.length, done: results.filter(({ ok }) => ok).length },
    }),
  );
  return done({ results });
}

function replaceInTask(
  actor: Actor,
  id: string,
  leaver: Person,
  by: Decider,
  reason: string,
): Promise<Result<unknown>> {
  return act(actor, id, 'replace', 'staff', ({ task, authorityOf }) => {
    const has = task.assignee?.id === leaver.id;
    if (!has && !task.candidatePeople.includes(leaver.email)) return { refusal: gone(leaver) };
    const candidatePeople = named(task, leaver, by);
    const refusal = refuseTaker(by, by.email, { ...task, candidatePeople }, authorityOf);
    if (refusal) return { refusal };
    const to = has ? refOf(by) : task.assignee;
    return { kind: 'reassign_task', task: task.key, to, reason, candidatePeople };
  });
}

/** The people whom the task names, with the one in the place of the other. */
function named({ candidatePeople }: Task, leaver: Person, by: Person): readonly string[] {
  return [
    ...new Set(candidatePeople.map((email) => (email === leaver.email ? by.email.toLowerCase() : email))),
  ];
}

function gone({ name }: Person) {
  return refuse('not_allowed', `This task does not wait for ${name} any more.`).refusal;
}

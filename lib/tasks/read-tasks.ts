import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Outcome } from '@/lib/engine/definition/step-schema';
import { readable, readableValues } from '@/lib/instances/access';
import type { Actor } from '@/lib/people/actor';
import { after, orders, sortKey, type TaskSort } from './order';
import type { TaskRow } from './schema';

/** A row of the inbox as the database has it; names of the process and its steps come from the version's content. */
export type StoredTaskRow = {
  readonly versionId: string;
  readonly outcomes: readonly Outcome[];
  readonly row: Omit<TaskRow, 'definition' | 'stepName' | 'outcomeName'>;
  /** What the page's cursor holds of the row, by the order of the list. */
  readonly key: readonly string[];
};

/** Columns of a stored row: task `t`, its instance `i`. */
export const taskColumns = `i.definition_version_id AS "versionId", t.outcomes, jsonb_build_object(
  'id', t.id, 'instanceId', i.id, 'version', i.version, 'instanceStatus', i.status, 'step', t.step, 'title', t.title,
  'status', t.status, 'subject', jsonb_build_object('type', i.subject_type, 'id', i.subject_id),
  'facts', CASE WHEN t.facts = '[]' THEN i.facts ELSE t.facts END,
  'requester', CASE WHEN i.requester_id IS NOT NULL THEN jsonb_build_object(
    'id', i.requester_id, 'name', i.requester_name, 'email', i.requester_email) END,
  'assignee', CASE WHEN t.assignee_id IS NOT NULL THEN jsonb_build_object(
    'id', t.assignee_id, 'name', t.assignee_name, 'email', t.assignee_email) END,
  'priority', t.priority, 'dueAt', public.instant_text(t.due_at), 'createdAt', public.instant_text(t.created_at),
  'closedAt', public.instant_text(t.closed_at), 'outcome', t.outcome) AS row`;

const open = `t.status IN ('pending', 'in_progress')`;
const votedByMe = `t.votes @> jsonb_build_array(jsonb_build_object('person', jsonb_build_object('id', $3::text)))`;
/** Addressed to the actor alone, though not assigned. */
const forMeAlone = `(t.candidate_roles = '{}' AND t.candidate_people = ARRAY[$5::text])`;
const couldBeMine = `t.assignee_id IS NULL AND NOT ($5::text = ANY (t.excluded)) AND NOT ${votedByMe}`;

/** Conditions of the views. `$2`–`$5` are those of `readable`: all, person, roles, address. */
const views = {
  mine: `${open} AND (t.assignee_id = $3::uuid OR (${couldBeMine} AND ${forMeAlone}))`,
  groups: `${open} AND ${couldBeMine} AND NOT ${forMeAlone}
    AND (t.candidate_roles && $4::text[] OR $5::text = ANY (t.candidate_people))`,
  done: votedByMe,
  all: '$2::boolean',
} as const;
export type StoredView = keyof typeof views;

/** What narrows the list; what is undefined does not. */
export type TaskConditions = {
  readonly view?: StoredView | undefined;
  readonly status?: 'open' | 'closed' | undefined;
  readonly instanceId?: string | undefined;
  readonly definitionKey?: string | undefined;
  /** An ILIKE pattern. */
  readonly words?: string | undefined;
};

const conditions: Record<'instanceId' | 'definitionKey' | 'words', (place: string) => string> = {
  instanceId: (place) => `t.instance_id = ${place}::uuid AND ${readable(2)}`,
  definitionKey: (place) => `i.definition_id = (
    SELECT d.id FROM public.definitions d WHERE d.tenant_id = tenant.id AND d.key = ${place})`,
  words: (place) =>
    `(t.title ILIKE ${place} OR i.subject_id ILIKE ${place} OR i.requester_name ILIKE ${place})`,
};

/** Tasks for the actor, in the given order, after the row whose sort key a cursor holds. */
export function readTasks(
  actor: Actor,
  where: TaskConditions,
  sort: TaskSort,
  cursor: readonly string[] | undefined,
  limit: number,
): Promise<StoredTaskRow[]> {
  const given = (['instanceId', 'definitionKey', 'words'] as const).filter(
    (name) => where[name] !== undefined,
  );
  const clauses = [
    where.view ? views[where.view] : null,
    where.status ? (where.status === 'open' ? open : `NOT ${open}`) : null,
    ...given.map((name, index) => conditions[name](`$${index + 7}`)),
    cursor ? after(sort, cursor, given.length + 7) : null,
  ].filter((clause) => clause !== null);
  const name = [
    where.view,
    where.status,
    ...given.map((one) => one[0]),
    sort,
    cursor && (cursor[0] === '' ? 'last' : 'next'),
  ];
  const statement = tenantStatement(
    `tasks_${name.filter(Boolean).join('_')}`,
    `SELECT ${taskColumns}, ${sortKey(sort)} AS key
     FROM public.tasks t JOIN public.instances i ON i.tenant_id = t.tenant_id AND i.id = t.instance_id
     WHERE t.tenant_id = tenant.id AND ${usesEveryValue} AND ${clauses.join(' AND ')}
     ORDER BY ${orders[sort]} LIMIT $6`,
  );
  const values = [...readableValues(actor), limit, ...given.map((one) => where[one]), ...(cursor ?? [])];
  return readTenant<StoredTaskRow>(appPool(), actor.tenantId, statement, values);
}

/** PostgreSQL wants to know the type of every value, also of those that a view does not look at. */
const usesEveryValue = `($2::boolean, $3::uuid, $4::text[], $5::text) IS NOT NULL`;

const most = 1000;
const counting = (condition: string) => `(SELECT count(*)::int FROM (
  SELECT 1 FROM public.tasks t WHERE t.tenant_id = tenant.id AND ${condition} LIMIT ${most}) AS counted)`;

const counts = tenantStatement(
  'task_counts',
  `SELECT ${counting(views.mine)} AS mine, ${counting(views.groups)} AS groups,
    ${counting(`t.due_at < now() AND ((${views.mine}) OR (${views.groups}))`)} AS overdue
   WHERE ${usesEveryValue}`,
);

/** How many tasks wait for the actor; counting stops at 1,000. */
export async function readCounts(actor: Actor): Promise<{ mine: number; groups: number; overdue: number }> {
  const [row] = await readTenant<{ mine: number; groups: number; overdue: number }>(
    appPool(),
    actor.tenantId,
    counts,
    readableValues(actor),
  );
  return row!;
}

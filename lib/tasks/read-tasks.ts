import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { type StoredAtDeadline, taskAtDeadline } from '@/lib/deadlines/at-deadline';
import type { Outcome } from '@/lib/engine/definition/step-schema';
import { readable, readableValues } from '@/lib/instances/access';
import type { Actor } from '@/lib/people/actor';
import type { TaskRow } from './schema';

/** A row of the inbox as the database has it; names of the process and its steps come from the version's content. */
export type StoredTaskRow = {
  readonly versionId: string;
  readonly outcomes: readonly Outcome[];
  readonly row: Omit<TaskRow, 'definition' | 'stepName' | 'outcomeName' | 'outcomes' | 'atDeadline'>;
  readonly atDeadline: StoredAtDeadline | null;
  /** What the page's cursor holds of the row, by the order of the list. */
  readonly key: readonly string[];
};

/** Columns of a stored row: task `t`, its instance `i`. */
export const taskColumns = `i.definition_version_id AS "versionId", t.outcomes, ${taskAtDeadline} AS "atDeadline", jsonb_build_object(
  'id', t.id, 'instanceId', i.id, 'version', i.version, 'instanceStatus', i.status, 'step', t.step, 'title', t.title,
  'status', t.status, 'subject', jsonb_build_object('type', i.subject_type, 'id', i.subject_id),
  'facts', CASE WHEN t.facts = '[]' THEN i.facts ELSE t.facts END,
  'requester', CASE WHEN i.requester_id IS NOT NULL THEN jsonb_build_object(
    'id', i.requester_id, 'name', i.requester_name, 'email', i.requester_email) END,
  'assignee', CASE WHEN t.assignee_id IS NOT NULL THEN jsonb_build_object(
    'id', t.assignee_id, 'name', t.assignee_name, 'email', t.assignee_email) END,
  'priority', t.priority, 'dueAt', public.instant_text(t.due_at), 'createdAt', public.instant_text(t.created_at),
  'closedAt', public.instant_text(t.closed_at), 'outcome', t.outcome) AS row`;

/** What narrows the list; what is undefined does not. */
export type TaskConditions = {
  readonly status?: 'open' | 'closed' | undefined;
  readonly instanceId?: string | undefined;
  readonly definitionKey?: string | undefined;
};

const open = `t.status IN ('pending', 'in_progress')`;
const conditions: Record<'instanceId' | 'definitionKey', (place: string) => string> = {
  instanceId: (place) => `t.instance_id = ${place}::uuid AND ${readable(2)}`,
  definitionKey: (place) => `i.definition_key = ${place}`,
};

/** Tasks of one instance that the actor may read, or closed ones of everybody: by their age, after the row with this id. */
export function readTasks(
  actor: Actor,
  where: TaskConditions,
  sort: 'newest' | 'oldest',
  after: string | undefined,
  limit: number,
): Promise<StoredTaskRow[]> {
  const given = (['instanceId', 'definitionKey'] as const).filter((name) => where[name] !== undefined);
  const clauses = [
    where.instanceId === undefined ? '$2::boolean' : null,
    where.status ? (where.status === 'open' ? open : `NOT ${open}`) : null,
    ...given.map((name, index) => conditions[name](`$${index + 7}`)),
    after === undefined ? null : `t.id ${sort === 'newest' ? '<' : '>'} $${given.length + 7}::uuid`,
  ].filter((clause) => clause !== null);
  const name = [where.status, ...given.map((one) => one[0]), sort, after && 'next'];
  const statement = tenantStatement(
    `tasks_${name.filter(Boolean).join('_')}`,
    `SELECT ${taskColumns}, ARRAY[t.id::text] AS key
     FROM public.tasks t JOIN public.instances i ON i.tenant_id = t.tenant_id AND i.id = t.instance_id
     WHERE t.tenant_id = tenant.id AND ${usesEveryValue} AND ${clauses.join(' AND ')}
     ORDER BY t.id ${sort === 'newest' ? 'DESC' : 'ASC'} LIMIT $6`,
  );
  const values = [
    ...readableValues(actor),
    limit,
    ...given.map((one) => where[one]),
    ...(after ? [after] : []),
  ];
  return readTenant<StoredTaskRow>(appPool(), actor.tenantId, statement, values);
}

/** PostgreSQL wants to know the type of every value, also of those that a list does not look at. */
const usesEveryValue = `($2::boolean, $3::uuid, $4::text[], $5::text) IS NOT NULL`;

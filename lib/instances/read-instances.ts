import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { InstanceStatus } from '@/lib/engine/lifecycle';
import type { InstanceRow } from './schema';

/** A row of the list as the database has it; names of the process and its steps come from the version's content. */
export type StoredInstance = {
  readonly versionId: string;
  readonly row: Omit<InstanceRow, 'definition' | 'stateName' | 'next'>;
};

/** On whom the open tasks of a row `i` wait. */
const waitingOnNames = `coalesce((SELECT jsonb_agg(DISTINCT one.name) FROM public.tasks t CROSS JOIN LATERAL (
    SELECT t.assignee_name AS name WHERE t.assignee_name IS NOT NULL
    UNION ALL SELECT r.name FROM public.roles r
      WHERE t.assignee_id IS NULL AND r.tenant_id = t.tenant_id AND r.key = ANY (t.candidate_roles)
    UNION ALL SELECT coalesce(p.name, address) FROM unnest(t.candidate_people) AS address
      LEFT JOIN public.people p ON p.tenant_id = t.tenant_id AND p.email = address AND p.active
      WHERE t.assignee_id IS NULL) AS one
  WHERE t.tenant_id = i.tenant_id AND t.instance_id = i.id AND t.status IN ('pending', 'in_progress')), '[]')`;

/** When the first of the open tasks of a row `i` is due. */
const dueAt = `(SELECT public.instant_text(min(t.due_at)) FROM public.tasks t
  WHERE t.tenant_id = i.tenant_id AND t.instance_id = i.id AND t.status IN ('pending', 'in_progress'))`;

/** Columns of a `StoredInstance` of a row `i`. */
export const instanceColumns = `i.definition_version_id AS "versionId", jsonb_build_object(
  'id', i.id, 'status', i.status, 'state', i.state, 'version', i.version,
  'subject', jsonb_build_object('type', i.subject_type, 'id', i.subject_id), 'waitingFor', to_jsonb(i.waiting_for),
  'waitingOnNames', ${waitingOnNames}, 'dueAt', ${dueAt}, 'outcome', i.outcome,
  'requester', CASE WHEN i.requester_id IS NOT NULL THEN jsonb_build_object(
    'id', i.requester_id, 'name', i.requester_name, 'email', i.requester_email) END,
  'facts', i.facts, 'createdAt', public.instant_text(i.created_at),
  'statusSince', public.instant_text(i.status_since), 'stateSince', public.instant_text(i.state_since),
  'closedAt', public.instant_text(i.closed_at)) AS row`;

/** Conditions of the list; what is undefined does not narrow it. */
export type InstanceConditions = {
  /** Only instances of this requester. */
  readonly requesterId?: string | undefined;
  readonly requesterEmail?: string | undefined;
  readonly definitionKey?: string | undefined;
  readonly statuses?: readonly InstanceStatus[] | undefined;
  readonly state?: string | undefined;
  readonly subjectId?: string | undefined;
  /** An ILIKE pattern for what people call an instance. */
  readonly words?: string | undefined;
  readonly id?: string | undefined;
  /** Rows below this id: the last one of the page before. */
  readonly before?: string | undefined;
};

const conditions: { readonly [K in keyof Required<InstanceConditions>]: (place: string) => string } = {
  requesterId: (place) => `i.requester_id = ${place}::uuid`,
  requesterEmail: (place) => `i.requester_id IN (
    SELECT p.id FROM public.people p WHERE p.tenant_id = tenant.id AND p.email = ${place})`,
  definitionKey: (place) => `i.definition_id = (
    SELECT d.id FROM public.definitions d WHERE d.tenant_id = tenant.id AND d.key = ${place})`,
  statuses: (place) => `i.status = ANY (${place}::text[])`,
  state: (place) => `i.state = ${place}`,
  subjectId: (place) => `i.subject_id = ${place}`,
  words: (
    place,
  ) => `(i.subject_id ILIKE ${place} OR i.correlation_key ILIKE ${place} OR i.requester_name ILIKE ${place}
    OR i.requester_email ILIKE ${place} OR i.definition_id IN (
      SELECT d.id FROM public.definitions d WHERE d.tenant_id = tenant.id AND d.name ILIKE ${place}))`,
  id: (place) => `i.id = ${place}::uuid`,
  before: (place) => `i.id < ${place}::uuid`,
};

/** Instances, the newest first: their ids are made in the order of time, and no two are equal. */
export function readInstances(
  tenantId: string,
  where: InstanceConditions,
  limit: number,
): Promise<StoredInstance[]> {
  const given = (Object.keys(conditions) as (keyof InstanceConditions)[]).filter(
    (name) => where[name] !== undefined,
  );
  const clauses = given.map((name, index) => `AND ${conditions[name](`$${index + 3}`)}`);
  const statement = tenantStatement(
    // PostgreSQL keeps 63 characters of a name.
    `instances_list_${given.map((name) => name.slice(0, 1) + name.slice(-1)).join('_')}`,
    `SELECT ${instanceColumns} FROM public.instances i
     WHERE i.tenant_id = tenant.id ${clauses.join(' ')} ORDER BY i.id DESC LIMIT $2`,
  );
  return readTenant<StoredInstance>(appPool(), tenantId, statement, [
    limit,
    ...given.map((name) => where[name]),
  ]);
}

import { appPool } from '@/lib/database/pool';
import { readTenant, tenantQuery } from '@/lib/database/tenant-statement';
import { instanceAtDeadline, type StoredAtDeadline } from '@/lib/deadlines/at-deadline';
import { type InstanceConditions, instanceIdsSql, type ListEdge } from './list-query';
import type { InstanceSort } from '@/lib/support/schema';
import type { InstanceRow } from './schema';

/** A row of the list as the database has it; names of the process and its steps come from the version's content. */
export type StoredInstance = {
  readonly versionId: string;
  readonly row: Omit<InstanceRow, 'definition' | 'stateName' | 'next' | 'atDeadline'>;
  readonly atDeadline: StoredAtDeadline | null;
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

/** What went wrong last: its open incident, else what failed and is tried again in its present step. */
const lastError = `coalesce(
  (SELECT c.message FROM public.incidents c WHERE c.tenant_id = i.tenant_id AND c.instance_id = i.id AND c.closed_at IS NULL
   ORDER BY c.opened_sequence DESC LIMIT 1),
  (SELECT x.error ->> 'message' FROM public.activity_executions x
   WHERE i.closed_at IS NULL AND x.tenant_id = i.tenant_id AND x.instance_id = i.id AND x.status IN ('failed', 'retrying')
   ORDER BY x.created_at DESC LIMIT 1))`;

/** Columns of a `StoredInstance` of a row `i`. */
export const instanceColumns = `i.definition_version_id AS "versionId", ${instanceAtDeadline} AS "atDeadline", jsonb_build_object(
  'id', i.id, 'status', i.status, 'state', i.state, 'version', i.version,
  'subject', jsonb_build_object('type', i.subject_type, 'id', i.subject_id), 'waitingFor', to_jsonb(i.waiting_for),
  'waitingOnNames', ${waitingOnNames}, 'dueAt', ${dueAt}, 'lastError', ${lastError}, 'outcome', i.outcome,
  'requester', CASE WHEN i.requester_id IS NOT NULL THEN jsonb_build_object(
    'id', i.requester_id, 'name', i.requester_name, 'email', i.requester_email) END,
  'facts', i.facts, 'createdAt', public.instant_text(i.created_at),
  'statusSince', public.instant_text(i.status_since), 'stateSince', public.instant_text(i.state_since),
  'closedAt', public.instant_text(i.closed_at)) AS row`;

/** A row of a list, with what its cursor is made from. */
export type ListedInstance = StoredInstance & { readonly sortKey: string };

/** Instances in the order of `sort`, from behind `edge` on. */
export function readInstances(
  tenantId: string,
  where: InstanceConditions,
  sort: InstanceSort,
  edge: ListEdge | null,
  limit: number,
): Promise<ListedInstance[]> {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value) + 1}`;
  const ids = instanceIdsSql(where, sort, edge, limit, place);
  const statement = tenantQuery(`SELECT ${instanceColumns}, listed.key AS "sortKey"
    FROM (SELECT found.*, row_number() OVER () AS place FROM (${ids}) AS found) AS listed
    JOIN public.instances i ON i.tenant_id = tenant.id AND i.id = listed.id ORDER BY listed.place`);
  return readTenant<ListedInstance>(appPool(), tenantId, statement, values);
}

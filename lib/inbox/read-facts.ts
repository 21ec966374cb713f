import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { FactValue } from '@/lib/instances/schema';

/** A label that occurs in some lists, with one task that has it and the least and greatest of its values. */
export type StoredLabel = {
  readonly label: string;
  /** `infinity` where it is no number. */
  readonly least: number | null;
  readonly most: number | null;
  readonly sample: FactValue | null;
};

/**
 * From one label to the next in each list's own index: what it costs depends on how many labels there are, not on how many
 * tasks.
 */
const labels = tenantStatement(
  'task_fact_labels',
  `WITH RECURSIVE one (audience, label) AS (
     SELECT x.audience, (SELECT min(f.label) FROM public.task_facts f WHERE f.tenant_id = tenant.id AND f.audience = x.audience)
     FROM unnest($2::text[]) AS x (audience)
     UNION ALL
     SELECT o.audience, (SELECT min(f.label) FROM public.task_facts f
       WHERE f.tenant_id = tenant.id AND f.audience = o.audience AND f.label > o.label)
     FROM one o WHERE o.label IS NOT NULL),
   bounds AS (
     SELECT o.label, lowest.number_value AS least, highest.number_value AS most, lowest.task_id
     FROM one o
     CROSS JOIN LATERAL (SELECT f.number_value, f.task_id FROM public.task_facts f
       WHERE f.tenant_id = tenant.id AND f.audience = o.audience AND f.label = o.label
       ORDER BY f.number_value, f.text_value, f.due_at, f.task_id LIMIT 1) AS lowest
     LEFT JOIN LATERAL (SELECT f.number_value FROM public.task_facts f
       WHERE f.tenant_id = tenant.id AND f.audience = o.audience AND f.label = o.label AND f.number_value < 'infinity'
       ORDER BY f.number_value DESC LIMIT 1) AS highest ON true
     WHERE o.label IS NOT NULL LIMIT 200)
   SELECT b.label, min(b.least) FILTER (WHERE b.least < 'infinity') AS least, max(b.most) AS most,
     (array_agg((SELECT fact FROM jsonb_array_elements(CASE WHEN t.facts = '[]' THEN i.facts ELSE t.facts END) AS fact
       WHERE fact ->> 'label' = b.label LIMIT 1)))[1] AS sample
   FROM bounds b
   JOIN public.tasks t ON t.tenant_id = tenant.id AND t.id = b.task_id
   JOIN public.instances i ON i.tenant_id = t.tenant_id AND i.id = t.instance_id
   GROUP BY b.label ORDER BY b.label`,
);

/** The business facts that tasks of these lists have. */
export function readLabels(tenantId: string, audiences: readonly string[]): Promise<StoredLabel[]> {
  return readTenant<StoredLabel>(appPool(), tenantId, labels, [audiences]);
}

/** A value that occurs, and a task that has it: its version says how people read the value. */
export type StoredValue = {
  readonly value: string;
  readonly versionId: string;
  readonly step: string;
  readonly facts: readonly FactValue[];
};

/** Values looked at in each list, and offered of all. */
const looked = 300;

const distinct = tenantStatement(
  'task_fact_values',
  `WITH RECURSIVE one (audience, value, n) AS (
     SELECT x.audience, (SELECT min(f.text_value) FROM public.task_facts f
       WHERE f.tenant_id = tenant.id AND f.audience = x.audience AND f.label = $3 AND f.number_value = 'infinity'), 1
     FROM unnest($2::text[]) AS x (audience)
     UNION ALL
     SELECT o.audience, (SELECT min(f.text_value) FROM public.task_facts f WHERE f.tenant_id = tenant.id
       AND f.audience = o.audience AND f.label = $3 AND f.number_value = 'infinity' AND f.text_value > o.value), o.n + 1
     FROM one o WHERE o.value IS NOT NULL AND o.n < ${looked}),
   found AS (
     SELECT DISTINCT ON (o.value) o.value, f.task_id FROM one o
     CROSS JOIN LATERAL (SELECT f.task_id FROM public.task_facts f WHERE f.tenant_id = tenant.id AND f.audience = o.audience
       AND f.label = $3 AND f.number_value = 'infinity' AND f.text_value = o.value LIMIT 1) AS f
     WHERE o.value IS NOT NULL ORDER BY o.value)
   SELECT v.value, i.definition_version_id AS "versionId", t.step,
     CASE WHEN t.facts = '[]' THEN i.facts ELSE t.facts END AS facts
   FROM found v
   JOIN public.tasks t ON t.tenant_id = tenant.id AND t.id = v.task_id
   JOIN public.instances i ON i.tenant_id = t.tenant_id AND i.id = t.instance_id
   ORDER BY v.value`,
);

/** The distinct values of a fact that is no number, among the tasks of these lists: the first 300 of each. */
export function readValues(
  tenantId: string,
  audiences: readonly string[],
  label: string,
): Promise<StoredValue[]> {
  return readTenant<StoredValue>(appPool(), tenantId, distinct, [audiences, label]);
}

const processes = tenantStatement(
  'task_processes',
  `WITH RECURSIVE one (audience, key) AS (
     SELECT x.audience, (SELECT min(a.definition_key) FROM public.task_audiences a
       WHERE a.tenant_id = tenant.id AND a.audience = x.audience)
     FROM unnest($2::text[]) AS x (audience)
     UNION ALL
     SELECT o.audience, (SELECT min(a.definition_key) FROM public.task_audiences a
       WHERE a.tenant_id = tenant.id AND a.audience = o.audience AND a.definition_key > o.key)
     FROM one o WHERE o.key IS NOT NULL)
   SELECT DISTINCT ON (o.key) o.key, i.definition_version_id AS "versionId" FROM one o
   CROSS JOIN LATERAL (SELECT a.task_id FROM public.task_audiences a
     WHERE a.tenant_id = tenant.id AND a.audience = o.audience AND a.definition_key = o.key LIMIT 1) AS a
   JOIN public.tasks t ON t.tenant_id = tenant.id AND t.id = a.task_id
   JOIN public.instances i ON i.tenant_id = t.tenant_id AND i.id = t.instance_id
   WHERE o.key IS NOT NULL ORDER BY o.key`,
);

/** The processes whose tasks stand in these lists, each with the version of one of them. */
export function readProcesses(
  tenantId: string,
  audiences: readonly string[],
): Promise<{ key: string; versionId: string }[]> {
  return readTenant<{ key: string; versionId: string }>(appPool(), tenantId, processes, [audiences]);
}

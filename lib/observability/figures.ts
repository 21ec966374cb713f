import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { ProcessFigures } from './metrics';

/** One sample: its labels and its value. */
type Sample = { readonly labels: Record<string, string>; readonly value: number };
type Row = { readonly name: string; readonly labels: Record<string, string>; readonly value: string };

/**
 * Gauges and totals that stand in the database, where all processes share the work: name → type and help. What a tenant
 * has is counted for the tenant that asks; queue and workers belong to all.
 */
const described = {
  interlock_instances: ['gauge', 'Instances that have not ended, by definition and status.'],
  interlock_incidents_open: ['gauge', 'Open incidents by code.'],
  interlock_tasks_open: ['gauge', 'Tasks that wait for a person.'],
  interlock_external_work: ['gauge', 'Open external work by topic and status.'],
  interlock_event_deliveries: ['gauge', 'Events that sinks have not got: pending, or given up (dead).'],
  interlock_verified_total: ['counter', 'Histories that the daily samples checked, by result.'],
  interlock_verification_last_timestamp_seconds: ['gauge', 'When the last daily sample ended.'],
  interlock_queue_jobs: ['gauge', 'Jobs in the queue: due, later, running, or given up.'],
  interlock_queue_oldest_seconds: ['gauge', 'How long the oldest due job has been due.'],
  interlock_outbox_jobs: ['gauge', 'Jobs that were committed and not yet handed to the queue.'],
  interlock_workers: ['gauge', 'Worker processes that were seen within the last minute.'],
} as const satisfies Record<string, readonly ['gauge' | 'counter', string]>;

const ofTenant = tenantStatement(
  'metrics_of_tenant',
  `SELECT 'interlock_instances' AS name, jsonb_build_object('definition', i.definition_key, 'status', i.status) AS labels,
     count(*) AS value
   FROM instances i WHERE i.tenant_id = tenant.id AND i.closed_at IS NULL GROUP BY i.definition_key, i.status
   UNION ALL
   SELECT 'interlock_incidents_open', jsonb_build_object('code', c.code), count(*)
   FROM incidents c WHERE c.tenant_id = tenant.id AND c.closed_at IS NULL GROUP BY c.code
   UNION ALL
   SELECT 'interlock_tasks_open', '{}', count(*)
   FROM tasks t WHERE t.tenant_id = tenant.id AND t.status IN ('pending', 'in_progress')
   UNION ALL
   SELECT 'interlock_external_work', jsonb_build_object('topic', x.topic, 'status', x.status), count(*)
   FROM activity_executions x
   WHERE x.tenant_id = tenant.id AND x.topic IS NOT NULL AND x.status IN ('ready', 'retrying') GROUP BY x.topic, x.status
   UNION ALL
   SELECT 'interlock_event_deliveries', jsonb_build_object('state', d.state), count(*)
   FROM (SELECT CASE WHEN e.dead_at IS NULL THEN 'pending' ELSE 'dead' END AS state
         FROM event_deliveries e WHERE e.tenant_id = tenant.id) AS d GROUP BY d.state
   UNION ALL
   SELECT 'interlock_verified_total', jsonb_build_object('result', r.result), coalesce(sum(r.n), 0)
   FROM verification_runs v, LATERAL (VALUES ('whole', v.checked - v.failed), ('broken', v.failed)) AS r (result, n)
   WHERE v.tenant_id = tenant.id GROUP BY r.result
   UNION ALL
   SELECT 'interlock_verification_last_timestamp_seconds', '{}', extract(epoch FROM max(v.ended_at))
   FROM verification_runs v WHERE v.tenant_id = tenant.id HAVING count(*) > 0`,
);

const ofAll = {
  name: 'metrics_of_all',
  text: `WITH jobs AS MATERIALIZED (
      SELECT CASE WHEN j.locked_at IS NOT NULL THEN 'running' WHEN j.attempts >= j.max_attempts THEN 'given_up'
               WHEN j.run_at > now() THEN 'later' ELSE 'due' END AS state, j.run_at
      FROM graphile_worker._private_jobs j)
    SELECT 'interlock_queue_jobs' AS name, jsonb_build_object('state', s.state) AS labels,
      (SELECT count(*) FROM jobs WHERE jobs.state = s.state)::numeric AS value
    FROM (VALUES ('due'), ('later'), ('running'), ('given_up')) AS s (state)
    UNION ALL
    SELECT 'interlock_queue_oldest_seconds', '{}', coalesce(extract(epoch FROM now() - min(run_at)), 0)
    FROM jobs WHERE state = 'due'
    UNION ALL
    SELECT 'interlock_outbox_jobs', '{}', public.outbox_depth()
    UNION ALL
    SELECT 'interlock_workers', '{}', count(*) FROM worker_processes WHERE seen_at > now() - interval '1 minute'`,
};

/** The figures of the database for one tenant, and those that belong to all. */
export async function databaseFigures(tenantId: string): Promise<ProcessFigures> {
  const pool = appPool();
  const [own, all] = await Promise.all([readTenant<Row>(pool, tenantId, ofTenant), pool.query<Row>(ofAll)]);
  const samples = new Map<string, Sample[]>();
  for (const { name, labels, value } of [...own, ...all.rows]) {
    samples.set(name, [...(samples.get(name) ?? []), { labels, value: Number(value) }]);
  }
  return Object.entries(described).map(([name, [type, help]]) => ({
    name,
    help,
    type,
    aggregator: 'sum',
    values: samples.get(name) ?? [],
  }));
}

/** What the workers have counted, as each of them last wrote it down. */
export async function workerFigures(): Promise<ProcessFigures[]> {
  const { rows } = await appPool().query<{ figures: ProcessFigures }>(
    'SELECT figures FROM worker_processes WHERE figures IS NOT NULL',
  );
  return rows.map(({ figures }) => figures);
}

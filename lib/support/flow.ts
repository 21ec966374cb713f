import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { type Result, done } from '@/lib/people/refusal';

/** How instances went through a definition lately. */
export type Flow = {
  /** Instances that were looked at: the newest ones. */
  readonly sample: number;
  /** Transition key → how often it was taken by them. */
  readonly taken: Readonly<Record<string, number>>;
  /** Time that a stay in each step took, of those that ended, in seconds. */
  readonly times: readonly {
    readonly step: string;
    readonly stays: number;
    readonly median: number;
    readonly p90: number;
  }[];
  /** All of them by day (UTC), the last 14 with today, oldest first. */
  readonly days: readonly { readonly day: string; readonly started: number; readonly closed: number }[];
};

/** Instances that the shares and the times are taken from: enough to see a share of one percent. */
const mostSampled = 500;

/** Ids begin with the instant at which they were made: the first of a day (UTC), so that one index counts what was started in it. */
const firstId = (day: string) =>
  `(lpad(to_hex((extract(epoch FROM ${day}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;

const statement = tenantStatement(
  'support_flow',
  `WITH d AS MATERIALIZED (
     SELECT d.id FROM public.definitions d WHERE d.tenant_id = tenant.id AND d.key = $2
   ), sample AS MATERIALIZED (
     SELECT i.id FROM public.instances i
     WHERE i.tenant_id = tenant.id AND i.definition_id = (SELECT d.id FROM d) AND ($3::int IS NULL OR i.definition_version = $3)
     ORDER BY i.id DESC LIMIT $4
   ), taken AS (
     SELECT e.key, count(*)::int AS times FROM sample s
     CROSS JOIN LATERAL (
       SELECT o.* FROM public.events o WHERE o.tenant_id = tenant.id AND o.instance_id = s.id
       UNION ALL SELECT a.* FROM public.archived_events a WHERE a.tenant_id = tenant.id AND a.instance_id = s.id) AS e
     WHERE e.type IN ('TRANSITION_TAKEN', 'BRANCH_OPENED') AND e.key IS NOT NULL
       AND NOT (e.type = 'BRANCH_OPENED' AND e.to_state = e.data ->> 'fork') GROUP BY e.key
   ), times AS (
     SELECT st.step, count(*)::int AS stays,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM st.exited_at - st.entered_at)) AS median,
       percentile_cont(0.9) WITHIN GROUP (ORDER BY extract(epoch FROM st.exited_at - st.entered_at)) AS p90
     FROM sample s JOIN public.step_instances st ON st.tenant_id = tenant.id AND st.instance_id = s.id AND st.exited_at IS NOT NULL
     GROUP BY st.step
   )
   SELECT (SELECT count(*)::int FROM sample) AS sample,
     coalesce((SELECT jsonb_object_agg(t.key, t.times) FROM taken t), '{}') AS taken,
     coalesce((SELECT jsonb_agg(to_jsonb(t) ORDER BY t.median DESC) FROM times t), '[]') AS times,
     (SELECT jsonb_agg(jsonb_build_object('day', to_char(day, 'YYYY-MM-DD'),
        'started', (SELECT count(*) FROM public.instances i WHERE i.tenant_id = tenant.id AND i.definition_id = (SELECT d.id FROM d)
          AND ($3::int IS NULL OR i.definition_version = $3) AND i.id >= ${firstId('day')} AND i.id < ${firstId("day + interval '1 day'")}),
        'closed', (SELECT count(*) FROM public.instances i WHERE i.tenant_id = tenant.id AND i.definition_id = (SELECT d.id FROM d)
          AND ($3::int IS NULL OR i.definition_version = $3) AND i.closed_at >= day AT TIME ZONE 'UTC'
          AND i.closed_at < (day + interval '1 day') AT TIME ZONE 'UTC')) ORDER BY day)
      FROM generate_series(date_trunc('day', now() AT TIME ZONE 'UTC') - interval '13 days', now() AT TIME ZONE 'UTC', interval '1 day')
        AS day) AS days`,
);

/** Throughput of a definition or one version; and, from its newest instances, shares of the transitions and times in each step. */
export async function readFlow(actor: Actor, definition: string, version?: number): Promise<Result<Flow>> {
  const lacking = lacks(actor, 'instances.read_all');
  if (lacking) return lacking;
  const values = [definition, version ?? null, mostSampled];
  const [row] = await readTenant<Flow>(appPool(), actor.tenantId, statement, values);
  return done(row!);
}

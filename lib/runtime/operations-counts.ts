import type { Pool } from 'pg';
import { readTenant, tenantQuery, tenantStatement } from '@/lib/database/tenant-statement';

/**
 * Ages in a step by which live instances are counted, in whole hours: from one bound to the next, the last without an end.
 * A list with the same two bounds shows the same instances.
 */
export const ageBounds = [0, 1, 4, 24, 72, 168] as const;

/** Live instances of one version in one step with one status. With branches an instance is counted in each of its steps. */
export type StepCount = {
  readonly definition: string;
  readonly version: number;
  readonly versionId: string;
  readonly step: string;
  readonly status: string;
  /** By age, as `ageBounds` says. */
  readonly ages: number[];
  /** Since when the oldest is in the step. */
  readonly oldestAt: string;
  readonly oldestId: string;
  /** Past the deadline of an open task. */
  readonly overdue: number;
  /** Nothing will happen by itself: no open task with a deadline, no timer. */
  readonly undated: number;
};

export type OperationsCounts = {
  readonly takenAt: string;
  /** How long counting took, in milliseconds. */
  readonly took: number;
  readonly steps: StepCount[];
  /** Instances by definition and status: the live ones, and all that have failed. */
  readonly statuses: { readonly definition: string; readonly status: string; readonly count: number }[];
  readonly totals: Totals;
};

/** Each instance once. */
export type Totals = {
  readonly live: number;
  readonly attention: number;
  readonly overdue: number;
  readonly undated: number;
  readonly failed: number;
  readonly compensationFailed: number;
  readonly paused: number;
};

const ages = ageBounds
  .map((from, index) => {
    const until = ageBounds[index + 1];
    const older = `l.entered_at <= now() - interval '${from} hours'`;
    const condition =
      until === undefined ? older : `${older} AND l.entered_at > now() - interval '${until} hours'`;
    return `count(*) FILTER (WHERE ${from === 0 ? `l.entered_at > now() - interval '${ageBounds[1]} hours'` : condition})`;
  })
  .join(', ');

/** One pass over the open stays of live instances; everything else is joined to it as a whole. */
const counting = tenantQuery(`
  WITH late AS MATERIALIZED (
    SELECT DISTINCT t.instance_id FROM public.tasks t
    WHERE t.tenant_id = tenant.id AND t.status IN ('pending', 'in_progress') AND t.due_at < now()
  ), l AS MATERIALIZED (
    SELECT s.instance_id, s.step, s.entered_at, i.definition_key, i.definition_version, i.definition_version_id, i.status,
      late.instance_id IS NOT NULL AS late, i.undated
    FROM public.step_instances s
    JOIN public.instances i ON i.tenant_id = tenant.id AND i.id = s.instance_id AND i.closed_at IS NULL
    LEFT JOIN late ON late.instance_id = s.instance_id
    WHERE s.tenant_id = tenant.id AND s.exited_at IS NULL AND s.live
  ), failed AS MATERIALIZED (
    SELECT i.definition_key, count(*)::int AS count FROM public.instances i
    WHERE i.tenant_id = tenant.id AND i.rare_status = 'failed' GROUP BY 1
  ), statuses AS MATERIALIZED (
    SELECT l.definition_key, l.status, count(DISTINCT l.instance_id)::int AS count FROM l GROUP BY 1, 2
  )
  SELECT jsonb_build_object(
    'steps', coalesce((SELECT jsonb_agg(g.one) FROM (
      SELECT jsonb_build_object('definition', l.definition_key, 'version', l.definition_version,
        'versionId', (array_agg(l.definition_version_id))[1], 'step', l.step,
        'status', l.status, 'ages', jsonb_build_array(${ages}), 'oldestAt', public.instant_text(min(l.entered_at)),
        'oldestId', (array_agg(l.instance_id ORDER BY l.entered_at))[1],
        'overdue', count(*) FILTER (WHERE l.late), 'undated', count(*) FILTER (WHERE l.undated)) AS one
      FROM l GROUP BY l.definition_key, l.definition_version, l.step, l.status) AS g), '[]'),
    'statuses', coalesce((SELECT jsonb_agg(jsonb_build_object('definition', a.definition_key, 'status', a.status, 'count', a.count))
      FROM (SELECT * FROM statuses UNION ALL SELECT f.definition_key, 'failed', f.count FROM failed f) AS a), '[]'),
    'totals', jsonb_build_object(
      'live', (SELECT coalesce(sum(s.count), 0) FROM statuses s),
      'attention', (SELECT coalesce(sum(s.count), 0) FROM statuses s WHERE s.status = 'needs_attention'),
      'compensationFailed', (SELECT coalesce(sum(s.count), 0) FROM statuses s WHERE s.status = 'compensation_failed'),
      'paused', (SELECT coalesce(sum(s.count), 0) FROM statuses s WHERE s.status = 'paused'),
      'failed', (SELECT coalesce(sum(f.count), 0) FROM failed f),
      'overdue', (SELECT count(DISTINCT l.instance_id) FROM l WHERE l.late),
      'undated', (SELECT count(DISTINCT l.instance_id) FROM l WHERE l.undated))) AS counts`);

const newest = tenantStatement(
  'operations_counts_newest',
  `SELECT o.counts, (extract(epoch FROM now() - o.taken_at) * 1000)::float8 AS age FROM public.operations_counts o
   WHERE o.tenant_id = tenant.id ORDER BY o.slot DESC LIMIT 1`,
);

const trend = tenantStatement(
  'operations_counts_trend',
  `SELECT public.instant_text(o.slot) AS at, o.counts -> 'totals' AS totals FROM public.operations_counts o
   WHERE o.tenant_id = tenant.id AND o.slot > now() - make_interval(hours => $2) ORDER BY o.slot`,
);

/** The counts that were taken last, and how long ago that was in milliseconds. */
export async function readCounts(
  pool: Pick<Pool, 'query'>,
  tenantId: string,
): Promise<{ readonly counts: OperationsCounts; readonly age: number } | null> {
  const [row] = await readTenant<{ counts: OperationsCounts; age: number }>(pool, tenantId, newest);
  return row ?? null;
}

/** The totals of the last hours, oldest first. */
export function readTrend(
  pool: Pick<Pool, 'query'>,
  tenantId: string,
  hours: number,
): Promise<{ at: string; totals: Totals }[]> {
  return readTenant(pool, tenantId, trend, [hours]);
}

/** Counts the live instances of a tenant and keeps what it found for whoever looks next. */
export async function takeCounts(pool: Pool, tenantId: string): Promise<OperationsCounts> {
  const began = performance.now();
  const [row] = await readTenant<{ counts: Omit<OperationsCounts, 'takenAt' | 'took'> }>(
    pool,
    tenantId,
    counting,
  );
  const counts: OperationsCounts = {
    ...row!.counts,
    takenAt: new Date().toISOString(),
    took: Math.round(performance.now() - began),
  };
  await keepCounts(pool, tenantId, counts);
  return counts;
}

/** A row for each five minutes: the last counts of them; those older than 30 days go. */
async function keepCounts(pool: Pool, tenantId: string, counts: OperationsCounts): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query("SELECT set_config('interlock.tenant_id', $1, true)", [tenantId]);
    await client.query(
      `INSERT INTO public.operations_counts AS o (tenant_id, slot, counts)
       VALUES ($1, date_bin('5 minutes', now(), '2000-01-01'), $2)
       ON CONFLICT (tenant_id, slot) DO UPDATE SET taken_at = now(), counts = excluded.counts`,
      [tenantId, JSON.stringify(counts)],
    );
    await client.query(
      "DELETE FROM public.operations_counts WHERE tenant_id = $1 AND slot < now() - interval '30 days'",
      [tenantId],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** How often a worker counts, in milliseconds, so that the trend goes on while nobody looks. */
export const countEvery = 5 * 60_000;

/** Counts for every tenant whose counts of this slot nobody has taken yet. */
export async function countAll(owner: Pool, app: Pool): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    `SELECT t.id FROM tenants t WHERE NOT EXISTS (
       SELECT FROM operations_counts o WHERE o.tenant_id = t.id AND o.slot = date_bin('5 minutes', now(), '2000-01-01'))`,
  );
  for (const { id } of rows) await takeCounts(app, id);
}

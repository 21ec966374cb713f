import type { AlertKind } from './schema';

/** What a rule found: one for each process (and step) in which it holds. */
export type Finding = {
  /** The process, or process and step: what the alert is about as long as it holds. */
  readonly subject: string;
  readonly definition: string;
  readonly step: string | null;
  readonly count: number;
  /** Seconds of the oldest, or percent. */
  readonly measured: number;
  readonly exampleId: string | null;
};

/**
 * What each kind of rule measures. `$1` the tenant, `$2` a process or null, `$3` a step or null, `$4` seconds (an age, or a window), `$5`
 * percent, `$6` the least count. Each gives the columns of `Finding`.
 */
export const measures: Readonly<Record<AlertKind, string>> = {
  instance_age: `
    SELECT i.definition_key AS subject, i.definition_key AS definition, NULL::text AS step, count(*)::int AS count,
      extract(epoch FROM now() - min(i.created_at))::float8 AS measured, (array_agg(i.id ORDER BY i.created_at))[1] AS "exampleId"
    FROM public.instances i
    WHERE i.tenant_id = $1 AND i.closed_at IS NULL AND ($2::text IS NULL OR i.definition_key = $2)
      AND i.created_at < now() - make_interval(secs => $4)
    GROUP BY i.definition_key`,
  state_age: `
    SELECT i.definition_key || ':' || s.step AS subject, i.definition_key AS definition, s.step, count(*)::int AS count,
      extract(epoch FROM now() - min(s.entered_at))::float8 AS measured, (array_agg(i.id ORDER BY s.entered_at))[1] AS "exampleId"
    FROM public.step_instances s
    JOIN public.instances i ON i.tenant_id = s.tenant_id AND i.id = s.instance_id AND i.closed_at IS NULL
    WHERE s.tenant_id = $1 AND s.exited_at IS NULL AND s.live AND s.entered_at < now() - make_interval(secs => $4)
      AND ($2::text IS NULL OR i.definition_key = $2) AND ($3::text IS NULL OR s.step = $3)
    GROUP BY i.definition_key, s.step`,
  // Work that is ready and that nobody has begun: since it was made, or since its next try was due.
  queue_age: `
    SELECT w.definition_key AS subject, w.definition_key AS definition, NULL::text AS step, count(DISTINCT w.id)::int AS count,
      extract(epoch FROM now() - min(w.since))::float8 AS measured, (array_agg(w.id ORDER BY w.since))[1] AS "exampleId"
    FROM (
      SELECT i.definition_key, i.id, coalesce(x.next_attempt_at, x.created_at) AS since
      FROM public.step_instances s
      JOIN public.instances i ON i.tenant_id = s.tenant_id AND i.id = s.instance_id
        AND i.status IN ('running', 'resumed', 'waiting', 'scheduled')
      JOIN public.activity_executions x ON x.tenant_id = s.tenant_id AND x.instance_id = s.instance_id AND x.step = s.step
        AND x.visit = s.visit AND x.branch = s.branch AND x.status IN ('ready', 'scheduled', 'retrying')
      WHERE s.tenant_id = $1 AND s.exited_at IS NULL AND s.live AND ($2::text IS NULL OR i.definition_key = $2)
    ) AS w
    WHERE w.since < now() - make_interval(secs => $4) GROUP BY w.definition_key`,
  // What failed or needed a person in the window, against that and what came to a good end in it.
  failure_rate: `
    WITH bad AS (
      SELECT c.definition_key, c.instance_id AS id, max(c.opened_at) AS at FROM public.incidents c
      WHERE c.tenant_id = $1 AND c.opened_at > now() - make_interval(secs => $4) AND ($2::text IS NULL OR c.definition_key = $2)
      GROUP BY 1, 2
      UNION
      SELECT i.definition_key, i.id, i.closed_at FROM public.instances i
      WHERE i.tenant_id = $1 AND i.closed_at > now() - make_interval(secs => $4) AND i.status IN ('failed', 'reversed')
        AND ($2::text IS NULL OR i.definition_key = $2)
    ), failed AS (
      SELECT b.definition_key, count(DISTINCT b.id)::int AS count, (array_agg(b.id ORDER BY b.at DESC))[1] AS latest
      FROM bad b WHERE b.definition_key IS NOT NULL GROUP BY 1
    ), good AS (
      SELECT i.definition_key, count(*)::int AS count FROM public.instances i
      WHERE i.tenant_id = $1 AND i.closed_at > now() - make_interval(secs => $4) AND i.status = 'completed'
        AND NOT EXISTS (SELECT FROM bad b WHERE b.id = i.id) GROUP BY 1
    )
    SELECT f.definition_key AS subject, f.definition_key AS definition, NULL::text AS step, f.count,
      (100.0 * f.count / (f.count + coalesce(g.count, 0)))::float8 AS measured, f.latest AS "exampleId"
    FROM failed f LEFT JOIN good g USING (definition_key)
    WHERE f.count + coalesce(g.count, 0) >= $6 AND 100.0 * f.count / (f.count + coalesce(g.count, 0)) >= $5`,
};

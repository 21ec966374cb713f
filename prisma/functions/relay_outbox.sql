-- Hands committed outbox rows to the queue, oldest first, and says how many. Runs as the owner, who owns the queue.
-- Graphile's add_jobs notifies the workers once for the whole batch. Two relays share the work (SKIP LOCKED); a relay
-- that dies before its commit leaves the rows for the next one.
CREATE OR REPLACE FUNCTION public.relay_outbox(p_limit integer) RETURNS integer
LANGUAGE plpgsql
AS $$
DECLARE
  handed_over integer;
BEGIN
  WITH taken AS (
    DELETE FROM public.outbox o
    WHERE o.id IN (SELECT c.id FROM public.outbox c ORDER BY c.id LIMIT p_limit FOR UPDATE SKIP LOCKED)
    RETURNING o.id, o.tenant_id, o.instance_id, o.task, o.payload, o.run_at
  ),
  jobs AS (
    SELECT array_agg(
      ROW(t.task, (t.payload || jsonb_build_object('tenantId', t.tenant_id, 'instanceId', t.instance_id))::json,
        -- No named queue: jobs that have one cannot be taken several at a time. What keeps those of an instance apart is in
        -- lib/runtime/jobs/advance.ts.
        NULL, t.run_at, 50, NULL, NULL, NULL)::graphile_worker.job_spec
      ORDER BY t.id) AS specs, count(*)::integer AS n
    FROM taken t
  ),
  added AS (
    SELECT count(*) FROM jobs CROSS JOIN LATERAL graphile_worker.add_jobs(jobs.specs) WHERE jobs.n > 0
  )
  SELECT jobs.n INTO handed_over FROM jobs, added;
  RETURN handed_over;
END
$$;

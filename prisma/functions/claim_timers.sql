-- Takes due timers of all tenants in hand, those that have waited longest first. For p_seconds no other sweeper gets them; one
-- that dies with them in hand leaves them to the next. The clock is this database's.
CREATE OR REPLACE FUNCTION public.claim_timers(p_limit integer, p_seconds integer)
RETURNS TABLE (tenant_id uuid, instance_id uuid, key text, due_at timestamptz)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  -- Locked before they are changed: an UPDATE alone would wait for the rows of another sweeper.
  WITH due AS (
    SELECT t.tenant_id, t.instance_id, t.key
    FROM public.timers t
    WHERE t.closed_at IS NULL AND t.look_at <= now()
    ORDER BY t.look_at
    LIMIT p_limit
    FOR UPDATE SKIP LOCKED
  )
  UPDATE public.timers t SET look_at = now() + make_interval(secs => p_seconds)
  FROM due
  WHERE t.tenant_id = due.tenant_id AND t.instance_id = due.instance_id AND t.key = due.key
  RETURNING t.tenant_id, t.instance_id, t.key, t.due_at
$$;

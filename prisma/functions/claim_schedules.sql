-- Takes schedules of all tenants in hand whose start is due or has not been computed yet. For p_seconds no other sweeper gets
-- them; one that dies with them in hand leaves them to the next. The clock is this database's.
CREATE OR REPLACE FUNCTION public.claim_schedules(p_limit integer, p_seconds integer)
RETURNS TABLE (tenant_id uuid, definition_id uuid, definition_key text, cron text, time_zone text, next_at text, now text)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  WITH due AS (
    SELECT s.tenant_id, s.definition_id FROM public.schedules s
    WHERE s.look_at <= now() ORDER BY s.look_at LIMIT p_limit
    FOR UPDATE SKIP LOCKED
  )
  UPDATE public.schedules s SET look_at = now() + make_interval(secs => p_seconds)
  FROM due WHERE s.tenant_id = due.tenant_id AND s.definition_id = due.definition_id
  RETURNING s.tenant_id, s.definition_id, s.definition_key, s.cron, s.time_zone, public.instant_text(s.next_at),
    public.instant_text(now())
$$;

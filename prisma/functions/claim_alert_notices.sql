-- Takes notices of alerts that are due, of all tenants, in hand, the oldest first: for p_seconds no other worker gets them, and one
-- that dies with them in hand leaves them to the next.
CREATE OR REPLACE FUNCTION public.claim_alert_notices(p_limit integer, p_seconds integer) RETURNS TABLE (tenant_id uuid, id uuid)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  WITH due AS (
    SELECT n.tenant_id, n.id FROM public.alert_notices n
    WHERE n.status = 'queued' AND n.next_attempt_at <= now()
    ORDER BY n.next_attempt_at LIMIT p_limit
    FOR UPDATE SKIP LOCKED
  )
  UPDATE public.alert_notices n SET next_attempt_at = now() + make_interval(secs => p_seconds)
  FROM due WHERE n.tenant_id = due.tenant_id AND n.id = due.id
  RETURNING n.tenant_id, n.id
$$;

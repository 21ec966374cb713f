-- Kept signals of all tenants whose instance may be there after all: one that came at the very moment of the start, or whose
-- starter died before it handed them over. Each is looked at soon after it came, then ever more seldom.
CREATE OR REPLACE FUNCTION public.claim_kept_signals(p_limit integer)
RETURNS TABLE (tenant_id uuid, id uuid)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  WITH due AS (
    SELECT k.tenant_id, k.id FROM public.kept_signals k
    WHERE k.instance_id IS NULL AND k.look_at <= now()
    ORDER BY k.look_at LIMIT p_limit
    FOR UPDATE SKIP LOCKED
  )
  UPDATE public.kept_signals k SET look_at = CASE WHEN k.expires_at <= now() THEN 'infinity'
    ELSE now() + least(interval '10 minutes', greatest(interval '1 second', now() - k.received_at)) END
  FROM due WHERE k.tenant_id = due.tenant_id AND k.id = due.id
  RETURNING k.tenant_id, k.id
$$;

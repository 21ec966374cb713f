-- Heartbeat of a worker: moves the end of the lease it holds. False when the lease is no longer this token's.
-- A lease is no part of the instance's history, so this writes no event; the guard lets it through by the lease columns alone.
CREATE OR REPLACE FUNCTION public.extend_lease(
  p_tenant uuid, p_instance uuid, p_execution text, p_token text, p_seconds integer
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  UPDATE public.activity_executions x SET lease_expires_at = now() + make_interval(secs => p_seconds)
  WHERE x.tenant_id = p_tenant AND x.instance_id = p_instance AND x.key = p_execution
    AND x.status = 'running' AND x.lease_token = p_token
    AND coalesce(public.current_tenant(), p_tenant) = p_tenant;
  RETURN FOUND;
END
$$;

-- Executions whose lease is past its end, of all tenants, the longest overdue first.
CREATE OR REPLACE FUNCTION public.expired_leases(p_limit integer)
RETURNS TABLE (tenant_id uuid, instance_id uuid, execution text, token text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT x.tenant_id, x.instance_id, x.key, x.lease_token
  FROM public.activity_executions x
  WHERE x.status = 'running' AND x.lease_expires_at < now()
  ORDER BY x.lease_expires_at
  LIMIT p_limit
$$;

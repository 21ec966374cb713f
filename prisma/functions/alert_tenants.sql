-- Tenants for whom something is to be looked at: they have an active rule, or an alert that is still open.
CREATE OR REPLACE FUNCTION public.alert_tenants() RETURNS TABLE (tenant_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT r.tenant_id FROM public.alert_rules r WHERE r.active
  UNION
  SELECT a.tenant_id FROM public.alerts a WHERE a.closed_at IS NULL
$$;

-- The source with this address, whose tenant nobody knows yet when a partner calls.
CREATE OR REPLACE FUNCTION public.find_webhook_source(p_id uuid)
RETURNS TABLE (tenant_id uuid, tenant_name text, id uuid, name text, mapping jsonb, window_seconds integer, key_number integer, active boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT s.tenant_id, t.name, s.id, s.name, s.mapping, s.window_seconds, s.key_number, s.active
  FROM public.webhook_sources s JOIN public.tenants t ON t.id = s.tenant_id
  WHERE s.id = p_id
$$;

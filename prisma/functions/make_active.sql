-- The one writer of the active version: new starts take it from now on, also of a definition that had been retired.
CREATE OR REPLACE FUNCTION public.make_active(p_tenant uuid, p_definition uuid, p_version integer) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp
AS $$
  UPDATE public.definitions SET active_version = p_version, retired_at = NULL, retired_by = NULL, retired_reason = NULL
  WHERE tenant_id = p_tenant AND id = p_definition
$$;

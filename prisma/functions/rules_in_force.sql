-- The tenant's rules that hold now: key -> {value, version}. The version is the instant from which the value holds.
-- PL/pgSQL, since before version 18 PostgreSQL plans an SQL function anew for every call.
CREATE OR REPLACE FUNCTION public.rules_in_force(p_tenant uuid) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
BEGIN
  RETURN (
    SELECT coalesce(jsonb_object_agg(r.key, jsonb_build_object(
      'value', r.value, 'version', public.instant_text(r.effective_from))), '{}')
    FROM public.rules r
    WHERE r.tenant_id = p_tenant AND tstzrange(r.effective_from, r.effective_to) @> now()
      AND coalesce(public.current_tenant(), p_tenant) = p_tenant
  );
END
$$;

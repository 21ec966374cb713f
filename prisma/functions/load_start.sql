-- What a start needs to know: the version of a definition (the active one where none is named, at the very instant from which it is
-- to be active), the rules in force, the clock, whether signals are kept for instances to be; null without such a version, and for
-- one that is retired.
-- PL/pgSQL, since before version 18 PostgreSQL plans an SQL function anew for every call.
CREATE OR REPLACE FUNCTION public.load_start(p_tenant uuid, p_key text, p_version integer DEFAULT NULL) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
BEGIN
  RETURN (
    SELECT jsonb_build_object('now', public.instant_text(clock_timestamp()), 'definitionVersionId', v.id,
      'rules', public.rules_in_force(p_tenant),
      'timeZone', (SELECT z.time_zone FROM public.tenants z WHERE z.id = p_tenant),
      'keptSignals', EXISTS (SELECT FROM public.kept_signals k
        WHERE k.tenant_id = p_tenant AND k.definition_key = p_key AND k.instance_id IS NULL))
    FROM public.definitions d
    LEFT JOIN LATERAL (
      SELECT a.version FROM public.version_activations a
      WHERE a.tenant_id = d.tenant_id AND a.definition_id = d.id AND a.settled_at IS NULL AND a.active_from <= clock_timestamp()
      ORDER BY a.active_from DESC, a.version DESC LIMIT 1
    ) AS due ON true
    JOIN public.definition_versions v
      ON v.tenant_id = d.tenant_id AND v.definition_id = d.id AND v.version = coalesce(p_version, due.version, d.active_version)
    WHERE d.tenant_id = p_tenant AND d.key = p_key AND (d.retired_at IS NULL OR due.version IS NOT NULL)
      AND NOT EXISTS (SELECT FROM public.version_retirements r
        WHERE r.tenant_id = d.tenant_id AND r.definition_id = d.id AND r.version = v.version)
      AND coalesce(public.current_tenant(), p_tenant) = p_tenant
  );
END
$$;

-- What a start needs to know: the active version of a definition, the rules in force, the clock, whether signals are
-- kept for instances to be; null without an active version.
CREATE OR REPLACE FUNCTION public.load_start(p_tenant uuid, p_key text) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT jsonb_build_object('now', public.instant_text(clock_timestamp()), 'definitionVersionId', v.id,
    'rules', public.rules_in_force(p_tenant),
    'timeZone', (SELECT z.time_zone FROM public.tenants z WHERE z.id = p_tenant),
    'keptSignals', EXISTS (SELECT FROM public.kept_signals k
      WHERE k.tenant_id = p_tenant AND k.definition_key = p_key AND k.instance_id IS NULL))
  FROM public.definitions d
  JOIN public.definition_versions v
    ON v.tenant_id = d.tenant_id AND v.definition_id = d.id AND v.version = d.active_version
  WHERE d.tenant_id = p_tenant AND d.key = p_key
    AND coalesce(public.current_tenant(), p_tenant) = p_tenant
$$;

-- A published version by its id: {id, key, version, content}. It never changes, so callers may keep it.
CREATE OR REPLACE FUNCTION public.load_definition(p_tenant uuid, p_version_id uuid) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT jsonb_build_object('id', v.id, 'key', v.key, 'version', v.version, 'content', v.content)
  FROM public.definition_versions v WHERE v.tenant_id = p_tenant AND v.id = p_version_id
    AND coalesce(public.current_tenant(), p_tenant) = p_tenant
$$;

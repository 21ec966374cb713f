-- No version of the definition is active any more and nothing is put down to become so: nothing starts, instances go on. Making a
-- version active takes it up again. Raises IL005 not_found, IL003 terminal when it is retired already, IL002 not_allowed when
-- nothing of it was ever published.
CREATE OR REPLACE FUNCTION public.retire_definition(p_tenant uuid, p_definition uuid, p_person uuid, p_reason text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  d record;
BEGIN
  SELECT def.retired_at INTO d FROM public.definitions def
  WHERE def.tenant_id = p_tenant AND def.id = p_definition AND coalesce(public.current_tenant(), p_tenant) = p_tenant
  FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no such definition' USING ERRCODE = 'IL005';
  END IF;
  IF d.retired_at IS NOT NULL THEN
    RAISE EXCEPTION 'the definition is retired already' USING ERRCODE = 'IL003';
  END IF;
  PERFORM FROM public.definition_versions v WHERE v.tenant_id = p_tenant AND v.definition_id = p_definition;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'nothing of the definition is published' USING ERRCODE = 'IL002';
  END IF;
  UPDATE public.version_activations SET settled_at = now(), outcome = 'taken_back'
  WHERE tenant_id = p_tenant AND definition_id = p_definition AND settled_at IS NULL;
  UPDATE public.definitions SET active_version = NULL, retired_at = now(), retired_by = p_person, retired_reason = p_reason
  WHERE tenant_id = p_tenant AND id = p_definition;
END
$$;

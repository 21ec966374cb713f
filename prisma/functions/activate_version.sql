-- Makes a version active from an instant on: now where it is null or has passed, else it is put down for the sweep, in the place
-- of what had been put down for that version. Raises IL005 not_found, IL003 terminal for a version that is retired.
CREATE OR REPLACE FUNCTION public.activate_version(
  p_tenant uuid, p_definition uuid, p_version integer, p_active_from timestamptz, p_person uuid
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_now boolean := p_active_from IS NULL OR p_active_from <= now();
BEGIN
  PERFORM FROM public.definitions d
  JOIN public.definition_versions v ON v.tenant_id = d.tenant_id AND v.definition_id = d.id AND v.version = p_version
  WHERE d.tenant_id = p_tenant AND d.id = p_definition AND coalesce(public.current_tenant(), p_tenant) = p_tenant
  FOR UPDATE OF d;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no version % of this definition', p_version USING ERRCODE = 'IL005';
  END IF;
  PERFORM FROM public.version_retirements r
  WHERE r.tenant_id = p_tenant AND r.definition_id = p_definition AND r.version = p_version;
  IF FOUND THEN
    RAISE EXCEPTION 'version % is retired', p_version USING ERRCODE = 'IL003';
  END IF;
  UPDATE public.version_activations SET settled_at = now(), outcome = 'taken_back'
  WHERE tenant_id = p_tenant AND definition_id = p_definition AND version = p_version AND settled_at IS NULL;
  INSERT INTO public.version_activations (tenant_id, id, definition_id, version, active_from, made_by, settled_at, outcome)
  VALUES (p_tenant, public.new_id(), p_definition, p_version, CASE WHEN v_now THEN now() ELSE p_active_from END, p_person,
    CASE WHEN v_now THEN now() END, CASE WHEN v_now THEN 'activated' END);
  IF v_now THEN PERFORM public.make_active(p_tenant, p_definition, p_version); END IF;
END
$$;

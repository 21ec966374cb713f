-- Nothing starts by this version any more, for good; its instances go on. Raises IL005 not_found, IL003 terminal when it is retired
-- already, IL002 not_allowed while it is active or put down to become active.
CREATE OR REPLACE FUNCTION public.retire_version(
  p_tenant uuid, p_definition uuid, p_version integer, p_person uuid, p_reason text
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_active integer;
BEGIN
  SELECT d.active_version INTO v_active FROM public.definitions d
  JOIN public.definition_versions v ON v.tenant_id = d.tenant_id AND v.definition_id = d.id AND v.version = p_version
  WHERE d.tenant_id = p_tenant AND d.id = p_definition AND coalesce(public.current_tenant(), p_tenant) = p_tenant
  FOR UPDATE OF d;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no version % of this definition', p_version USING ERRCODE = 'IL005';
  END IF;
  IF v_active = p_version THEN
    RAISE EXCEPTION 'version % is active', p_version USING ERRCODE = 'IL002', DETAIL = '{"rule": "active"}';
  END IF;
  PERFORM FROM public.version_activations a
  WHERE a.tenant_id = p_tenant AND a.definition_id = p_definition AND a.version = p_version AND a.settled_at IS NULL;
  IF FOUND THEN
    RAISE EXCEPTION 'version % is to become active', p_version USING ERRCODE = 'IL002', DETAIL = '{"rule": "scheduled"}';
  END IF;
  INSERT INTO public.version_retirements (tenant_id, definition_id, version, retired_by, reason)
  VALUES (p_tenant, p_definition, p_version, p_person, p_reason)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'version % is retired already', p_version USING ERRCODE = 'IL003';
  END IF;
END
$$;

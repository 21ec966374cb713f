-- What was put down for a version does not happen any more. Raises IL005 not_found where nothing is put down for it.
CREATE OR REPLACE FUNCTION public.take_back_activation(p_tenant uuid, p_definition uuid, p_version integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  PERFORM FROM public.definitions d
  WHERE d.tenant_id = p_tenant AND d.id = p_definition AND coalesce(public.current_tenant(), p_tenant) = p_tenant
  FOR UPDATE;
  UPDATE public.version_activations SET settled_at = now(), outcome = 'taken_back'
  WHERE tenant_id = p_tenant AND definition_id = p_definition AND version = p_version AND settled_at IS NULL
    AND active_from > now() AND coalesce(public.current_tenant(), p_tenant) = p_tenant;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'version % is not put down to become active', p_version USING ERRCODE = 'IL005';
  END IF;
END
$$;

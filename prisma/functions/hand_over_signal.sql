-- Writes down which instance got a kept signal; the guard sees to it that its history has it.
CREATE OR REPLACE FUNCTION public.hand_over_signal(p_tenant uuid, p_id uuid, p_instance uuid) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  UPDATE public.kept_signals k SET instance_id = p_instance, handed_over_at = now()
  WHERE k.tenant_id = p_tenant AND k.id = p_id AND k.instance_id IS NULL
    AND coalesce(public.current_tenant(), p_tenant) = p_tenant
$$;

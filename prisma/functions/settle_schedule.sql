-- Writes down what became of a due start, and when the next one is. A schedule that another version has changed meanwhile
-- (p_before, p_cron and p_zone are what the caller saw) stays as it is: it is looked at anew.
CREATE OR REPLACE FUNCTION public.settle_schedule(
  p_tenant uuid, p_definition uuid, p_before timestamptz, p_cron text, p_zone text, p_next timestamptz, p_instance uuid, p_error text
) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  UPDATE public.schedules s SET next_at = p_next, look_at = coalesce(p_next, 'infinity'),
    last_at = coalesce(p_before, s.last_at),
    last_instance_id = CASE WHEN p_before IS NULL THEN s.last_instance_id ELSE p_instance END,
    last_error = CASE WHEN p_before IS NULL AND p_error IS NULL THEN s.last_error ELSE p_error END
  WHERE s.tenant_id = p_tenant AND s.definition_id = p_definition AND s.next_at IS NOT DISTINCT FROM p_before
    AND s.cron = p_cron AND s.time_zone = p_zone AND coalesce(public.current_tenant(), p_tenant) = p_tenant
$$;

-- For a timer that came due while nothing can happen in its instance (it is paused, or needs attention): the sweepers leave it
-- alone for a while. What lets the instance go on again fires it at once.
CREATE OR REPLACE FUNCTION public.postpone_timer(p_tenant uuid, p_instance uuid, p_key text, p_seconds integer) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  UPDATE public.timers t SET look_at = now() + make_interval(secs => p_seconds)
  WHERE t.tenant_id = p_tenant AND t.instance_id = p_instance AND t.key = p_key AND t.closed_at IS NULL
    AND coalesce(public.current_tenant(), p_tenant) = p_tenant
$$;

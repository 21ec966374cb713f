-- A worker elsewhere asks for work of these topics: what needs a place at a resource stands in line for p_seconds. Without anybody
-- who asks it would take places from work that somebody would do. Says how much stands in line now, or has got its
-- place meanwhile.
CREATE OR REPLACE FUNCTION public.ask_for_room(p_tenant uuid, p_topics text[], p_limit integer, p_seconds integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  asked integer;
BEGIN
  WITH oldest AS (
    SELECT q.instance_id, q.execution FROM public.resource_requests q
    WHERE q.tenant_id = p_tenant AND q.topic = ANY (p_topics) AND q.state IN ('unasked', 'waiting')
      AND q.due_at <= clock_timestamp() AND coalesce(public.current_tenant(), p_tenant) = p_tenant
    ORDER BY q.due_at, q.instance_id, q.execution
    LIMIT p_limit
    FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE public.resource_requests q SET state = 'waiting', until = clock_timestamp() + make_interval(secs => p_seconds)
  FROM oldest
  WHERE q.tenant_id = p_tenant AND q.instance_id = oldest.instance_id AND q.execution = oldest.execution;
  GET DIAGNOSTICS asked = ROW_COUNT;
  RETURN asked + (
    SELECT count(*) FROM public.resource_requests q
    WHERE q.tenant_id = p_tenant AND q.topic = ANY (p_topics) AND q.state = 'granted' AND q.until > clock_timestamp()
      AND coalesce(public.current_tenant(), p_tenant) = p_tenant);
END
$$;

-- External work of these topics that may be fetched now, the oldest first. It locks the instances until the caller's transaction
-- ends, in the order in which a move does, and passes over those that somebody is moving: so two fetches share the work.
CREATE OR REPLACE FUNCTION public.fetch_external_work(p_tenant uuid, p_topics text[], p_limit integer)
RETURNS TABLE (instance_id uuid, execution text)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT x.instance_id, x.key
  FROM public.activity_executions x
  JOIN public.instances i ON i.tenant_id = x.tenant_id AND i.id = x.instance_id
  WHERE x.tenant_id = p_tenant AND x.topic = ANY (p_topics) AND x.status IN ('ready', 'retrying')
    AND (x.next_attempt_at IS NULL OR x.next_attempt_at <= now())
    AND i.status IN ('running', 'waiting', 'compensating')
    -- What needs a place at a resource is there to be fetched when it has got one.
    AND (x.resource IS NULL OR EXISTS (
      SELECT FROM public.resource_requests q
      WHERE q.tenant_id = x.tenant_id AND q.instance_id = x.instance_id AND q.execution = x.key
        AND q.state = 'granted' AND q.until > clock_timestamp()))
    AND coalesce(public.current_tenant(), p_tenant) = p_tenant
  ORDER BY x.created_at, x.instance_id, x.key
  LIMIT p_limit
  FOR NO KEY UPDATE OF i SKIP LOCKED
$$;

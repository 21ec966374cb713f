-- The history of an instance, wherever it is kept. The planner sees through it: a condition on the sequence uses the key of both.
CREATE OR REPLACE FUNCTION public.history_of(p_tenant uuid, p_instance uuid) RETURNS SETOF public.events
LANGUAGE sql STABLE
AS $$
  SELECT e.* FROM public.events e WHERE e.tenant_id = p_tenant AND e.instance_id = p_instance
  UNION ALL
  SELECT a.* FROM public.archived_events a WHERE a.tenant_id = p_tenant AND a.instance_id = p_instance
$$;

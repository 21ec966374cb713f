-- Trigger of archived_events, after a statement's inserts: the archive takes in what the history has, of instances that never move again.
CREATE OR REPLACE FUNCTION public.guard_archived_event() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM FROM coming c
  LEFT JOIN public.events e ON e.tenant_id = c.tenant_id AND e.instance_id = c.instance_id AND e.sequence = c.sequence
  LEFT JOIN public.instances i ON i.tenant_id = c.tenant_id AND i.id = c.instance_id
  WHERE ROW(e.*) IS DISTINCT FROM ROW(c.*) OR i.status IS NULL OR i.status NOT IN ('completed', 'reversed', 'cancelled');
  IF FOUND THEN
    RAISE EXCEPTION 'the archive takes in nothing but the history of an ended instance' USING ERRCODE = 'IL006';
  END IF;
  RETURN NULL;
END
$$;

-- Trigger of archived_events, before insert: the archive takes in what the history has, of an instance that never moves again.
CREATE OR REPLACE FUNCTION public.guard_archived_event() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM FROM public.events e JOIN public.instances i ON i.tenant_id = e.tenant_id AND i.id = e.instance_id
  WHERE e.tenant_id = NEW.tenant_id AND e.instance_id = NEW.instance_id AND e.sequence = NEW.sequence
    AND to_jsonb(e) = to_jsonb(NEW) AND i.status IN ('completed', 'reversed', 'cancelled');
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the archive takes in nothing but the history of an ended instance' USING ERRCODE = 'IL006';
  END IF;
  RETURN NEW;
END
$$;

-- Trigger of children, besides that of their lifecycle: what a child is about is what the event says that asked for it, and
-- does not change; it is started when there is its instance, and completed when that is, with its outcome.
CREATE OR REPLACE FUNCTION public.guard_child() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  v_version bigint;
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('interlock.erasing', true) <> '' THEN
    IF public.is_erasure(OLD.tenant_id, OLD.instance_id, to_jsonb(OLD), to_jsonb(NEW)) THEN RETURN NEW; END IF;
  END IF;
  IF TG_OP = 'INSERT' THEN
    -- Read by itself: a plan that joins the two, made while the history was short, reads all of it ever after.
    v_version := (SELECT i.version FROM public.instances i WHERE i.tenant_id = NEW.tenant_id AND i.id = NEW.instance_id);
    PERFORM FROM public.events ev
    WHERE ev.tenant_id = NEW.tenant_id AND ev.instance_id = NEW.instance_id AND ev.sequence > v_version
      AND ev.type = 'CHILD_CREATED' AND ev.key = NEW.key
      AND ev.data @> jsonb_build_object('definition', NEW.definition, 'version', NEW.version, 'subject', NEW.subject,
        'input', NEW.input, 'position', NEW.position, 'attempt', NEW.attempt);
    IF NOT FOUND THEN
      RAISE EXCEPTION 'the child % is not what its event says', NEW.key
        USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('child', NEW.key)::text;
    END IF;
  ELSE
    IF (NEW.position, NEW.attempt, NEW.definition, NEW.version, NEW.subject, NEW.input)
       IS DISTINCT FROM (OLD.position, OLD.attempt, OLD.definition, OLD.version, OLD.subject, OLD.input)
       OR OLD.child_id IS NOT NULL AND NEW.child_id IS DISTINCT FROM OLD.child_id THEN
      RAISE EXCEPTION 'what a child is about does not change' USING ERRCODE = 'IL006';
    END IF;
  END IF;
  IF NEW.child_id IS NOT NULL THEN
    PERFORM FROM public.instances i
    WHERE i.tenant_id = NEW.tenant_id AND i.id = NEW.child_id
      AND (i.parent_id, i.parent_child) = (NEW.instance_id, NEW.key)
      AND (NEW.status <> 'completed' OR i.status = 'completed' AND i.outcome IS NOT DISTINCT FROM NEW.outcome);
    IF NOT FOUND THEN
      RAISE EXCEPTION 'instance % is not this child, or not what is said of it', NEW.child_id
        USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('child', NEW.key, 'instance', NEW.child_id)::text;
    END IF;
  END IF;
  RETURN NEW;
END
$$;

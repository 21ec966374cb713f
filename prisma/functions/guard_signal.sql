-- Trigger of signals: a signal is what the event says that received it, and is consumed once, by the stay that an event names.
CREATE OR REPLACE FUNCTION public.guard_signal() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  v_version bigint;
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('interlock.erasing', true) <> '' THEN
    IF public.is_erasure(OLD.tenant_id, OLD.instance_id, to_jsonb(OLD), to_jsonb(NEW)) THEN RETURN NEW; END IF;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a signal is not deleted: it is part of the history' USING ERRCODE = 'IL006';
  END IF;
  -- Read by itself: a plan that joins the two, made while the history was short, reads all of it ever after.
  v_version := (SELECT i.version FROM public.instances i WHERE i.tenant_id = NEW.tenant_id AND i.id = NEW.instance_id);
  IF TG_OP = 'UPDATE' THEN
    IF OLD.consumed_by IS NOT NULL THEN
      RAISE EXCEPTION 'the signal % is consumed and does not change any more', OLD.id
        USING ERRCODE = 'IL003', DETAIL = jsonb_build_object('id', OLD.id)::text;
    END IF;
    IF to_jsonb(NEW) - '{consumed_by,consumed_at}'::text[] <> to_jsonb(OLD) - '{consumed_by,consumed_at}'::text[] THEN
      RAISE EXCEPTION 'what a signal says does not change' USING ERRCODE = 'IL006';
    END IF;
  ELSIF NOT EXISTS (
    SELECT FROM public.events ev
    WHERE ev.tenant_id = NEW.tenant_id AND ev.instance_id = NEW.instance_id AND ev.sequence > v_version
      AND ev.sequence = NEW.sequence AND ev.type IN ('SIGNAL_RECEIVED', 'FILE_RECEIVED') AND ev.key = NEW.id
      AND ev.data ->> 'name' = NEW.name AND ev.data -> 'payload' = NEW.payload
      AND ev.data ->> 'correlation' IS NOT DISTINCT FROM NEW.correlation
      AND ev.data ->> 'expiresAt' = public.instant_text(NEW.expires_at)
  ) THEN
    RAISE EXCEPTION 'the signal % may not be received without its event', NEW.id
      USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('id', NEW.id)::text;
  END IF;
  IF NEW.consumed_by IS NOT NULL AND NOT EXISTS (
    SELECT FROM public.events ev
    WHERE ev.tenant_id = NEW.tenant_id AND ev.instance_id = NEW.instance_id AND ev.sequence > v_version
      AND ev.type = 'SIGNAL_CONSUMED' AND ev.key = NEW.id AND ev.data ->> 'stay' = NEW.consumed_by
  ) THEN
    RAISE EXCEPTION 'the signal % may not be consumed without its event', NEW.id
      USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('id', NEW.id)::text;
  END IF;
  RETURN NEW;
END
$$;

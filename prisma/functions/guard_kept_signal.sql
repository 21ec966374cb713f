-- Trigger of kept signals: what one says does not change, and it is handed over once, to an instance whose history has it.
CREATE OR REPLACE FUNCTION public.guard_kept_signal() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('interlock.erasing', true) <> '' THEN
    IF public.is_erasure(OLD.tenant_id, OLD.instance_id, to_jsonb(OLD), to_jsonb(NEW)) THEN RETURN NEW; END IF;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a kept signal is not deleted: it says what has come' USING ERRCODE = 'IL006';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF OLD.instance_id IS NOT NULL THEN
      RAISE EXCEPTION 'the signal % has been handed over and does not change any more', OLD.signal_id
        USING ERRCODE = 'IL003', DETAIL = jsonb_build_object('id', OLD.signal_id)::text;
    END IF;
    IF to_jsonb(NEW) - '{instance_id,handed_over_at,look_at}'::text[]
       <> to_jsonb(OLD) - '{instance_id,handed_over_at,look_at}'::text[] THEN
      RAISE EXCEPTION 'what a signal says does not change' USING ERRCODE = 'IL006';
    END IF;
  END IF;
  IF NEW.instance_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM public.signals s
    WHERE s.tenant_id = NEW.tenant_id AND s.instance_id = NEW.instance_id AND s.id = NEW.signal_id
  ) THEN
    RAISE EXCEPTION 'the signal % may not be handed over to an instance that has not received it', NEW.signal_id
      USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('id', NEW.signal_id)::text;
  END IF;
  RETURN NEW;
END
$$;

-- Trigger of tasks, activity executions and children (argument: the lifecycle): the status may only become what the events of this
-- transaction say of this row. The instance's own row is written last, so its version still marks where they begin.
CREATE OR REPLACE FUNCTION public.guard_lifecycle() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  e record;
  reached text;
  reached_at bigint;
  spoken_of boolean := false;
  v_version bigint;
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('interlock.erasing', true) <> '' THEN
    IF public.is_erasure(OLD.tenant_id, OLD.instance_id, to_jsonb(OLD), to_jsonb(NEW)) THEN RETURN NEW; END IF;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a row of % is not deleted: it is part of the history', TG_TABLE_NAME USING ERRCODE = 'IL006';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    reached := OLD.status;
    IF (NEW.tenant_id, NEW.instance_id, NEW.key, NEW.branch, NEW.step, NEW.visit, NEW.created_at)
       IS DISTINCT FROM (OLD.tenant_id, OLD.instance_id, OLD.key, OLD.branch, OLD.step, OLD.visit, OLD.created_at) THEN
      RAISE EXCEPTION 'what a row of % is about does not change', TG_TABLE_NAME USING ERRCODE = 'IL006';
    END IF;
    -- A heartbeat moves only the end of a lease; that is not part of the history.
    IF TG_ARGV[0] = 'activity' AND OLD.status = 'running' AND NEW.status = 'running' THEN
      IF to_jsonb(NEW) - 'lease_expires_at' = to_jsonb(OLD) - 'lease_expires_at' THEN RETURN NEW; END IF;
    END IF;
  END IF;

  -- The version by itself: joined, the whole history could be read to find what comes after it.
  SELECT i.version INTO v_version FROM public.instances i WHERE i.tenant_id = NEW.tenant_id AND i.id = NEW.instance_id;
  FOR e IN
    SELECT ev.sequence, ev.lifecycle, ev.from_status, ev.to_status
    FROM public.events ev
    WHERE ev.tenant_id = NEW.tenant_id AND ev.instance_id = NEW.instance_id
      AND ev.sequence > v_version AND ev.subject = TG_ARGV[0] AND ev.key = NEW.key
    ORDER BY ev.sequence
  LOOP
    spoken_of := true;
    CONTINUE WHEN e.lifecycle IS NULL;
    IF e.from_status IS DISTINCT FROM reached THEN
      RAISE EXCEPTION 'an event says that the % % was %, but it was %', TG_ARGV[0], NEW.key, e.from_status, reached
        USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('key', NEW.key, 'from', reached, 'to', e.to_status)::text;
    END IF;
    reached := e.to_status;
    reached_at := e.sequence;
  END LOOP;

  -- A row whose status moved was not at its end: the closed list, which its event passed, has no move from there.
  IF TG_OP = 'UPDATE' AND reached = OLD.status THEN
    PERFORM FROM public.lifecycle_moves m WHERE m.lifecycle = TG_ARGV[0] AND m.from_status = OLD.status;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'the % % is % and does not change any more', TG_ARGV[0], OLD.key, OLD.status
        USING ERRCODE = 'IL003', DETAIL = jsonb_build_object('key', OLD.key, 'status', OLD.status)::text;
    END IF;
  END IF;
  IF NOT spoken_of OR NEW.status IS DISTINCT FROM reached THEN
    RAISE EXCEPTION 'the % % may not become % without its event', TG_ARGV[0], NEW.key, NEW.status
      USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('key', NEW.key, 'from', reached, 'to', NEW.status)::text;
  END IF;
  -- What guard_instance asks for: an event of a status that no row has taken on is not part of a history.
  IF reached_at IS NOT NULL THEN NEW.status_event := reached_at;
  ELSIF TG_OP = 'UPDATE' THEN NEW.status_event := OLD.status_event;
  END IF;
  RETURN NEW;
END
$$;

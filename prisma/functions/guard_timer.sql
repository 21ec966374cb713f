-- Trigger of timers: a timer is set by an event that says its instant, and closed by one that says that it fired or that what
-- it was for is over. When a sweeper looks at an open one is no part of the history.
CREATE OR REPLACE FUNCTION public.guard_timer() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  spoken_of boolean;
  v_version bigint;
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('interlock.erasing', true) <> '' THEN
    IF public.is_erasure(OLD.tenant_id, OLD.instance_id, to_jsonb(OLD), to_jsonb(NEW)) THEN RETURN NEW; END IF;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a timer is not deleted: it is part of the history' USING ERRCODE = 'IL006';
  END IF;
  -- Read by itself: a plan that joins the two, made while the history was short, reads all of it ever after.
  v_version := (SELECT i.version FROM public.instances i WHERE i.tenant_id = NEW.tenant_id AND i.id = NEW.instance_id);
  IF TG_OP = 'UPDATE' THEN
    IF OLD.closed_at IS NOT NULL THEN
      RAISE EXCEPTION 'the timer % is over and does not change any more', OLD.key
        USING ERRCODE = 'IL003', DETAIL = jsonb_build_object('key', OLD.key, 'ending', OLD.ending)::text;
    END IF;
    IF (NEW.tenant_id, NEW.instance_id, NEW.key, NEW.branch, NEW.stay, NEW.purpose, NEW.rung, NEW.due_at, NEW.basis, NEW.set_at)
       IS DISTINCT FROM
       (OLD.tenant_id, OLD.instance_id, OLD.key, OLD.branch, OLD.stay, OLD.purpose, OLD.rung, OLD.due_at, OLD.basis, OLD.set_at) THEN
      RAISE EXCEPTION 'what a timer is about does not change' USING ERRCODE = 'IL006';
    END IF;
    IF NEW.closed_at IS NULL THEN RETURN NEW; END IF;
  ELSE
    SELECT EXISTS (
      SELECT FROM public.events ev
      WHERE ev.tenant_id = NEW.tenant_id AND ev.instance_id = NEW.instance_id AND ev.sequence > v_version
        AND ev.type IN ('TIMERS_SET', 'DEADLINE_CHANGED', 'WORKFLOW_STARTED') AND ev.data -> 'timers' @> jsonb_build_array(
          jsonb_build_object('key', NEW.key, 'dueAt', public.instant_text(NEW.due_at)))
    ) INTO spoken_of;
    IF NOT spoken_of THEN
      RAISE EXCEPTION 'the timer % may not be set without its event', NEW.key
        USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('key', NEW.key)::text;
    END IF;
  END IF;
  IF NEW.closed_at IS NOT NULL THEN
    SELECT EXISTS (
      SELECT FROM public.events ev
      WHERE ev.tenant_id = NEW.tenant_id AND ev.instance_id = NEW.instance_id AND ev.sequence > v_version
        AND CASE NEW.ending
          WHEN 'fired' THEN ev.type IN ('TIMER_FIRED', 'DEADLINE_PASSED') AND ev.key = NEW.key
          ELSE (ev.type IN ('STEP_EXITED', 'DEADLINE_CHANGED') AND ev.key = NEW.stay)
            OR (ev.type = 'TRANSITION_BEGUN' AND ev.data ->> 'stay' = NEW.stay)
            OR (ev.lifecycle = 'instance' AND ev.to_status IN ('completed', 'reversed', 'cancelled', 'failed')) END
    ) INTO spoken_of;
    IF NOT spoken_of THEN
      RAISE EXCEPTION 'the timer % may not become % without its event', NEW.key, NEW.ending
        USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('key', NEW.key, 'to', NEW.ending)::text;
    END IF;
  END IF;
  RETURN NEW;
END
$$;

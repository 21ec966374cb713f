-- Trigger of branches: a branch is in the state and has the status that the events of this transaction say, beginning as open
-- at a step to which its fork leads, or in the fork while activities of its way there run. The instance's own row is written last, so its version still marks where they begin.
CREATE OR REPLACE FUNCTION public.guard_branch() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  e record;
  reached text;
  reached_at bigint;
  reached_status text := 'open';
  ended_at bigint;
  v_version bigint;
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a branch is not deleted: it is part of the history' USING ERRCODE = 'IL006';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF OLD.status <> 'open' THEN
      RAISE EXCEPTION 'branch % is % and does not change any more', OLD.key, OLD.status
        USING ERRCODE = 'IL003', DETAIL = jsonb_build_object('branch', OLD.key, 'status', OLD.status)::text;
    END IF;
    IF (NEW.tenant_id, NEW.instance_id, NEW.key, NEW.parent, NEW.fork)
       IS DISTINCT FROM (OLD.tenant_id, OLD.instance_id, OLD.key, OLD.parent, OLD.fork) THEN
      RAISE EXCEPTION 'what a branch is about does not change' USING ERRCODE = 'IL006';
    END IF;
    reached := OLD.state;
    reached_status := OLD.status;
  END IF;
  -- Read by itself: a plan that joins the two, made while the history was short, reads all of it ever after.
  v_version := (SELECT i.version FROM public.instances i WHERE i.tenant_id = NEW.tenant_id AND i.id = NEW.instance_id);
  FOR e IN
    SELECT ev.sequence, ev.subject, ev.from_status, ev.to_status, coalesce(ev.from_state, ev.migrated_from) AS from_state,
      ev.to_state, ev.version_id
    FROM public.events ev
    WHERE ev.tenant_id = NEW.tenant_id AND ev.instance_id = NEW.instance_id AND ev.sequence > v_version
      AND ev.subject IN ('state', 'branch') AND ev.branch = NEW.key
    ORDER BY ev.sequence
  LOOP
    IF e.subject = 'branch' THEN
      CONTINUE WHEN e.to_status IS NULL;
      IF e.from_status IS DISTINCT FROM reached_status THEN
        RAISE EXCEPTION 'an event says that branch % was %, but it was %', NEW.key, e.from_status, reached_status
          USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('branch', NEW.key, 'from', reached_status, 'to', e.to_status)::text;
      END IF;
      reached_status := e.to_status;
      ended_at := e.sequence;
      CONTINUE;
    END IF;
    IF e.from_state IS DISTINCT FROM reached THEN
      RAISE EXCEPTION 'an event says that branch % was in %, but it was in %', NEW.key, e.from_state, reached
        USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('branch', NEW.key, 'from', reached, 'to', e.to_state)::text;
    END IF;
    IF reached IS NULL AND e.to_state IS DISTINCT FROM NEW.fork AND NOT EXISTS (
      SELECT FROM public.state_moves m
      WHERE m.tenant_id = NEW.tenant_id AND m.version_id = e.version_id AND m.from_state = NEW.fork AND m.to_state = e.to_state
    ) THEN
      RAISE EXCEPTION 'the fork % does not lead to %', NEW.fork, e.to_state
        USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('branch', NEW.key, 'from', NEW.fork, 'to', e.to_state)::text;
    END IF;
    reached := e.to_state;
    reached_at := e.sequence;
  END LOOP;
  IF NEW.state IS DISTINCT FROM reached THEN
    RAISE EXCEPTION 'branch % may not be in % without its event', NEW.key, NEW.state
      USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('branch', NEW.key, 'from', reached, 'to', NEW.state)::text;
  END IF;
  IF NEW.status IS DISTINCT FROM reached_status THEN
    RAISE EXCEPTION 'branch % may not become % without its event', NEW.key, NEW.status
      USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('branch', NEW.key, 'from', reached_status, 'to', NEW.status)::text;
  END IF;
  -- What guard_instance asks for: an event that no row has taken on is not part of a history.
  NEW.state_event := coalesce(reached_at, CASE WHEN TG_OP = 'UPDATE' THEN OLD.state_event END, 0);
  NEW.status_event := coalesce(ended_at, CASE WHEN TG_OP = 'UPDATE' THEN OLD.status_event END, 0);
  RETURN NEW;
END
$$;

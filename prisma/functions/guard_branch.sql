-- Trigger of branches: a branch is in the state that the events of this transaction say, beginning at a step to which its
-- fork leads, and changes in nothing else without an event of its instance. The instance's own row is written last, so its
-- version still marks where they begin.
CREATE OR REPLACE FUNCTION public.guard_branch() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  e record;
  reached text;
  reached_at bigint;
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a branch is not deleted: it is part of the history' USING ERRCODE = 'IL006';
  END IF;
  IF TG_OP = 'INSERT' AND NEW.status <> 'open' THEN
    RAISE EXCEPTION 'a branch begins as open' USING ERRCODE = 'IL002',
      DETAIL = jsonb_build_object('branch', NEW.key, 'from', NULL, 'to', NEW.status)::text;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF OLD.status IN ('ended', 'cancelled') THEN
      RAISE EXCEPTION 'branch % is % and does not change any more', OLD.key, OLD.status
        USING ERRCODE = 'IL003', DETAIL = jsonb_build_object('branch', OLD.key, 'status', OLD.status)::text;
    END IF;
    IF (NEW.tenant_id, NEW.instance_id, NEW.key, NEW.parent, NEW.fork)
       IS DISTINCT FROM (OLD.tenant_id, OLD.instance_id, OLD.key, OLD.parent, OLD.fork) THEN
      RAISE EXCEPTION 'what a branch is about does not change' USING ERRCODE = 'IL006';
    END IF;
    reached := OLD.state;
  END IF;
  FOR e IN
    SELECT ev.sequence, ev.from_state, ev.to_state, ev.version_id
    FROM public.events ev JOIN public.instances i ON i.tenant_id = ev.tenant_id AND i.id = ev.instance_id
    WHERE ev.tenant_id = NEW.tenant_id AND ev.instance_id = NEW.instance_id AND ev.sequence > i.version
      AND ev.subject = 'state' AND ev.branch = NEW.key
    ORDER BY ev.sequence
  LOOP
    IF e.from_state IS DISTINCT FROM reached THEN
      RAISE EXCEPTION 'an event says that branch % was in %, but it was in %', NEW.key, e.from_state, reached
        USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('branch', NEW.key, 'from', reached, 'to', e.to_state)::text;
    END IF;
    IF reached IS NULL AND NOT EXISTS (
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
  IF reached_at IS NOT NULL THEN
    NEW.state_event := reached_at;
  ELSIF TG_OP = 'UPDATE' THEN
    NEW.state_event := OLD.state_event;
    IF NOT EXISTS (
      SELECT FROM public.events ev JOIN public.instances i ON i.tenant_id = ev.tenant_id AND i.id = ev.instance_id
      WHERE ev.tenant_id = NEW.tenant_id AND ev.instance_id = NEW.instance_id AND ev.sequence > i.version
    ) THEN
      RAISE EXCEPTION 'branch % may not become % without an event', NEW.key, NEW.status
        USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('branch', NEW.key, 'from', OLD.status, 'to', NEW.status)::text;
    END IF;
  END IF;
  RETURN NEW;
END
$$;

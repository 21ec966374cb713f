-- Constraint trigger of events, at commit: no event without the instance having moved to its sequence number. It looks once for
-- each move, by the event that opens it: those after it have no gap, so the last of them stands for all.
-- The commit is the caller's, and before version 18 PostgreSQL runs deferred triggers with the rights of that moment: to the
-- app's role, which has not named its tenant, row-level security would hide the instance. So the engine runs it.
-- Its plan looks by the key whatever the planner thinks of a small table: made while there are few instances, it read all of
-- them for every event, and took longer with each.
CREATE OR REPLACE FUNCTION public.event_belongs() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
DECLARE
  v_version bigint := (SELECT i.version FROM public.instances i WHERE i.tenant_id = NEW.tenant_id AND i.id = NEW.instance_id);
BEGIN
  IF EXISTS (
    SELECT FROM public.events e
    WHERE e.tenant_id = NEW.tenant_id AND e.instance_id = NEW.instance_id AND e.sequence > v_version
  ) THEN
    RAISE EXCEPTION 'event % of instance % changed nothing', NEW.sequence, NEW.instance_id USING ERRCODE = 'IL008';
  END IF;
  RETURN NULL;
END
$$;

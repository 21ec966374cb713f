-- Constraint trigger of instances, at commit after insert: an instance without its first event does not stay.
-- The engine runs it, as event_belongs.
-- It looks by the key, as event_belongs does.
CREATE OR REPLACE FUNCTION public.instance_has_history() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
BEGIN
  IF EXISTS (
    SELECT FROM public.instances i WHERE i.tenant_id = NEW.tenant_id AND i.id = NEW.id AND i.version = 0
  ) THEN
    RAISE EXCEPTION 'instance % has no history', NEW.id USING ERRCODE = 'IL008';
  END IF;
  RETURN NULL;
END
$$;

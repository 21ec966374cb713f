-- Trigger of definitions: the schedule is that of the active version. Another version takes it over; without one there is none.
-- The instant that was computed stays where cron and zone do, so that a start that is due is not lost by publishing.
CREATE OR REPLACE FUNCTION public.follow_schedule() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  wanted jsonb;
BEGIN
  SELECT v.content -> 'schedule' INTO wanted FROM public.definition_versions v
  WHERE v.tenant_id = NEW.tenant_id AND v.definition_id = NEW.id AND v.version = NEW.active_version;
  IF wanted IS NULL THEN
    DELETE FROM public.schedules s WHERE s.tenant_id = NEW.tenant_id AND s.definition_id = NEW.id;
    RETURN NULL;
  END IF;
  INSERT INTO public.schedules AS s (tenant_id, definition_id, definition_key, cron, time_zone)
  VALUES (NEW.tenant_id, NEW.id, NEW.key, wanted ->> 'cron', wanted ->> 'timeZone')
  ON CONFLICT (tenant_id, definition_id) DO UPDATE SET cron = excluded.cron, time_zone = excluded.time_zone, next_at = NULL,
    look_at = now()
  WHERE (s.cron, s.time_zone) <> (excluded.cron, excluded.time_zone);
  RETURN NULL;
END
$$;

-- Constraint trigger of events, at commit: no event without the instance having moved to its sequence number.
CREATE OR REPLACE FUNCTION public.event_belongs() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM public.instances i
    WHERE i.tenant_id = NEW.tenant_id AND i.id = NEW.instance_id AND i.version >= NEW.sequence
  ) THEN
    RAISE EXCEPTION 'event % of instance % changed nothing', NEW.sequence, NEW.instance_id USING ERRCODE = 'IL008';
  END IF;
  RETURN NULL;
END
$$;

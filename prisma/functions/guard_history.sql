-- Trigger of events and archived_events: history is written once. A row may leave only for the archive, which then has the very
-- same one; and it may lose what a lawful erasure takes, as far as the event of that erasure says so (DESIGN 5.4).
CREATE OR REPLACE FUNCTION public.guard_history() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'events' THEN
    PERFORM FROM public.archived_events a
    WHERE a.tenant_id = OLD.tenant_id AND a.instance_id = OLD.instance_id AND a.sequence = OLD.sequence AND a.hash = OLD.hash;
    IF FOUND THEN RETURN OLD; END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    IF public.is_erasure(OLD.tenant_id, OLD.instance_id, to_jsonb(OLD), to_jsonb(NEW)) THEN
      PERFORM FROM public.events e JOIN public.instances i ON i.tenant_id = e.tenant_id AND i.id = e.instance_id
      WHERE e.tenant_id = OLD.tenant_id AND e.instance_id = OLD.instance_id AND e.sequence > i.version AND e.type = 'DATA_ERASED'
        AND e.data -> 'events' @> jsonb_build_array(jsonb_build_object('sequence', NEW.sequence, 'sha256',
          public.vouched_hash(jsonb_populate_record(NULL::public.events, to_jsonb(NEW)))));
      IF FOUND THEN RETURN NEW; END IF;
    END IF;
  END IF;
  RAISE EXCEPTION '% of % is refused: its rows are written once', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'IL006', DETAIL = jsonb_build_object('table', TG_TABLE_NAME, 'operation', TG_OP)::text;
END
$$;

-- Trigger of events, before delete: history is written once. A row may leave only for the archive, which then has the very same one.
CREATE OR REPLACE FUNCTION public.guard_history() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM FROM public.archived_events a
  WHERE a.tenant_id = OLD.tenant_id AND a.instance_id = OLD.instance_id AND a.sequence = OLD.sequence AND a.hash = OLD.hash;
  IF FOUND THEN RETURN OLD; END IF;
  RAISE EXCEPTION '% of % is refused: its rows are written once', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'IL006', DETAIL = jsonb_build_object('table', TG_TABLE_NAME, 'operation', TG_OP)::text;
END
$$;

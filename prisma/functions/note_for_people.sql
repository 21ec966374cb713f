-- Trigger of events, after insert: what people may have to be told of is noted in the transaction of the move. Only events
-- that somebody can be told of get here (the trigger's WHEN), so other moves pay nothing.
CREATE OR REPLACE FUNCTION public.note_for_people() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO public.pending_notices (tenant_id, instance_id, sequence)
  VALUES (NEW.tenant_id, NEW.instance_id, NEW.sequence);
  RETURN NULL;
END
$$;

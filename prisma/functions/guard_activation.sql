-- Trigger of version_activations, before update: what was put down is settled once, and nothing else of it changes.
CREATE OR REPLACE FUNCTION public.guard_activation() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF OLD.settled_at IS NOT NULL OR NEW.settled_at IS NULL
    OR to_jsonb(NEW) - '{settled_at,outcome}'::text[] <> to_jsonb(OLD) - '{settled_at,outcome}'::text[]
  THEN
    RAISE EXCEPTION 'what was put down for a version is settled once' USING ERRCODE = 'IL006';
  END IF;
  RETURN NEW;
END
$$;

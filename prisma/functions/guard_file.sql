-- Trigger of files: a file does not change, and goes only as long as no history and no comment names it (an upload that was refused).
CREATE OR REPLACE FUNCTION public.guard_file() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('interlock.erasing', true) <> '' THEN
    IF public.is_erasure(OLD.tenant_id, OLD.instance_id, to_jsonb(OLD), to_jsonb(NEW)) THEN RETURN NEW; END IF;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    RAISE EXCEPTION 'a file does not change' USING ERRCODE = 'IL006';
  END IF;
  IF EXISTS (
    SELECT FROM public.signals s
    WHERE s.tenant_id = OLD.tenant_id AND s.instance_id = OLD.instance_id AND s.id = OLD.id::text
  ) OR EXISTS (
    SELECT FROM public.comments c WHERE c.tenant_id = OLD.tenant_id AND c.file_id = OLD.id
  ) THEN
    RAISE EXCEPTION 'the file % is part of a history and is not deleted', OLD.id USING ERRCODE = 'IL006';
  END IF;
  RETURN OLD;
END
$$;

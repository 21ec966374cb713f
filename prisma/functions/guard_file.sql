-- Trigger of files: a file does not change, and goes only as long as no history and no comment names it (an upload that was refused).
-- One that waits for the start of a request comes to that request. A lawful erasure may take words out of its name, and where its order names the file the content, of which size and hash stay.
CREATE OR REPLACE FUNCTION public.guard_file() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  v_what jsonb := nullif(current_setting('interlock.erasing', true), '')::jsonb;
  v_old public.files := OLD;
  v_new public.files := NEW;
BEGIN
  IF TG_OP = 'UPDATE' AND v_what IS NOT NULL THEN
    -- Nobody has to make JSON of a content to see whether it changes.
    v_old.content := '';
    v_new.content := '';
    IF NEW.content IS NOT DISTINCT FROM OLD.content OR NEW.content = '' AND v_what -> 'files' ? OLD.id::text THEN
      IF OLD.erased_at IS NULL AND v_what -> 'files' ? OLD.id::text THEN v_new.erased_at := NULL; END IF;
      IF public.is_erasure(OLD.tenant_id, OLD.instance_id, to_jsonb(v_old), to_jsonb(v_new)) THEN RETURN NEW; END IF;
    END IF;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.instance_id IS NULL THEN
    v_old.content := '';
    v_new.content := '';
    v_old.instance_id := NEW.instance_id;
    IF v_old IS NOT DISTINCT FROM v_new AND NEW.content IS NOT DISTINCT FROM OLD.content THEN RETURN NEW; END IF;
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

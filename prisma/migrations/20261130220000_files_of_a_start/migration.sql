-- A file may be uploaded before the request is there that it is for: it waits for the start that names it.

ALTER TABLE files ALTER COLUMN instance_id DROP NOT NULL;
COMMENT ON COLUMN files.instance_id IS 'Null while it waits for the start of a request by whoever has uploaded it.';
CREATE INDEX files_for_a_start ON files (tenant_id, uploaded_by_id) WHERE instance_id IS NULL;

-- Trigger of instances: the files that its requester has uploaded for a start, and that its input names by `<id>/<name>`, become
-- documents of the request, in the transaction that starts it.
CREATE OR REPLACE FUNCTION public.keep_start_files() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  WITH kept AS (
    UPDATE public.files f SET instance_id = NEW.id
    WHERE f.tenant_id = NEW.tenant_id AND f.uploaded_by_id = NEW.requester_id::text AND f.instance_id IS NULL
      AND position(f.id || '/' IN NEW.input::text) > 0
    RETURNING f.id, f.uploaded_by_name
  )
  INSERT INTO public.comments (tenant_id, id, instance_id, author_id, author_name, text, file_id)
  SELECT NEW.tenant_id, public.new_id(), NEW.id, NEW.requester_id, k.uploaded_by_name, '', k.id FROM kept k ORDER BY k.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER instances_keep_files AFTER INSERT ON instances FOR EACH ROW WHEN (NEW.requester_id IS NOT NULL)
  EXECUTE FUNCTION keep_start_files();

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

-- The documents of conversations stay: before, the first of them that was older than a day ended the whole cleaning.
-- Removes what nobody needs any more: webhook deliveries older than p_days, 31 at least (by then no sender sends one again), files whose
-- upload ended halfway a day ago, so that no history and no comment names them, and those that have waited a week for a start. At most
-- p_most of each. Returns how many it removed.
CREATE OR REPLACE FUNCTION public.clean_up(p_days integer, p_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_deliveries integer;
  v_files integer;
BEGIN
  DELETE FROM public.webhook_deliveries d WHERE (d.tenant_id, d.id) IN (
    SELECT o.tenant_id, o.id FROM public.webhook_deliveries o
    WHERE o.received_at < now() - make_interval(days => greatest(p_days, 31)) ORDER BY o.received_at LIMIT p_most);
  GET DIAGNOSTICS v_deliveries = ROW_COUNT;
  DELETE FROM public.files f WHERE (f.tenant_id, f.id) IN (
    SELECT o.tenant_id, o.id FROM public.files o
    WHERE o.uploaded_at < now() - CASE WHEN o.instance_id IS NULL THEN interval '7 days' ELSE interval '1 day' END
      AND NOT EXISTS (
        SELECT FROM public.signals s WHERE s.tenant_id = o.tenant_id AND s.instance_id = o.instance_id AND s.id = o.id::text)
      AND NOT EXISTS (SELECT FROM public.comments c WHERE c.tenant_id = o.tenant_id AND c.file_id = o.id)
    LIMIT p_most);
  GET DIAGNOSTICS v_files = ROW_COUNT;
  RETURN v_deliveries + v_files;
END
$$;

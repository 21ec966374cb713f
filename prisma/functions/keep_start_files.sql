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

-- Trigger of bulk_jobs and bulk_job_items (argument: the lifecycle): the status follows the closed list, and what was chosen
-- when the job was prepared does not change any more, so that what was shown is what happens.
CREATE OR REPLACE FUNCTION public.guard_bulk_job() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  frozen text[] := CASE TG_ARGV[0]
    WHEN 'bulk_job' THEN ARRAY['tenant_id', 'id', 'action', 'settings', 'reason', 'selection', 'total', 'per_minute', 'stop_after',
      'canary', 'created_by', 'created_by_name', 'api_key_id', 'created_at']
    ELSE ARRAY['tenant_id', 'job_id', 'position', 'instance_id'] END;
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF TG_ARGV[0] = 'bulk_job' THEN
      IF OLD.status = 'prepared' THEN RETURN OLD; END IF;
    ELSE
      PERFORM FROM public.bulk_jobs b WHERE b.tenant_id = OLD.tenant_id AND b.id = OLD.job_id AND b.status <> 'prepared';
      IF NOT FOUND THEN RETURN OLD; END IF;
    END IF;
    RAISE EXCEPTION 'a bulk job that has begun is not deleted' USING ERRCODE = 'IL006';
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.status <> (CASE TG_ARGV[0] WHEN 'bulk_job' THEN 'prepared' ELSE 'pending' END) THEN
      RAISE EXCEPTION 'a bulk job begins as prepared, and what it is about as pending' USING ERRCODE = 'IL002';
    END IF;
    IF TG_ARGV[0] = 'bulk_item' THEN
      PERFORM FROM public.bulk_jobs b WHERE b.tenant_id = NEW.tenant_id AND b.id = NEW.job_id AND b.status = 'prepared';
      IF NOT FOUND THEN
        RAISE EXCEPTION 'the list of a bulk job is frozen when it begins' USING ERRCODE = 'IL006';
      END IF;
    END IF;
    RETURN NEW;
  END IF;
  IF EXISTS (SELECT FROM unnest(frozen) AS f (name) WHERE to_jsonb(NEW) -> f.name IS DISTINCT FROM to_jsonb(OLD) -> f.name) THEN
    RAISE EXCEPTION 'what a bulk job is about does not change' USING ERRCODE = 'IL006';
  END IF;
  IF NEW.status <> OLD.status AND NOT EXISTS (
    SELECT FROM public.bulk_moves m
    WHERE m.lifecycle = TG_ARGV[0] AND m.from_status = OLD.status AND m.to_status = NEW.status)
  THEN
    RAISE EXCEPTION 'a % may not move from % to %', TG_ARGV[0], OLD.status, NEW.status
      USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('from', OLD.status, 'to', NEW.status)::text;
  END IF;
  RETURN NEW;
END
$$;

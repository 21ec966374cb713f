-- Trigger of activity executions that need a place at a resource: the request for one follows the status. Nothing begins without a
-- place that was given to it (grant_room), whoever writes; a place is free again in the commit in which the attempt has ended.
CREATE OR REPLACE FUNCTION public.follow_resource_request() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF NEW.status IN ('ready', 'retrying') THEN
    INSERT INTO public.resource_requests AS q (tenant_id, instance_id, execution, resource, topic, state, due_at)
    VALUES (NEW.tenant_id, NEW.instance_id, NEW.key, NEW.resource, NEW.topic,
      CASE WHEN NEW.topic IS NULL THEN 'waiting' ELSE 'unasked' END, coalesce(NEW.next_attempt_at, clock_timestamp()))
    ON CONFLICT (tenant_id, instance_id, execution)
    DO UPDATE SET state = excluded.state, due_at = excluded.due_at, until = NULL, since = clock_timestamp();
  ELSIF NEW.status = 'running' THEN
    UPDATE public.resource_requests q SET state = 'held', until = NULL, since = clock_timestamp()
    WHERE q.tenant_id = NEW.tenant_id AND q.instance_id = NEW.instance_id AND q.execution = NEW.key
      AND q.state = 'granted' AND q.until > clock_timestamp();
    IF NOT FOUND THEN
      RAISE EXCEPTION 'there is no room for % at the resource %', NEW.key, NEW.resource USING ERRCODE = 'IL002',
        DETAIL = jsonb_build_object('execution', NEW.key, 'resource', NEW.resource)::text;
    END IF;
    INSERT INTO public.resource_starts (tenant_id, resource, at)
    SELECT r.tenant_id, r.key, clock_timestamp()
    FROM public.resources r LEFT JOIN public.shared_resources s ON s.key = r.shared
    WHERE r.tenant_id = NEW.tenant_id AND r.key = NEW.resource
      AND (r.per_second IS NOT NULL OR s.per_second IS NOT NULL);
  ELSIF NEW.status <> 'scheduled' THEN
    DELETE FROM public.resource_requests q
    WHERE q.tenant_id = NEW.tenant_id AND q.instance_id = NEW.instance_id AND q.execution = NEW.key;
  END IF;
  RETURN NULL;
END
$$;

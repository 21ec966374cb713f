-- One message to one person about one event; a second time it does nothing. Whether and when it also goes out by mail is
-- what the person has set.
CREATE OR REPLACE FUNCTION public.write_notification(
  p_tenant uuid, p_instance uuid, p_about text, p_kind text, p_task uuid, p_person uuid, p_text text
) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp
AS $$
  INSERT INTO public.notifications (tenant_id, id, person_id, kind, instance_id, about, task_id, text, mail, mail_at, digest)
  SELECT p_tenant, public.new_id(), p.id, p_kind, p_instance, p_about, p_task, p_text,
    CASE WHEN due.at IS NULL THEN 'none' ELSE 'queued' END, due.at, due.at IS NOT NULL AND how.how = 'digest'
  FROM public.people p
  LEFT JOIN public.notification_settings s ON s.tenant_id = p.tenant_id AND s.person_id = p.id
  CROSS JOIN LATERAL (SELECT CASE
    WHEN p_kind LIKE 'task\_%' THEN CASE WHEN p_kind = 'task_decided' AND NOT coalesce(s.decided, false) THEN 'never'
      ELSE coalesce(s.tasks, 'at_once') END
    ELSE coalesce(s.requests, 'at_once') END AS how) AS how
  CROSS JOIN LATERAL (SELECT public.mail_instant(how.how, s.quiet_from::time, s.quiet_until::time,
    coalesce(s.digest_at, '08:00')::time,
    p.time_zone, now()) AS at) AS due
  WHERE p.tenant_id = p_tenant AND p.id = p_person AND p.active
  ON CONFLICT (tenant_id, instance_id, about, person_id, kind) DO NOTHING
$$;

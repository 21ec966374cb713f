-- One message to everybody who watches an instance, or this task of it, and may still read it: not to who did it, nor to whom
-- the same event tells something already.
CREATE OR REPLACE FUNCTION public.tell_watchers(
  p_tenant uuid, p_instance uuid, p_about text, p_kind text, p_task uuid, p_actor text, p_text text
) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp
AS $$
  SELECT public.write_notification(p_tenant, p_instance, p_about, p_kind, p_task, r.person_id, p_text)
  FROM public.readers_of(p_tenant, p_instance, ARRAY(
    SELECT w.person_id FROM public.watchers w
    WHERE w.tenant_id = p_tenant AND w.instance_id = p_instance AND (w.task_id IS NULL OR w.task_id = p_task)
      AND w.person_id::text IS DISTINCT FROM p_actor
      AND NOT EXISTS (SELECT FROM public.notifications n WHERE n.tenant_id = p_tenant AND n.instance_id = p_instance
        AND n.about = p_about AND n.person_id = w.person_id))) AS r (person_id)
$$;

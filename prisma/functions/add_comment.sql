-- A comment on an instance, with the messages to those whom it concerns: from the requester to the people for whom its tasks
-- wait, from anybody else to the requester, and to whoever has taken part in the conversation.
CREATE OR REPLACE FUNCTION public.add_comment(
  p_tenant uuid, p_instance uuid, p_id uuid, p_author uuid, p_text text, p_file uuid
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  -- As for tasks: what would go to more people goes to nobody by name.
  most constant integer := 50;
  heard uuid[];
BEGIN
  -- A session that has named its tenant acts in no other.
  IF public.current_tenant() <> p_tenant THEN
    RAISE EXCEPTION 'there is no instance %', p_instance USING ERRCODE = 'IL005';
  END IF;
  INSERT INTO public.comments (tenant_id, id, instance_id, author_id, author_name, text, file_id)
  SELECT p_tenant, p_id, p_instance, p.id, p.name, p_text, p_file
  FROM public.people p WHERE p.tenant_id = p_tenant AND p.id = p_author;

  SELECT coalesce(array_agg(DISTINCT w.person_id), '{}') INTO heard FROM (
    SELECT i.requester_id AS person_id FROM public.instances i WHERE i.tenant_id = p_tenant AND i.id = p_instance
    UNION ALL
    SELECT c.author_id FROM public.comments c WHERE c.tenant_id = p_tenant AND c.instance_id = p_instance
    UNION ALL
    SELECT r.person_id FROM public.tasks t CROSS JOIN LATERAL public.task_recipients(t.tenant_id, t.id) AS r
    WHERE t.tenant_id = p_tenant AND t.instance_id = p_instance AND t.closed_at IS NULL
      AND EXISTS (SELECT FROM public.instances i WHERE i.tenant_id = p_tenant AND i.id = p_instance AND i.requester_id = p_author)
  ) AS w WHERE w.person_id <> p_author;
  IF cardinality(heard) > most THEN RETURN; END IF;
  PERFORM public.write_notification(p_tenant, p_instance, 'comment:' || p_id, 'comment',
    (SELECT t.id FROM public.tasks t WHERE t.tenant_id = p_tenant AND t.instance_id = p_instance AND t.closed_at IS NULL
     ORDER BY t.id LIMIT 1), h.person_id, left(p_text, 1000))
  FROM unnest(heard) AS h (person_id);
END
$$;

-- A comment on an instance, with the messages to those whom it concerns: to whom it names; from the requester to the people for
-- whom its tasks wait, from anybody else to the requester; to whoever has taken part in the conversation, and who watches.
CREATE OR REPLACE FUNCTION public.add_comment(
  p_tenant uuid, p_instance uuid, p_id uuid, p_author uuid, p_text text, p_file uuid, p_mentions uuid[]
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  -- As for tasks: what would go to more people goes to nobody by name.
  most constant integer := 50;
  about constant text := 'comment:' || p_id;
  heard uuid[];
  task uuid;
BEGIN
  -- A session that has named its tenant acts in no other.
  IF public.current_tenant() <> p_tenant THEN
    RAISE EXCEPTION 'there is no instance %', p_instance USING ERRCODE = 'IL005';
  END IF;
  INSERT INTO public.comments (tenant_id, id, instance_id, author_id, author_name, text, file_id, mentions)
  SELECT p_tenant, p_id, p_instance, p.id, p.name, p_text, p_file, p_mentions
  FROM public.people p WHERE p.tenant_id = p_tenant AND p.id = p_author;

  SELECT t.id INTO task FROM public.tasks t
  WHERE t.tenant_id = p_tenant AND t.instance_id = p_instance AND t.closed_at IS NULL ORDER BY t.id LIMIT 1;
  -- Who may not read it any more is not told of it.
  PERFORM public.write_notification(p_tenant, p_instance, about, 'mention', task, r.person_id, left(p_text, 1000))
  FROM public.readers_of(p_tenant, p_instance, p_mentions) AS r (person_id) WHERE r.person_id <> p_author;

  SELECT coalesce(array_agg(DISTINCT w.person_id), '{}') INTO heard FROM (
    SELECT i.requester_id AS person_id FROM public.instances i WHERE i.tenant_id = p_tenant AND i.id = p_instance
    UNION ALL
    SELECT c.author_id FROM public.comments c WHERE c.tenant_id = p_tenant AND c.instance_id = p_instance
    UNION ALL
    SELECT r.person_id FROM public.tasks t CROSS JOIN LATERAL public.task_recipients(t.tenant_id, t.id) AS r
    WHERE t.tenant_id = p_tenant AND t.instance_id = p_instance AND t.closed_at IS NULL
      AND EXISTS (SELECT FROM public.instances i WHERE i.tenant_id = p_tenant AND i.id = p_instance AND i.requester_id = p_author)
  ) AS w WHERE w.person_id <> p_author AND w.person_id <> ALL (p_mentions);
  IF cardinality(heard) <= most THEN
    PERFORM public.write_notification(p_tenant, p_instance, about, 'comment', task, h.person_id, left(p_text, 1000))
    FROM unnest(heard) AS h (person_id);
  END IF;
  PERFORM public.tell_watchers(p_tenant, p_instance, about, 'comment', task, p_author::text, left(p_text, 1000));
  -- A task that has ended meanwhile is watched for its end, and the conversation is its request's.
  PERFORM public.tell_watchers(p_tenant, p_instance, about, 'comment', w.task_id, p_author::text, left(p_text, 1000))
  FROM (SELECT DISTINCT o.task_id FROM public.watchers o
        WHERE o.tenant_id = p_tenant AND o.instance_id = p_instance AND o.task_id IS NOT NULL) AS w;
END
$$;

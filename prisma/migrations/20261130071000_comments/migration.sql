-- What people write about an instance, and the documents that they add: one conversation of requester, approvers and support.
CREATE TABLE comments (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  instance_id uuid NOT NULL,
  author_id   uuid NOT NULL,
  author_name text NOT NULL,
  text        text NOT NULL,
  -- A document that came with it.
  file_id     uuid,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, instance_id) REFERENCES instances (tenant_id, id),
  FOREIGN KEY (tenant_id, author_id) REFERENCES people (tenant_id, id),
  FOREIGN KEY (tenant_id, file_id) REFERENCES files (tenant_id, id),
  CONSTRAINT comment_says_something CHECK (text <> '' OR file_id IS NOT NULL)
);
CREATE INDEX comments_of_instance ON comments (tenant_id, instance_id, id);
CREATE INDEX comments_by_file ON comments (tenant_id, file_id) WHERE file_id IS NOT NULL;
CREATE TRIGGER comments_keep BEFORE TRUNCATE ON comments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE comments ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON comments TO interlock_app USING (tenant_id = current_tenant());
CREATE POLICY engine ON comments TO interlock_engine USING (true) WITH CHECK (true);
GRANT SELECT ON comments TO interlock_app;
GRANT SELECT, INSERT ON comments TO interlock_engine;

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

-- Trigger of files: a file does not change, and goes only as long as no history and no comment names it (an upload that was refused).
CREATE OR REPLACE FUNCTION public.guard_file() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
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

-- The people for whom an open task waits: its assignee, or else all who are asked; who has taken it leaves the others among
-- them, as it may come back. With those who are away, whoever stands in for them in this process and for this amount. Who has
-- decided already and who is excluded is not among them, nor who has been deactivated.
CREATE OR REPLACE FUNCTION public.task_recipients(p_tenant uuid, p_task uuid) RETURNS TABLE (person_id uuid)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$
  WITH RECURSIVE task AS (
    SELECT t.*, i.definition_key, (t.authority_limit ->> 'amount')::numeric AS amount
    FROM public.tasks t JOIN public.instances i ON i.tenant_id = t.tenant_id AND i.id = t.instance_id
    WHERE t.tenant_id = p_tenant AND t.id = p_task AND t.closed_at IS NULL
  ), asked AS (
    SELECT p.id FROM task t JOIN public.people p ON p.tenant_id = t.tenant_id
    WHERE CASE WHEN t.status = 'pending' AND t.assignee_id IS NOT NULL THEN p.id = t.assignee_id
      ELSE p.id = t.assignee_id OR p.email = ANY (t.candidate_people)
        OR EXISTS (SELECT FROM public.person_roles h WHERE h.tenant_id = p.tenant_id AND h.person_id = p.id
                   AND h.role_key = ANY (t.candidate_roles)) END
    UNION
    SELECT a.deputy_id FROM asked JOIN public.absences a ON a.tenant_id = p_tenant AND a.person_id = asked.id
    CROSS JOIN task t
    WHERE a.recalled_at IS NULL AND a.starts_at <= now() AND a.ends_at > now()
      AND (a.processes = '{}' OR t.definition_key = ANY (a.processes))
      AND (a.most_amount IS NULL OR t.amount IS NULL OR t.amount <= a.most_amount)
  )
  SELECT p.id FROM asked JOIN public.people p ON p.tenant_id = p_tenant AND p.id = asked.id AND p.active CROSS JOIN task t
  WHERE p.email <> ALL (t.excluded)
    AND NOT t.votes @> jsonb_build_array(jsonb_build_object('person', jsonb_build_object('id', p.id::text)))
$$;

GRANT CREATE ON SCHEMA public TO interlock_engine;
REVOKE ALL ON FUNCTION add_comment(uuid, uuid, uuid, uuid, text, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION add_comment(uuid, uuid, uuid, uuid, text, uuid) TO interlock_app;
ALTER FUNCTION add_comment(uuid, uuid, uuid, uuid, text, uuid) OWNER TO interlock_engine;
REVOKE CREATE ON SCHEMA public FROM interlock_engine;

-- Who watches a request or one of its tasks, whom a comment names, and follow-ups: tasks that come back to attention.

CREATE TABLE watchers (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  instance_id uuid NOT NULL,
  person_id   uuid NOT NULL,
  -- Null: all that happens to the request.
  task_id     uuid,
  since       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE NULLS NOT DISTINCT (tenant_id, instance_id, person_id, task_id),
  FOREIGN KEY (tenant_id, instance_id) REFERENCES instances (tenant_id, id),
  FOREIGN KEY (tenant_id, person_id) REFERENCES people (tenant_id, id),
  FOREIGN KEY (tenant_id, task_id) REFERENCES tasks (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX watchers_of_task ON watchers (tenant_id, task_id) WHERE task_id IS NOT NULL;
COMMENT ON TABLE watchers IS 'Who hears of decisions, deadlines that pass, comments and the end, though nothing waits for them.';
ALTER TABLE watchers ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON watchers TO interlock_app USING (tenant_id = current_tenant());
CREATE POLICY engine ON watchers TO interlock_engine USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON watchers TO interlock_app;
GRANT SELECT ON watchers TO interlock_engine;

ALTER TABLE comments ADD COLUMN mentions uuid[] NOT NULL DEFAULT '{}';

ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check, ADD CONSTRAINT notifications_kind_check CHECK (kind IN (
  'task_waits', 'task_reminder', 'task_overdue', 'task_decided', 'request_ended', 'comment', 'mention', 'watched_decided',
  'watched_overdue', 'watched_ended'));
ALTER TABLE timers DROP CONSTRAINT timers_purpose_check,
  ADD CONSTRAINT timers_purpose_check CHECK (purpose IN ('wait', 'rung', 'due', 'follow_up', 'max_age'));

DROP TRIGGER events_for_people ON events;
CREATE TRIGGER events_for_people AFTER INSERT ON events FOR EACH ROW
  WHEN (NEW.type IN ('USER_TASK_CREATED', 'USER_TASK_REASSIGNED', 'USER_TASK_DECIDED', 'USER_TASK_COMPLETED',
    'USER_TASK_CANCELLED', 'DEADLINE_PASSED', 'WORKFLOW_COMPLETED', 'WORKFLOW_CANCELLED', 'WORKFLOW_FAILED', 'WORKFLOW_REVERSED')
    OR (NEW.type = 'TIMER_FIRED' AND NEW.data ? 'followUp'))
  EXECUTE FUNCTION note_for_people();
GRANT SELECT, DELETE ON task_snoozes TO interlock_engine;
GRANT SELECT ON roles, person_roles, people, absences TO interlock_engine;

DROP FUNCTION add_comment(uuid, uuid, uuid, uuid, text, uuid);

-- Those of some people who may read an instance now: the same law as `readable` (lib/instances/access.ts), for people who are not
-- the caller. Runs with the caller's rights.
CREATE OR REPLACE FUNCTION public.readers_of(p_tenant uuid, p_instance uuid, p_people uuid[]) RETURNS TABLE (person_id uuid)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$
  SELECT p.id FROM public.instances i
  JOIN public.people p ON p.tenant_id = i.tenant_id AND p.id = ANY (p_people) AND p.active
  CROSS JOIN LATERAL (SELECT ARRAY(SELECT h.role_key FROM public.person_roles h
    WHERE h.tenant_id = p.tenant_id AND h.person_id = p.id) AS roles) AS held
  WHERE i.tenant_id = p_tenant AND i.id = p_instance AND (
    i.requester_id = p.id
    OR EXISTS (SELECT FROM public.roles r WHERE r.tenant_id = p.tenant_id AND r.key = ANY (held.roles)
      AND 'instances.read_all' = ANY (r.permissions))
    OR EXISTS (SELECT FROM public.tasks own WHERE own.tenant_id = i.tenant_id AND own.instance_id = i.id AND (
      own.assignee_id = p.id OR own.candidate_roles && held.roles OR lower(p.email) = ANY (own.candidate_people)
      OR EXISTS (SELECT FROM public.acting_for(i.tenant_id, p.id) AS away WHERE own.assignee_id = away.person_id
        OR own.candidate_roles && away.roles OR away.email = ANY (own.candidate_people))
      OR own.votes @> jsonb_build_array(jsonb_build_object('person', jsonb_build_object('id', p.id::text))))))
$$;

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

-- Turns noted events into messages to people, oldest first: one message for each event and person. What a task's end makes
-- pointless is outdated, whatever it was and however it was sent; links of people for whom a task no longer waits are
-- superseded. Who watches hears of decisions, of deadlines that pass and of the end. One writer at a time, so that a task's end never comes before its beginning.
-- Says which instances' messages changed, for the screens.
CREATE OR REPLACE FUNCTION public.write_notifications(p_limit integer)
RETURNS TABLE (tenant_id uuid, instance_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  -- To more people than this a task is no personal message: it stands in the inbox of all of them, and nobody gets a mail.
  most constant integer := 50;
  noted record;
  told uuid[];
  task record;
  to_tell text;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('interlock.write_notifications')) THEN RETURN; END IF;
  FOR noted IN
    SELECT n.id, e.tenant_id, e.instance_id, e.sequence, e.type, e.key, e.data, e.actor_id
    FROM public.pending_notices n
    JOIN public.events e ON e.tenant_id = n.tenant_id AND e.instance_id = n.instance_id AND e.sequence = n.sequence
    ORDER BY n.id LIMIT p_limit
  LOOP
    DELETE FROM public.pending_notices n WHERE n.id = noted.id;
    IF noted.type LIKE 'WORKFLOW\_%' THEN
      PERFORM public.write_notification(noted.tenant_id, noted.instance_id, 'event:' || noted.sequence, 'request_ended', NULL,
        i.requester_id, NULL)
      FROM public.instances i
      WHERE i.tenant_id = noted.tenant_id AND i.id = noted.instance_id AND i.requester_id IS NOT NULL
        AND i.requester_id::text IS DISTINCT FROM noted.actor_id AND i.closed_at IS NOT NULL;
      PERFORM public.tell_watchers(noted.tenant_id, noted.instance_id, 'event:' || noted.sequence, 'watched_ended', NULL,
        noted.actor_id, NULL);
      tenant_id := noted.tenant_id; instance_id := noted.instance_id; RETURN NEXT;
      CONTINUE;
    END IF;

    SELECT t.id, t.closed_at INTO task FROM public.tasks t
    WHERE t.tenant_id = noted.tenant_id AND t.instance_id = noted.instance_id
      AND t.key = CASE WHEN noted.type IN ('DEADLINE_PASSED', 'TIMER_FIRED')
        THEN (SELECT m.stay FROM public.timers m WHERE m.tenant_id = noted.tenant_id AND m.instance_id = noted.instance_id
              AND m.key = noted.key)
        ELSE noted.key END;
    IF task.closed_at IS NOT NULL AND noted.type IN ('USER_TASK_COMPLETED', 'USER_TASK_CANCELLED') THEN
      -- Who was told of it and has not ended it hears of the end, where their settings ask for that.
      PERFORM public.write_notification(noted.tenant_id, noted.instance_id, 'event:' || noted.sequence, 'task_decided', task.id,
        n.person_id, NULL)
      FROM (SELECT DISTINCT n.person_id FROM public.notifications n
            JOIN public.notification_settings s ON s.tenant_id = n.tenant_id AND s.person_id = n.person_id AND s.decided
            WHERE n.tenant_id = noted.tenant_id AND n.task_id = task.id AND n.outdated_at IS NULL
              AND n.kind <> 'task_decided' AND n.person_id::text IS DISTINCT FROM noted.actor_id
              -- Who watches it hears of the decision itself.
              AND NOT EXISTS (SELECT FROM public.watchers w WHERE w.tenant_id = n.tenant_id AND w.instance_id = n.instance_id
                AND w.person_id = n.person_id AND (w.task_id IS NULL OR w.task_id = task.id))) AS n;
      UPDATE public.notifications n SET outdated_at = now(), mail = CASE n.mail WHEN 'queued' THEN 'outdated' ELSE n.mail END
      WHERE n.tenant_id = noted.tenant_id AND n.task_id = task.id AND n.outdated_at IS NULL
        AND n.kind IN ('task_waits', 'task_reminder', 'task_overdue');
    ELSIF task.id IS NOT NULL AND task.closed_at IS NULL THEN
      SELECT coalesce(array_agg(r.person_id), '{}') INTO told
      FROM public.task_recipients(noted.tenant_id, task.id) AS r;
      IF cardinality(told) > most THEN told := '{}'; END IF;
      UPDATE public.notifications n SET outdated_at = now(), mail = CASE n.mail WHEN 'queued' THEN 'outdated' ELSE n.mail END
      WHERE n.tenant_id = noted.tenant_id AND n.task_id = task.id AND n.outdated_at IS NULL
        AND n.kind IN ('task_waits', 'task_reminder', 'task_overdue') AND n.person_id <> ALL (told);
      IF noted.type = 'USER_TASK_REASSIGNED' THEN
        UPDATE public.mail_links l SET superseded_at = now()
        WHERE l.tenant_id = noted.tenant_id AND l.task_id = task.id AND l.superseded_at IS NULL
          AND l.person_id <> ALL (told);
      END IF;
      to_tell := CASE
        WHEN noted.type IN ('USER_TASK_CREATED', 'USER_TASK_REASSIGNED') THEN 'task_waits'
        WHEN noted.type = 'TIMER_FIRED' OR noted.type = 'DEADLINE_PASSED' AND noted.data ->> 'action' = 'remind'
          THEN 'task_reminder'
        WHEN noted.type = 'DEADLINE_PASSED' AND noted.data ->> 'action' = 'none' THEN 'task_overdue' END;
      IF noted.type = 'TIMER_FIRED' THEN
        -- A follow-up brings it back to whoever has put it off.
        DELETE FROM public.task_snoozes z WHERE z.tenant_id = noted.tenant_id AND z.task_id = task.id;
      END IF;
      IF to_tell IS NOT NULL THEN
        INSERT INTO public.mail_links (tenant_id, id, task_id, person_id)
        SELECT noted.tenant_id, gen_random_uuid(), task.id, r.person_id FROM unnest(told) AS r (person_id)
        ON CONFLICT (tenant_id, task_id, person_id) WHERE superseded_at IS NULL DO NOTHING;
        PERFORM public.write_notification(noted.tenant_id, noted.instance_id, 'event:' || noted.sequence, to_tell, task.id,
          r.person_id, noted.data ->> 'text')
        FROM unnest(told) AS r (person_id)
        -- Whom the task waits for already is not told so again because others were added.
        WHERE to_tell <> 'task_waits' OR NOT EXISTS (
          SELECT FROM public.notifications n WHERE n.tenant_id = noted.tenant_id AND n.task_id = task.id
            AND n.person_id = r.person_id AND n.kind = 'task_waits' AND n.outdated_at IS NULL);
      END IF;
    END IF;
    IF noted.type = 'USER_TASK_DECIDED' OR noted.type = 'DEADLINE_PASSED' AND noted.data ->> 'action' <> 'remind' THEN
      PERFORM public.tell_watchers(noted.tenant_id, noted.instance_id, 'event:' || noted.sequence,
        CASE WHEN noted.type = 'USER_TASK_DECIDED' THEN 'watched_decided' ELSE 'watched_overdue' END, task.id, noted.actor_id, NULL);
    END IF;
    tenant_id := noted.tenant_id; instance_id := noted.instance_id; RETURN NEXT;
  END LOOP;
END
$$;

GRANT CREATE ON SCHEMA public TO interlock_engine;
REVOKE ALL ON FUNCTION add_comment(uuid, uuid, uuid, uuid, text, uuid, uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION add_comment(uuid, uuid, uuid, uuid, text, uuid, uuid[]) TO interlock_app;
ALTER FUNCTION add_comment(uuid, uuid, uuid, uuid, text, uuid, uuid[]) OWNER TO interlock_engine;
REVOKE CREATE ON SCHEMA public FROM interlock_engine;
REVOKE ALL ON FUNCTION readers_of(uuid, uuid, uuid[]), tell_watchers(uuid, uuid, text, text, uuid, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION readers_of(uuid, uuid, uuid[]) TO interlock_app, interlock_engine;
GRANT EXECUTE ON FUNCTION tell_watchers(uuid, uuid, text, text, uuid, text, text) TO interlock_engine;
GRANT EXECUTE ON FUNCTION acting_for(uuid, uuid) TO interlock_engine;

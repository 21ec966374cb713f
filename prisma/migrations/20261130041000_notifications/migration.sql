-- What people are told (DESIGN 9): messages written from what moves note, their mails and the links in them.

-- What a move leaves to be told to people; it goes when it has become messages.
CREATE TABLE pending_notices (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id   uuid NOT NULL,
  instance_id uuid NOT NULL,
  sequence    bigint NOT NULL,
  FOREIGN KEY (tenant_id, instance_id, sequence) REFERENCES events (tenant_id, instance_id, sequence)
);
COMMENT ON TABLE pending_notices IS 'Events that people may have to be told of, written in the transaction of the move; write_notifications() takes them.';

CREATE TABLE notification_settings (
  tenant_id   uuid NOT NULL,
  person_id   uuid NOT NULL,
  -- How mails about tasks, and about own requests, come.
  tasks       text NOT NULL DEFAULT 'at_once' CHECK (tasks IN ('at_once', 'digest', 'never')),
  requests    text NOT NULL DEFAULT 'at_once' CHECK (requests IN ('at_once', 'digest', 'never')),
  -- Also a word when somebody else has decided.
  decided     boolean NOT NULL DEFAULT false,
  -- Of the person's own clock.
  digest_at   text NOT NULL DEFAULT '08:00' CHECK (digest_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_from  text CHECK (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_until text CHECK (quiet_until ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  PRIMARY KEY (tenant_id, person_id),
  FOREIGN KEY (tenant_id, person_id) REFERENCES people (tenant_id, id),
  CHECK ((quiet_from IS NULL) = (quiet_until IS NULL))
);

CREATE TABLE notifications (
  tenant_id    uuid NOT NULL,
  id           uuid NOT NULL,
  person_id    uuid NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('task_waits', 'task_reminder', 'task_overdue', 'task_decided', 'request_ended', 'comment')),
  instance_id  uuid NOT NULL,
  -- What it tells of: `event:<sequence>` or `comment:<id>`.
  about        text NOT NULL,
  task_id      uuid,
  -- Words of a reminder, or of a comment.
  text         text,
  created_at   timestamptz NOT NULL DEFAULT now(),
  read_at      timestamptz,
  -- When there was nothing to do any more.
  outdated_at  timestamptz,
  mail         text NOT NULL CHECK (mail IN ('none', 'queued', 'sent', 'failed', 'outdated')),
  -- When it may go out, or be tried again.
  mail_at      timestamptz,
  -- It goes out together with the others of the same person.
  digest       boolean NOT NULL DEFAULT false,
  -- Tries that failed since it was queued.
  mail_attempts integer NOT NULL DEFAULT 0,
  mail_error   text,
  mail_sent_at timestamptz,
  -- The address to which it went.
  mail_to      text,
  -- How often it was sent again on request.
  resends      integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, instance_id, about, person_id, kind),
  FOREIGN KEY (tenant_id, person_id) REFERENCES people (tenant_id, id),
  FOREIGN KEY (tenant_id, instance_id) REFERENCES instances (tenant_id, id),
  FOREIGN KEY (tenant_id, task_id) REFERENCES tasks (tenant_id, id),
  CHECK ((mail = 'none') = (mail_at IS NULL)),
  CHECK (mail <> 'sent' OR mail_sent_at IS NOT NULL)
);
CREATE INDEX notifications_due ON notifications (mail_at, person_id) WHERE mail = 'queued';
CREATE INDEX notifications_of_person ON notifications (tenant_id, person_id, id DESC);
CREATE INDEX notifications_unread ON notifications (tenant_id, person_id) WHERE read_at IS NULL AND outdated_at IS NULL;
CREATE INDEX notifications_of_task ON notifications (tenant_id, task_id) WHERE task_id IS NOT NULL;
COMMENT ON TABLE notifications IS 'One message for each event (or comment) and person, with the state of its mail. Nothing depends on a mail: the inbox is a query over tasks.';

-- One link for each task and person. What it leads to, and whether it still does, stands here and not in the address.
CREATE TABLE mail_links (
  tenant_id     uuid NOT NULL,
  id            uuid NOT NULL,
  task_id       uuid NOT NULL,
  person_id     uuid NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  expires_at    timestamptz NOT NULL DEFAULT now() + interval '30 days',
  superseded_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, task_id) REFERENCES tasks (tenant_id, id),
  FOREIGN KEY (tenant_id, person_id) REFERENCES people (tenant_id, id)
);
CREATE UNIQUE INDEX mail_links_live ON mail_links (tenant_id, task_id, person_id) WHERE superseded_at IS NULL;

-- Trigger of events, after insert: what people may have to be told of is noted in the transaction of the move. Only events
-- that somebody can be told of get here (the trigger's WHEN), so other moves pay nothing.
CREATE OR REPLACE FUNCTION public.note_for_people() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO public.pending_notices (tenant_id, instance_id, sequence)
  VALUES (NEW.tenant_id, NEW.instance_id, NEW.sequence);
  RETURN NULL;
END
$$;

-- When a mail may go out to a person: at once but not in their quiet hours, or with the next digest. Null: never by mail.
-- The clock is that of the person's zone; a zone that this database does not know counts as UTC.
CREATE OR REPLACE FUNCTION public.mail_instant(
  p_how text, p_quiet_from time, p_quiet_until time, p_digest_at time, p_zone text, p_now timestamptz
) RETURNS timestamptz
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  zone text := p_zone;
  here timestamp;
  quiet boolean;
  day date;
BEGIN
  IF p_how = 'never' THEN RETURN NULL; END IF;
  BEGIN
    here := p_now AT TIME ZONE zone;
  EXCEPTION WHEN invalid_parameter_value THEN
    zone := 'UTC';
    here := p_now AT TIME ZONE zone;
  END;
  IF p_how = 'digest' THEN
    day := here::date + CASE WHEN here::time < p_digest_at THEN 0 ELSE 1 END;
    RETURN (day + p_digest_at) AT TIME ZONE zone;
  END IF;
  quiet := CASE
    WHEN p_quiet_from IS NULL OR p_quiet_from = p_quiet_until THEN false
    WHEN p_quiet_from < p_quiet_until THEN here::time >= p_quiet_from AND here::time < p_quiet_until
    ELSE here::time >= p_quiet_from OR here::time < p_quiet_until END;
  IF NOT quiet THEN RETURN p_now; END IF;
  day := here::date + CASE WHEN here::time < p_quiet_until THEN 0 ELSE 1 END;
  RETURN (day + p_quiet_until) AT TIME ZONE zone;
END
$$;

-- The people for whom an open task waits: its assignee, or else all who are asked; who has taken it leaves the others among
-- them, as it may come back. Who has decided already and who is excluded is not among them, nor who has been deactivated.
CREATE OR REPLACE FUNCTION public.task_recipients(p_tenant uuid, p_task uuid) RETURNS TABLE (person_id uuid)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$
  SELECT p.id
  FROM public.tasks t JOIN public.people p ON p.tenant_id = t.tenant_id AND p.active
  WHERE t.tenant_id = p_tenant AND t.id = p_task AND t.closed_at IS NULL
    AND CASE WHEN t.status = 'pending' AND t.assignee_id IS NOT NULL THEN p.id = t.assignee_id
      ELSE p.id = t.assignee_id OR p.email = ANY (t.candidate_people)
        OR EXISTS (SELECT FROM public.person_roles h WHERE h.tenant_id = p.tenant_id AND h.person_id = p.id
                   AND h.role_key = ANY (t.candidate_roles)) END
    AND p.email <> ALL (t.excluded)
    AND NOT t.votes @> jsonb_build_array(jsonb_build_object('person', jsonb_build_object('id', p.id::text)))
$$;

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

-- Turns noted events into messages to people, oldest first: one message for each event and person. What a task's end makes
-- pointless is outdated, whatever it was and however it was sent; links of people for whom a task no longer waits are
-- superseded. One writer at a time, so that a task's end never comes before its beginning.
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
      tenant_id := noted.tenant_id; instance_id := noted.instance_id; RETURN NEXT;
      CONTINUE;
    END IF;

    SELECT t.id, t.closed_at INTO task FROM public.tasks t
    WHERE t.tenant_id = noted.tenant_id AND t.instance_id = noted.instance_id
      AND t.key = CASE WHEN noted.type = 'DEADLINE_PASSED'
        THEN (SELECT m.stay FROM public.timers m WHERE m.tenant_id = noted.tenant_id AND m.instance_id = noted.instance_id
              AND m.key = noted.key)
        ELSE noted.key END;
    CONTINUE WHEN task.id IS NULL;

    IF task.closed_at IS NOT NULL THEN
      CONTINUE WHEN noted.type NOT IN ('USER_TASK_COMPLETED', 'USER_TASK_CANCELLED');
      -- Who was told of it and has not ended it hears of the end, where their settings ask for that.
      PERFORM public.write_notification(noted.tenant_id, noted.instance_id, 'event:' || noted.sequence, 'task_decided', task.id,
        n.person_id, NULL)
      FROM (SELECT DISTINCT n.person_id FROM public.notifications n
            JOIN public.notification_settings s ON s.tenant_id = n.tenant_id AND s.person_id = n.person_id AND s.decided
            WHERE n.tenant_id = noted.tenant_id AND n.task_id = task.id AND n.outdated_at IS NULL
              AND n.kind <> 'task_decided' AND n.person_id::text IS DISTINCT FROM noted.actor_id) AS n;
      UPDATE public.notifications n SET outdated_at = now(), mail = CASE n.mail WHEN 'queued' THEN 'outdated' ELSE n.mail END
      WHERE n.tenant_id = noted.tenant_id AND n.task_id = task.id AND n.outdated_at IS NULL AND n.kind <> 'task_decided'
        AND n.kind <> 'comment';
    ELSE
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
        WHEN noted.type = 'DEADLINE_PASSED' AND noted.data ->> 'action' = 'remind' THEN 'task_reminder'
        WHEN noted.type = 'DEADLINE_PASSED' AND noted.data ->> 'action' = 'none' THEN 'task_overdue' END;
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
    tenant_id := noted.tenant_id; instance_id := noted.instance_id; RETURN NEXT;
  END LOOP;
END
$$;

-- Takes mails that are due, of all tenants, in hand, the oldest first: for p_seconds no other worker gets them, and one that
-- dies with them in hand leaves them to the next. A mail about a task that has ended, or that another person has taken, is
-- outdated instead.
CREATE OR REPLACE FUNCTION public.claim_mails(p_limit integer, p_seconds integer)
RETURNS TABLE (tenant_id uuid, id uuid, person_id uuid, digest boolean)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  WITH due AS (
    SELECT n.tenant_id, n.id FROM public.notifications n
    WHERE n.mail = 'queued' AND n.mail_at <= now()
    ORDER BY n.mail_at, n.person_id LIMIT p_limit
    FOR UPDATE SKIP LOCKED
  ), settled AS (
    UPDATE public.notifications n SET
      mail = CASE WHEN pointless.yes THEN 'outdated' ELSE n.mail END,
      mail_at = now() + make_interval(secs => p_seconds)
    FROM due
    CROSS JOIN LATERAL (
      SELECT EXISTS (SELECT FROM public.notifications o JOIN public.tasks t ON t.tenant_id = o.tenant_id AND t.id = o.task_id
        WHERE o.tenant_id = due.tenant_id AND o.id = due.id AND o.kind IN ('task_waits', 'task_reminder', 'task_overdue')
          AND (t.closed_at IS NOT NULL OR (t.status = 'in_progress' AND t.assignee_id <> o.person_id))) AS yes) AS pointless
    WHERE n.tenant_id = due.tenant_id AND n.id = due.id
    RETURNING n.tenant_id, n.id, n.person_id, n.digest, pointless.yes
  )
  SELECT s.tenant_id, s.id, s.person_id, s.digest FROM settled s WHERE NOT s.yes
$$;


CREATE TRIGGER events_for_people AFTER INSERT ON events FOR EACH ROW
  WHEN (NEW.type IN ('USER_TASK_CREATED', 'USER_TASK_REASSIGNED', 'USER_TASK_DECIDED', 'USER_TASK_COMPLETED',
    'USER_TASK_CANCELLED', 'DEADLINE_PASSED', 'WORKFLOW_COMPLETED', 'WORKFLOW_CANCELLED', 'WORKFLOW_FAILED', 'WORKFLOW_REVERSED'))
  EXECUTE FUNCTION note_for_people();

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['pending_notices', 'notification_settings', 'notifications', 'mail_links'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY own_tenant ON %I TO interlock_app USING (tenant_id = current_tenant())', t);
    EXECUTE format('CREATE POLICY engine ON %I TO interlock_engine USING (true) WITH CHECK (true)', t);
  END LOOP;
END $$;

GRANT SELECT, INSERT, DELETE ON pending_notices TO interlock_engine;
GRANT SELECT ON notification_settings TO interlock_engine;
GRANT SELECT, INSERT, UPDATE ON notifications, mail_links TO interlock_engine;
GRANT SELECT, INSERT, UPDATE ON notification_settings TO interlock_app;
GRANT SELECT, INSERT, UPDATE (read_at, mail, mail_at, mail_attempts, mail_error, mail_sent_at, mail_to, resends)
  ON notifications TO interlock_app;
GRANT SELECT, UPDATE (expires_at) ON mail_links TO interlock_app;

GRANT CREATE ON SCHEMA public TO interlock_engine;
DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['write_notifications(integer)', 'claim_mails(integer, integer)'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO interlock_app', f);
    EXECUTE format('ALTER FUNCTION %s OWNER TO interlock_engine', f);
  END LOOP;
  FOREACH f IN ARRAY ARRAY['write_notification(uuid, uuid, text, text, uuid, uuid, text)', 'task_recipients(uuid, uuid)'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO interlock_engine', f);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM interlock_engine;

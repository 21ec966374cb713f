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

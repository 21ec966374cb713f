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

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

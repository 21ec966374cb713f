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

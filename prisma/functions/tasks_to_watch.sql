-- Open tasks after a place in the order of tenant and id, and whether each has to be looked at by the policy: because nobody
-- active comes into question, because an authority limit may keep all of them from it, or because an incident says so already.
CREATE OR REPLACE FUNCTION public.tasks_to_watch(p_tenant uuid, p_after uuid, p_only_tenant boolean, p_limit integer)
RETURNS TABLE (tenant_id uuid, id uuid, instance_id uuid, key text, look boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  WITH open AS (
    SELECT t.* FROM public.tasks t
    WHERE t.status IN ('pending', 'in_progress')
      AND (t.tenant_id > p_tenant OR (t.tenant_id = p_tenant AND (p_after IS NULL OR t.id < p_after)))
      AND (NOT p_only_tenant OR t.tenant_id = p_tenant)
    ORDER BY t.tenant_id, t.id DESC LIMIT p_limit)
  SELECT t.tenant_id, t.id, t.instance_id, t.key,
    t.authority_limit IS NOT NULL
    OR EXISTS (SELECT FROM public.incidents c WHERE c.tenant_id = t.tenant_id AND c.instance_id = t.instance_id
      AND c.key = t.key AND c.code = 'nobody_can_decide' AND c.closed_at IS NULL)
    OR NOT EXISTS (
      SELECT FROM public.people p
      WHERE p.tenant_id = t.tenant_id AND p.active AND p.email <> ALL (t.excluded)
        AND NOT t.votes @> jsonb_build_array(jsonb_build_object('person', jsonb_build_object('id', p.id::text)))
        AND (p.id = t.assignee_id OR p.email = ANY (t.candidate_people)
          OR EXISTS (SELECT FROM public.person_roles h
            WHERE h.tenant_id = p.tenant_id AND h.person_id = p.id AND h.role_key = ANY (t.candidate_roles))))
  FROM open t ORDER BY t.tenant_id, t.id DESC
$$;

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

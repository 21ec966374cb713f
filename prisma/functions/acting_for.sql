-- Those for whom a person stands in now (docs/authority.md): who is away and named them as deputy, and, where a deputy is away as
-- well, those for whom that one stands in. Each link of such a chain narrows what the last deputy may do; nobody stands in for
-- themselves. Runs with the caller's rights.
CREATE OR REPLACE FUNCTION public.acting_for(p_tenant uuid, p_person uuid) RETURNS TABLE (
  person_id uuid, name text, email text, roles text[], absence_id uuid, until timestamptz, processes text[], most_amount numeric,
  through text[])
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$
  WITH RECURSIVE acting AS (
    SELECT a.person_id, a.id AS absence_id, a.ends_at AS until, a.processes, a.most_amount, ARRAY[p_person, a.person_id] AS path,
      '{}'::text[] AS through
    FROM public.absences a
    WHERE a.tenant_id = p_tenant AND a.deputy_id = p_person AND a.recalled_at IS NULL AND a.starts_at <= now() AND a.ends_at > now()
    UNION ALL
    SELECT a.person_id, a.id, least(c.until, a.ends_at),
      CASE WHEN a.processes = '{}' THEN c.processes WHEN c.processes = '{}' THEN a.processes
        ELSE ARRAY(SELECT unnest(a.processes) INTERSECT SELECT unnest(c.processes) ORDER BY 1) END,
      least(c.most_amount, a.most_amount), c.path || a.person_id, c.through || p.name
    FROM acting c
    JOIN public.people p ON p.tenant_id = p_tenant AND p.id = c.person_id
    JOIN public.absences a ON a.tenant_id = p_tenant AND a.deputy_id = c.person_id AND a.recalled_at IS NULL
      AND a.starts_at <= now() AND a.ends_at > now()
    WHERE a.person_id <> ALL (c.path) AND cardinality(c.path) <= 6
      AND (a.processes = '{}' OR c.processes = '{}' OR a.processes && c.processes))
  SELECT p.id, p.name, p.email, ARRAY(
      SELECT h.role_key FROM public.person_roles h WHERE h.tenant_id = p_tenant AND h.person_id = p.id ORDER BY 1),
    c.absence_id, c.until, c.processes, c.most_amount, c.through
  FROM acting c JOIN public.people p ON p.tenant_id = p_tenant AND p.id = c.person_id AND p.active
$$;

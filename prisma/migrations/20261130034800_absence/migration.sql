-- Absence and deputies (DESIGN 9): while somebody is away, another person decides on their behalf.
CREATE TABLE absences (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  person_id   uuid NOT NULL,
  deputy_id   uuid NOT NULL,
  starts_at   timestamptz NOT NULL,
  ends_at     timestamptz NOT NULL,
  -- Keys of the definitions in which the deputy acts; none named: all.
  processes   text[] NOT NULL DEFAULT '{}',
  -- The most that a task may be about; null: any amount.
  most_amount numeric CHECK (most_amount >= 0),
  note        text CHECK (length(note) BETWEEN 1 AND 1000),
  created_at  timestamptz NOT NULL DEFAULT now(),
  -- The person, or the administrator who entered it for them.
  created_by  text NOT NULL,
  -- Ended before its time.
  recalled_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, person_id) REFERENCES people (tenant_id, id),
  FOREIGN KEY (tenant_id, deputy_id) REFERENCES people (tenant_id, id),
  CONSTRAINT absence_has_a_length CHECK (starts_at < ends_at),
  CONSTRAINT absence_has_another_deputy CHECK (person_id <> deputy_id)
);
CREATE INDEX absences_by_person ON absences (tenant_id, person_id, ends_at);
CREATE INDEX absences_by_deputy ON absences (tenant_id, deputy_id, ends_at) WHERE recalled_at IS NULL;
COMMENT ON TABLE absences IS 'When somebody is away, and who acts for them then. Only recalling changes one; none is deleted.';

-- What was decided on somebody's behalf: few of all events.
CREATE INDEX events_on_behalf_of ON events (tenant_id, on_behalf_of_id, occurred_at DESC) WHERE on_behalf_of_id IS NOT NULL;

ALTER TABLE absences ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON absences TO interlock_app USING (tenant_id = current_tenant());
CREATE POLICY engine ON absences TO interlock_engine USING (true) WITH CHECK (true);
GRANT SELECT ON absences TO interlock_engine;
GRANT SELECT, INSERT, UPDATE (recalled_at) ON absences TO interlock_app;
CREATE TRIGGER absences_keep BEFORE TRUNCATE ON absences FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

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

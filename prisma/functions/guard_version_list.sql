-- Trigger of definition_states and state_moves, after insert: the closed list of a published version holds what its
-- content says, however late and by whomever a row is added.
CREATE OR REPLACE FUNCTION public.guard_version_list() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_TABLE_NAME = 'definition_states' THEN
    PERFORM FROM (
      SELECT a.tenant_id, a.version_id, a.state, a.entry FROM added a
      EXCEPT
      SELECT v.tenant_id, v.id, s ->> 'key', s ->> 'type' = 'START'
      FROM (SELECT DISTINCT tenant_id, version_id FROM added) AS a
      JOIN public.definition_versions v ON v.tenant_id = a.tenant_id AND v.id = a.version_id
      CROSS JOIN LATERAL jsonb_array_elements(v.content -> 'steps') AS s
    ) AS foreign_rows;
  ELSE
    PERFORM FROM (
      SELECT a.tenant_id, a.version_id, a.from_state, a.to_state FROM added a
      EXCEPT
      SELECT v.tenant_id, v.id, t ->> 'from', t ->> 'to'
      FROM (SELECT DISTINCT tenant_id, version_id FROM added) AS a
      JOIN public.definition_versions v ON v.tenant_id = a.tenant_id AND v.id = a.version_id
      CROSS JOIN LATERAL jsonb_array_elements(v.content -> 'transitions') AS t
      EXCEPT
      SELECT v.tenant_id, v.id, s ->> 'fork', s ->> 'key'
      FROM (SELECT DISTINCT tenant_id, version_id FROM added) AS a
      JOIN public.definition_versions v ON v.tenant_id = a.tenant_id AND v.id = a.version_id
      CROSS JOIN LATERAL jsonb_array_elements(v.content -> 'steps') AS s
      WHERE s ->> 'type' = 'PARALLEL_JOIN'
    ) AS foreign_rows;
  END IF;
  IF FOUND THEN
    RAISE EXCEPTION 'INSERT into % is refused: the published version has no such row', TG_TABLE_NAME
      USING ERRCODE = 'IL006', DETAIL = jsonb_build_object('table', TG_TABLE_NAME, 'operation', TG_OP)::text;
  END IF;
  RETURN NULL;
END
$$;

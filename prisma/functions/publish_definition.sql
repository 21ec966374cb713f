-- Makes the draft of a definition its next version, active from now on or from p_active_from, and derives the closed list of its
-- states and moves from the very content that is stored. Raises IL005 not_found, IL001 stale when the draft is not the one checked.
CREATE OR REPLACE FUNCTION public.publish_definition(
  p_tenant uuid, p_definition uuid, p_revision integer, p_version_id uuid, p_content_hash text, p_person uuid,
  p_active_from timestamptz DEFAULT NULL
) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  d record;
  v_version integer;
BEGIN
  SELECT def.key, def.draft, def.draft_layout, def.draft_scenarios, def.revision INTO d FROM public.definitions def
  WHERE def.tenant_id = p_tenant AND def.id = p_definition
  FOR UPDATE;
  IF NOT FOUND OR d.draft IS NULL OR public.current_tenant() <> p_tenant THEN
    RAISE EXCEPTION 'there is no draft to publish' USING ERRCODE = 'IL005';
  END IF;
  IF d.revision <> p_revision THEN
    RAISE EXCEPTION 'the draft has changed since it was checked'
      USING ERRCODE = 'IL001', DETAIL = jsonb_build_object('revision', d.revision)::text;
  END IF;

  SELECT coalesce(max(v.version), 0) + 1 INTO v_version FROM public.definition_versions v
  WHERE v.tenant_id = p_tenant AND v.definition_id = p_definition;

  INSERT INTO public.definition_versions (
    tenant_id, id, definition_id, key, version, name, content, layout, scenarios, content_hash, published_by)
  VALUES (p_tenant, p_version_id, p_definition, d.key, v_version, d.draft ->> 'name', d.draft, d.draft_layout,
    d.draft_scenarios, p_content_hash, p_person);

  INSERT INTO public.definition_states (tenant_id, version_id, state, entry, waits_for)
  SELECT p_tenant, p_version_id, s.state, s.entry, s.waits_for FROM public.states_of(d.draft) AS s;

  INSERT INTO public.state_moves (tenant_id, version_id, from_state, to_state)
  SELECT p_tenant, p_version_id, t ->> 'from', t ->> 'to' FROM jsonb_array_elements(d.draft -> 'transitions') AS t
  UNION
  -- The line that forked goes on from the fork to its join.
  SELECT p_tenant, p_version_id, s ->> 'fork', s ->> 'key' FROM jsonb_array_elements(d.draft -> 'steps') AS s
  WHERE s ->> 'type' = 'PARALLEL_JOIN';

  PERFORM public.activate_version(p_tenant, p_definition, v_version, p_active_from, p_person);
  RETURN v_version;
END
$$;

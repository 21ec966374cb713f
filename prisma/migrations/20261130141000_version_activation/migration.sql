-- A version can be put down to become active at an instant, a version and a whole definition can be retired (DESIGN 13).

GRANT interlock_engine TO CURRENT_USER;
GRANT CREATE ON SCHEMA public TO interlock_engine;

CREATE TABLE version_activations (
  tenant_id     uuid NOT NULL REFERENCES tenants (id),
  id            uuid NOT NULL,
  definition_id uuid NOT NULL,
  version       integer NOT NULL,
  active_from   timestamptz NOT NULL,
  made_at       timestamptz NOT NULL DEFAULT now(),
  made_by       uuid,
  settled_at    timestamptz,
  outcome       text CHECK (outcome IN ('activated', 'overtaken', 'taken_back')),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, definition_id, version) REFERENCES definition_versions (tenant_id, definition_id, version),
  CHECK ((settled_at IS NULL) = (outcome IS NULL))
);
COMMENT ON TABLE version_activations IS 'From when on a version is to be, or was made, the active one; what is not settled is still to come.';
CREATE UNIQUE INDEX version_activations_open ON version_activations (tenant_id, definition_id, version) WHERE settled_at IS NULL;
CREATE INDEX version_activations_due ON version_activations (active_from) WHERE settled_at IS NULL;

CREATE TABLE version_retirements (
  tenant_id     uuid NOT NULL REFERENCES tenants (id),
  definition_id uuid NOT NULL,
  version       integer NOT NULL,
  retired_at    timestamptz NOT NULL DEFAULT now(),
  retired_by    uuid,
  reason        text NOT NULL CHECK (reason <> ''),
  PRIMARY KEY (tenant_id, definition_id, version),
  FOREIGN KEY (tenant_id, definition_id, version) REFERENCES definition_versions (tenant_id, definition_id, version)
);
COMMENT ON TABLE version_retirements IS 'Versions by which nothing starts any more.';

ALTER TABLE definitions ADD COLUMN retired_at timestamptz, ADD COLUMN retired_by uuid, ADD COLUMN retired_reason text,
  ADD CONSTRAINT definitions_retired_has_no_active CHECK (retired_at IS NULL OR active_version IS NULL),
  ADD CONSTRAINT definitions_retired_for_a_reason CHECK ((retired_at IS NULL) = (retired_reason IS NULL));

DROP FUNCTION publish_definition(uuid, uuid, integer, uuid, text, uuid);
-- Trigger of version_activations, before update: what was put down is settled once, and nothing else of it changes.
CREATE OR REPLACE FUNCTION public.guard_activation() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF OLD.settled_at IS NOT NULL OR NEW.settled_at IS NULL
    OR to_jsonb(NEW) - '{settled_at,outcome}'::text[] <> to_jsonb(OLD) - '{settled_at,outcome}'::text[]
  THEN
    RAISE EXCEPTION 'what was put down for a version is settled once' USING ERRCODE = 'IL006';
  END IF;
  RETURN NEW;
END
$$;
-- The one writer of the active version: new starts take it from now on, also of a definition that had been retired.
CREATE OR REPLACE FUNCTION public.make_active(p_tenant uuid, p_definition uuid, p_version integer) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp
AS $$
  UPDATE public.definitions SET active_version = p_version, retired_at = NULL, retired_by = NULL, retired_reason = NULL
  WHERE tenant_id = p_tenant AND id = p_definition
$$;
-- Makes a version active from an instant on: now where it is null or has passed, else it is put down for the sweep, in the place
-- of what had been put down for that version. Raises IL005 not_found, IL003 terminal for a version that is retired.
CREATE OR REPLACE FUNCTION public.activate_version(
  p_tenant uuid, p_definition uuid, p_version integer, p_active_from timestamptz, p_person uuid
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_now boolean := p_active_from IS NULL OR p_active_from <= now();
BEGIN
  PERFORM FROM public.definitions d
  JOIN public.definition_versions v ON v.tenant_id = d.tenant_id AND v.definition_id = d.id AND v.version = p_version
  WHERE d.tenant_id = p_tenant AND d.id = p_definition AND coalesce(public.current_tenant(), p_tenant) = p_tenant
  FOR UPDATE OF d;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no version % of this definition', p_version USING ERRCODE = 'IL005';
  END IF;
  PERFORM FROM public.version_retirements r
  WHERE r.tenant_id = p_tenant AND r.definition_id = p_definition AND r.version = p_version;
  IF FOUND THEN
    RAISE EXCEPTION 'version % is retired', p_version USING ERRCODE = 'IL003';
  END IF;
  UPDATE public.version_activations SET settled_at = now(), outcome = 'taken_back'
  WHERE tenant_id = p_tenant AND definition_id = p_definition AND version = p_version AND settled_at IS NULL;
  INSERT INTO public.version_activations (tenant_id, id, definition_id, version, active_from, made_by, settled_at, outcome)
  VALUES (p_tenant, public.new_id(), p_definition, p_version, CASE WHEN v_now THEN now() ELSE p_active_from END, p_person,
    CASE WHEN v_now THEN now() END, CASE WHEN v_now THEN 'activated' END);
  IF v_now THEN PERFORM public.make_active(p_tenant, p_definition, p_version); END IF;
END
$$;
-- What was put down for a version does not happen any more. Raises IL005 not_found where nothing is put down for it.
CREATE OR REPLACE FUNCTION public.take_back_activation(p_tenant uuid, p_definition uuid, p_version integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  PERFORM FROM public.definitions d
  WHERE d.tenant_id = p_tenant AND d.id = p_definition AND coalesce(public.current_tenant(), p_tenant) = p_tenant
  FOR UPDATE;
  UPDATE public.version_activations SET settled_at = now(), outcome = 'taken_back'
  WHERE tenant_id = p_tenant AND definition_id = p_definition AND version = p_version AND settled_at IS NULL
    AND active_from > now() AND coalesce(public.current_tenant(), p_tenant) = p_tenant;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'version % is not put down to become active', p_version USING ERRCODE = 'IL005';
  END IF;
END
$$;
-- Makes active what was put down for an instant that has come, for at most p_limit definitions of all tenants, each in hand of one
-- sweeper at a time. Of several for one definition the last one counts; the others are overtaken. Each leaves an entry in the audit.
CREATE OR REPLACE FUNCTION public.activate_due_versions(p_limit integer)
RETURNS TABLE (tenant_id uuid, definition_key text, version integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  d record;
  a record;
BEGIN
  FOR d IN
    SELECT def.tenant_id, def.id, def.key FROM public.definitions def
    WHERE (def.tenant_id, def.id) IN (
      SELECT w.tenant_id, w.definition_id FROM public.version_activations w
      WHERE w.settled_at IS NULL AND w.active_from <= now() ORDER BY w.active_from LIMIT p_limit)
    FOR UPDATE SKIP LOCKED
  LOOP
    SELECT w.id, w.version, w.active_from, w.made_by INTO a FROM public.version_activations w
    WHERE w.tenant_id = d.tenant_id AND w.definition_id = d.id AND w.settled_at IS NULL AND w.active_from <= now()
    ORDER BY w.active_from DESC, w.version DESC LIMIT 1;
    CONTINUE WHEN NOT FOUND;
    UPDATE public.version_activations w SET settled_at = now(),
      outcome = CASE WHEN w.id = a.id THEN 'activated' ELSE 'overtaken' END
    WHERE w.tenant_id = d.tenant_id AND w.definition_id = d.id AND w.settled_at IS NULL AND w.active_from <= now();
    PERFORM public.make_active(d.tenant_id, d.id, a.version);
    INSERT INTO public.audit_entries (tenant_id, id, actor_id, actor_name, action, subject, data)
    VALUES (d.tenant_id, public.new_id(), 'scheduler', 'Interlock', 'version_activated', 'definition:' || d.key,
      jsonb_build_object('version', a.version, 'activeFrom', public.instant_text(a.active_from), 'scheduledBy', a.made_by));
    tenant_id := d.tenant_id;
    definition_key := d.key;
    version := a.version;
    RETURN NEXT;
  END LOOP;
END
$$;
-- Nothing starts by this version any more, for good; its instances go on. Raises IL005 not_found, IL003 terminal when it is retired
-- already, IL002 not_allowed while it is active or put down to become active.
CREATE OR REPLACE FUNCTION public.retire_version(
  p_tenant uuid, p_definition uuid, p_version integer, p_person uuid, p_reason text
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_active integer;
BEGIN
  SELECT d.active_version INTO v_active FROM public.definitions d
  JOIN public.definition_versions v ON v.tenant_id = d.tenant_id AND v.definition_id = d.id AND v.version = p_version
  WHERE d.tenant_id = p_tenant AND d.id = p_definition AND coalesce(public.current_tenant(), p_tenant) = p_tenant
  FOR UPDATE OF d;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no version % of this definition', p_version USING ERRCODE = 'IL005';
  END IF;
  IF v_active = p_version THEN
    RAISE EXCEPTION 'version % is active', p_version USING ERRCODE = 'IL002', DETAIL = '{"rule": "active"}';
  END IF;
  PERFORM FROM public.version_activations a
  WHERE a.tenant_id = p_tenant AND a.definition_id = p_definition AND a.version = p_version AND a.settled_at IS NULL;
  IF FOUND THEN
    RAISE EXCEPTION 'version % is to become active', p_version USING ERRCODE = 'IL002', DETAIL = '{"rule": "scheduled"}';
  END IF;
  INSERT INTO public.version_retirements (tenant_id, definition_id, version, retired_by, reason)
  VALUES (p_tenant, p_definition, p_version, p_person, p_reason)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'version % is retired already', p_version USING ERRCODE = 'IL003';
  END IF;
END
$$;
-- No version of the definition is active any more and nothing is put down to become so: nothing starts, instances go on. Making a
-- version active takes it up again. Raises IL005 not_found, IL003 terminal when it is retired already, IL002 not_allowed when
-- nothing of it was ever published.
CREATE OR REPLACE FUNCTION public.retire_definition(p_tenant uuid, p_definition uuid, p_person uuid, p_reason text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  d record;
BEGIN
  SELECT def.retired_at INTO d FROM public.definitions def
  WHERE def.tenant_id = p_tenant AND def.id = p_definition AND coalesce(public.current_tenant(), p_tenant) = p_tenant
  FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no such definition' USING ERRCODE = 'IL005';
  END IF;
  IF d.retired_at IS NOT NULL THEN
    RAISE EXCEPTION 'the definition is retired already' USING ERRCODE = 'IL003';
  END IF;
  PERFORM FROM public.definition_versions v WHERE v.tenant_id = p_tenant AND v.definition_id = p_definition;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'nothing of the definition is published' USING ERRCODE = 'IL002';
  END IF;
  UPDATE public.version_activations SET settled_at = now(), outcome = 'taken_back'
  WHERE tenant_id = p_tenant AND definition_id = p_definition AND settled_at IS NULL;
  UPDATE public.definitions SET active_version = NULL, retired_at = now(), retired_by = p_person, retired_reason = p_reason
  WHERE tenant_id = p_tenant AND id = p_definition;
END
$$;
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

  INSERT INTO public.definition_states (tenant_id, version_id, state, entry)
  SELECT p_tenant, p_version_id, s ->> 'key', s ->> 'type' = 'START' FROM jsonb_array_elements(d.draft -> 'steps') AS s;

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
-- What a start needs to know: the version of a definition (the active one where none is named, at the very instant from which it is
-- to be active), the rules in force, the clock, whether signals are kept for instances to be; null without such a version, and for
-- one that is retired.
CREATE OR REPLACE FUNCTION public.load_start(p_tenant uuid, p_key text, p_version integer DEFAULT NULL) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT jsonb_build_object('now', public.instant_text(clock_timestamp()), 'definitionVersionId', v.id,
    'rules', public.rules_in_force(p_tenant),
    'timeZone', (SELECT z.time_zone FROM public.tenants z WHERE z.id = p_tenant),
    'keptSignals', EXISTS (SELECT FROM public.kept_signals k
      WHERE k.tenant_id = p_tenant AND k.definition_key = p_key AND k.instance_id IS NULL))
  FROM public.definitions d
  LEFT JOIN LATERAL (
    SELECT a.version FROM public.version_activations a
    WHERE a.tenant_id = d.tenant_id AND a.definition_id = d.id AND a.settled_at IS NULL AND a.active_from <= clock_timestamp()
    ORDER BY a.active_from DESC, a.version DESC LIMIT 1
  ) AS due ON true
  JOIN public.definition_versions v
    ON v.tenant_id = d.tenant_id AND v.definition_id = d.id AND v.version = coalesce(p_version, due.version, d.active_version)
  WHERE d.tenant_id = p_tenant AND d.key = p_key AND (d.retired_at IS NULL OR due.version IS NOT NULL)
    AND NOT EXISTS (SELECT FROM public.version_retirements r
      WHERE r.tenant_id = d.tenant_id AND r.definition_id = d.id AND r.version = v.version)
    AND coalesce(public.current_tenant(), p_tenant) = p_tenant
$$;

CREATE TRIGGER version_activations_guard BEFORE UPDATE ON version_activations FOR EACH ROW EXECUTE FUNCTION guard_activation();
CREATE TRIGGER version_activations_once BEFORE DELETE ON version_activations FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER version_activations_keep BEFORE TRUNCATE ON version_activations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER version_retirements_once BEFORE UPDATE OR DELETE ON version_retirements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER version_retirements_keep BEFORE TRUNCATE ON version_retirements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['version_activations', 'version_retirements'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY own_tenant ON %I TO interlock_app USING (tenant_id = current_tenant())', t);
    EXECUTE format('CREATE POLICY engine ON %I TO interlock_engine USING (true) WITH CHECK (true)', t);
    EXECUTE format('GRANT SELECT ON %I TO interlock_engine, interlock_app', t);
    EXECUTE format('GRANT INSERT ON %I TO interlock_engine', t);
  END LOOP;
END $$;
GRANT UPDATE (settled_at, outcome) ON version_activations TO interlock_engine;
GRANT UPDATE (retired_at, retired_by, retired_reason) ON definitions TO interlock_engine;
GRANT INSERT ON audit_entries TO interlock_engine;

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['make_active(uuid, uuid, integer)',
    'activate_version(uuid, uuid, integer, timestamptz, uuid)',
    'take_back_activation(uuid, uuid, integer)', 'activate_due_versions(integer)',
    'retire_version(uuid, uuid, integer, uuid, text)', 'retire_definition(uuid, uuid, uuid, text)',
    'publish_definition(uuid, uuid, integer, uuid, text, uuid, timestamptz)', 'load_start(uuid, text, integer)'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
    IF f NOT LIKE 'make_active%' THEN EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO interlock_app', f); END IF;
    EXECUTE format('ALTER FUNCTION %s OWNER TO interlock_engine', f);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM interlock_engine;

-- Trigger of events, before insert: refuses an event of no instance, a gap and a move that no closed list has, and links the event
-- to the one before it. The foreign keys say the last once more; here the refusal gets its code and its words. That there is an
-- instance, which is never deleted, is said here alone: a foreign key would look for it a second time.
-- It runs for every event of a move, so each of its queries is asked only where it has something to say.
CREATE OR REPLACE FUNCTION public.chain_event() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  previous bytea;
  v_version bigint;
BEGIN
  SELECT i.version, e.hash INTO v_version, previous
  FROM public.instances i
  LEFT JOIN public.events e ON e.tenant_id = i.tenant_id AND e.instance_id = i.id AND e.sequence = NEW.sequence - 1
  WHERE i.tenant_id = NEW.tenant_id AND i.id = NEW.instance_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'event % belongs to no instance of its tenant', NEW.sequence USING ERRCODE = 'foreign_key_violation',
      CONSTRAINT = 'events_have_an_instance';
  END IF;
  NEW.opens_move := NEW.sequence = v_version + 1;
  IF NEW.sequence = 1 THEN
    previous := sha256(''::bytea);
  ELSIF previous IS NULL THEN
    -- An erasure is the one event of a history that stands in the archive.
    SELECT a.hash INTO previous FROM public.archived_events a
    WHERE a.tenant_id = NEW.tenant_id AND a.instance_id = NEW.instance_id AND a.sequence = NEW.sequence - 1
      AND NEW.type = 'DATA_ERASED';
    IF NOT FOUND THEN
      RAISE EXCEPTION 'event % has no event before it', NEW.sequence USING ERRCODE = 'IL008';
    END IF;
  END IF;

  IF NEW.from_status IS NOT NULL THEN
    PERFORM FROM public.lifecycle_moves m
    WHERE m.lifecycle = NEW.lifecycle AND m.from_status = NEW.from_status AND m.to_status = NEW.to_status;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'a % may not move from % to %', NEW.lifecycle, NEW.from_status, NEW.to_status
        USING ERRCODE = 'IL002',
              DETAIL = jsonb_build_object('lifecycle', NEW.lifecycle, 'from', NEW.from_status, 'to', NEW.to_status)::text;
    END IF;
  END IF;
  IF NEW.to_state IS NOT NULL THEN
    IF NEW.migrated_from IS NOT NULL THEN
      -- From one version to another: along a row that a migration plan has put there.
      PERFORM FROM public.state_migrations m
      WHERE m.tenant_id = NEW.tenant_id AND m.from_version_id = NEW.from_version_id AND m.to_version_id = NEW.version_id
        AND m.from_state = NEW.migrated_from AND m.to_state = NEW.to_state;
    ELSIF NEW.from_state IS NOT NULL THEN
      PERFORM FROM public.state_moves m
      WHERE m.tenant_id = NEW.tenant_id AND m.version_id = NEW.version_id
        AND m.from_state = NEW.from_state AND m.to_state = NEW.to_state;
    ELSE
      -- The main line begins at the START step; where a branch may begin, its own guard knows from its fork.
      PERFORM FROM public.definition_states s
      WHERE s.tenant_id = NEW.tenant_id AND s.version_id = NEW.version_id AND s.state = NEW.to_state
        AND (s.entry OR NEW.branch <> 'main');
    END IF;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'this definition has no transition from % to %', coalesce(NEW.from_state, NEW.migrated_from, 'nowhere'), NEW.to_state
        USING ERRCODE = 'IL002',
              DETAIL = jsonb_build_object('from', coalesce(NEW.from_state, NEW.migrated_from), 'to', NEW.to_state, 'definitionVersionId', NEW.version_id,
                'definition', (SELECT v.key FROM public.definition_versions v
                               WHERE v.tenant_id = NEW.tenant_id AND v.id = NEW.version_id))::text;
    END IF;
  END IF;

  NEW.occurred_at := now();
  NEW.data := coalesce(NEW.data, '{}');
  NEW.data_hash := sha256(convert_to(NEW.data::text, 'UTF8'));
  NEW.previous_hash := previous;
  NEW.hash := sha256(previous || convert_to(public.event_text(NEW), 'UTF8'));
  RETURN NEW;
END
$$;

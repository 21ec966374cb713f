-- Erasure of personal data (DESIGN 5.4): one privileged function takes them out of an ended instance for good, wherever its rows have
-- them. It is itself an event, which says of each event that loses something what is left of it; the guards of history let through
-- this and nothing else.

-- The text without the terms: each one, as a word of its own and whatever its case, gives way to [erased]; the longest first.
CREATE OR REPLACE FUNCTION public.redact_text(p_text text, p_terms text[]) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_term text;
BEGIN
  FOR v_term IN SELECT t.term FROM unnest(p_terms) AS t (term) ORDER BY length(t.term) DESC, t.term LOOP
    -- Most texts have none of them, and looking is cheaper than a regular expression.
    IF strpos(lower(p_text), lower(v_term)) > 0 THEN
      p_text := regexp_replace(p_text,
        '(?<![[:alnum:]_])' || regexp_replace(v_term, '([][\\.^$*+?(){}|])', '\\\1', 'g') || '(?![[:alnum:]_])', '[erased]', 'gi');
    END IF;
  END LOOP;
  RETURN p_text;
END
$$;

-- The value without what is erased: texts as redact_text has them; and what stands under a name (or as a fact: {label, value}) and
-- is one of p_named's values of that name gives way whole, a text to [erased], anything else to null. p_named: {name: [value, …]}.
CREATE OR REPLACE FUNCTION public.redact_json(p_value jsonb, p_terms text[], p_named jsonb, p_name text DEFAULT NULL) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF jsonb_typeof(p_value) = 'object' THEN
    RETURN coalesce((
      SELECT jsonb_object_agg(m.key, public.redact_json(m.value, p_terms, p_named, CASE
        WHEN m.key = 'value' AND p_value ? 'label' THEN '*'
        -- In what an event says of the context, a name is a whole path.
        ELSE substring(m.key FROM '[^.]*$') END))
      FROM jsonb_each(p_value) AS m), '{}');
  ELSIF jsonb_typeof(p_value) = 'array' THEN
    RETURN coalesce((
      SELECT jsonb_agg(public.redact_json(m.value, p_terms, p_named, p_name) ORDER BY m.n)
      FROM jsonb_array_elements(p_value) WITH ORDINALITY AS m (value, n)), '[]');
  ELSIF p_value <> 'null' AND (p_named -> p_name @> jsonb_build_array(p_value)
    OR p_name = '*' AND EXISTS (SELECT FROM jsonb_each(p_named) AS n WHERE n.value @> jsonb_build_array(p_value)))
  THEN
    RETURN CASE jsonb_typeof(p_value) WHEN 'string' THEN '"[erased]"' ELSE 'null' END;
  ELSIF jsonb_typeof(p_value) = 'string' THEN
    RETURN to_jsonb(public.redact_text(p_value #>> '{}', p_terms));
  END IF;
  RETURN p_value;
END
$$;

-- Whether a row of an instance becomes what it was without something that this transaction erases, and nothing else: there is an
-- event DATA_ERASED that the instance's row has not taken on yet, and each column is as it was, or as it was without the terms.
-- The guards of history ask this first: a lawful erasure is the one change that they let through.
CREATE OR REPLACE FUNCTION public.is_erasure(p_tenant uuid, p_instance uuid, p_old jsonb, p_new jsonb) RETURNS boolean
LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_what jsonb := nullif(current_setting('interlock.erasing', true), '')::jsonb;
  v_terms text[];
BEGIN
  IF v_what IS NULL OR NOT EXISTS (
    SELECT FROM public.events e JOIN public.instances i ON i.tenant_id = e.tenant_id AND i.id = e.instance_id
    WHERE e.tenant_id = p_tenant AND e.instance_id = p_instance AND e.sequence > i.version AND e.type = 'DATA_ERASED')
  THEN
    RETURN false;
  END IF;
  v_terms := ARRAY(SELECT jsonb_array_elements_text(v_what -> 'terms'));
  RETURN NOT EXISTS (
    SELECT FROM jsonb_each(p_old) AS o
    WHERE p_new -> o.key IS DISTINCT FROM o.value
      AND p_new -> o.key IS DISTINCT FROM public.redact_json(o.value, v_terms, v_what -> 'named'));
END
$$;

-- What an event DATA_ERASED says of an event from which it takes something: the SHA-256 of what is left of it. So a history shows
-- that nothing else was changed, though the hash of such an event cannot be computed from what is left.
CREATE OR REPLACE FUNCTION public.vouched_hash(e public.events) RETURNS text
LANGUAGE sql STABLE
AS $$
  SELECT encode(sha256(convert_to(public.event_text(e) || ' ' || coalesce(e.data::text, ''), 'UTF8')), 'hex')
$$;

-- Trigger of events and archived_events: history is written once. A row may leave only for the archive, which then has the very
-- same one; and it may lose what a lawful erasure takes, as far as the event of that erasure says so (DESIGN 5.4).
CREATE OR REPLACE FUNCTION public.guard_history() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'events' THEN
    PERFORM FROM public.archived_events a
    WHERE a.tenant_id = OLD.tenant_id AND a.instance_id = OLD.instance_id AND a.sequence = OLD.sequence AND a.hash = OLD.hash;
    IF FOUND THEN RETURN OLD; END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    IF public.is_erasure(OLD.tenant_id, OLD.instance_id, to_jsonb(OLD), to_jsonb(NEW)) THEN
      PERFORM FROM public.events e JOIN public.instances i ON i.tenant_id = e.tenant_id AND i.id = e.instance_id
      WHERE e.tenant_id = OLD.tenant_id AND e.instance_id = OLD.instance_id AND e.sequence > i.version AND e.type = 'DATA_ERASED'
        AND e.data -> 'events' @> jsonb_build_array(jsonb_build_object('sequence', NEW.sequence, 'sha256',
          public.vouched_hash(jsonb_populate_record(NULL::public.events, to_jsonb(NEW)))));
      IF FOUND THEN RETURN NEW; END IF;
    END IF;
  END IF;
  RAISE EXCEPTION '% of % is refused: its rows are written once', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'IL006', DETAIL = jsonb_build_object('table', TG_TABLE_NAME, 'operation', TG_OP)::text;
END
$$;

-- Trigger of files: a file does not change, and goes only as long as no history and no comment names it (an upload that was refused).
CREATE OR REPLACE FUNCTION public.guard_file() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('interlock.erasing', true) <> '' THEN
    IF public.is_erasure(OLD.tenant_id, OLD.instance_id, to_jsonb(OLD), to_jsonb(NEW)) THEN RETURN NEW; END IF;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    RAISE EXCEPTION 'a file does not change' USING ERRCODE = 'IL006';
  END IF;
  IF EXISTS (
    SELECT FROM public.signals s
    WHERE s.tenant_id = OLD.tenant_id AND s.instance_id = OLD.instance_id AND s.id = OLD.id::text
  ) OR EXISTS (
    SELECT FROM public.comments c WHERE c.tenant_id = OLD.tenant_id AND c.file_id = OLD.id
  ) THEN
    RAISE EXCEPTION 'the file % is part of a history and is not deleted', OLD.id USING ERRCODE = 'IL006';
  END IF;
  RETURN OLD;
END
$$;

-- Trigger of signals: a signal is what the event says that received it, and is consumed once, by the stay that an event names.
CREATE OR REPLACE FUNCTION public.guard_signal() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('interlock.erasing', true) <> '' THEN
    IF public.is_erasure(OLD.tenant_id, OLD.instance_id, to_jsonb(OLD), to_jsonb(NEW)) THEN RETURN NEW; END IF;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a signal is not deleted: it is part of the history' USING ERRCODE = 'IL006';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF OLD.consumed_by IS NOT NULL THEN
      RAISE EXCEPTION 'the signal % is consumed and does not change any more', OLD.id
        USING ERRCODE = 'IL003', DETAIL = jsonb_build_object('id', OLD.id)::text;
    END IF;
    IF to_jsonb(NEW) - '{consumed_by,consumed_at}'::text[] <> to_jsonb(OLD) - '{consumed_by,consumed_at}'::text[] THEN
      RAISE EXCEPTION 'what a signal says does not change' USING ERRCODE = 'IL006';
    END IF;
  ELSIF NOT EXISTS (
    SELECT FROM public.events ev JOIN public.instances i ON i.tenant_id = ev.tenant_id AND i.id = ev.instance_id
    WHERE ev.tenant_id = NEW.tenant_id AND ev.instance_id = NEW.instance_id AND ev.sequence > i.version
      AND ev.sequence = NEW.sequence AND ev.type IN ('SIGNAL_RECEIVED', 'FILE_RECEIVED') AND ev.key = NEW.id
      AND ev.data ->> 'name' = NEW.name AND ev.data -> 'payload' = NEW.payload
      AND ev.data ->> 'correlation' IS NOT DISTINCT FROM NEW.correlation
      AND ev.data ->> 'expiresAt' = public.instant_text(NEW.expires_at)
  ) THEN
    RAISE EXCEPTION 'the signal % may not be received without its event', NEW.id
      USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('id', NEW.id)::text;
  END IF;
  IF NEW.consumed_by IS NOT NULL AND NOT EXISTS (
    SELECT FROM public.events ev JOIN public.instances i ON i.tenant_id = ev.tenant_id AND i.id = ev.instance_id
    WHERE ev.tenant_id = NEW.tenant_id AND ev.instance_id = NEW.instance_id AND ev.sequence > i.version
      AND ev.type = 'SIGNAL_CONSUMED' AND ev.key = NEW.id AND ev.data ->> 'stay' = NEW.consumed_by
  ) THEN
    RAISE EXCEPTION 'the signal % may not be consumed without its event', NEW.id
      USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('id', NEW.id)::text;
  END IF;
  RETURN NEW;
END
$$;

-- Trigger of timers: a timer is set by an event that says its instant, and closed by one that says that it fired or that what
-- it was for is over. When a sweeper looks at an open one is no part of the history.
CREATE OR REPLACE FUNCTION public.guard_timer() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  spoken_of boolean;
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('interlock.erasing', true) <> '' THEN
    IF public.is_erasure(OLD.tenant_id, OLD.instance_id, to_jsonb(OLD), to_jsonb(NEW)) THEN RETURN NEW; END IF;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a timer is not deleted: it is part of the history' USING ERRCODE = 'IL006';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF OLD.closed_at IS NOT NULL THEN
      RAISE EXCEPTION 'the timer % is over and does not change any more', OLD.key
        USING ERRCODE = 'IL003', DETAIL = jsonb_build_object('key', OLD.key, 'ending', OLD.ending)::text;
    END IF;
    IF (NEW.tenant_id, NEW.instance_id, NEW.key, NEW.branch, NEW.stay, NEW.purpose, NEW.rung, NEW.due_at, NEW.basis, NEW.set_at)
       IS DISTINCT FROM
       (OLD.tenant_id, OLD.instance_id, OLD.key, OLD.branch, OLD.stay, OLD.purpose, OLD.rung, OLD.due_at, OLD.basis, OLD.set_at) THEN
      RAISE EXCEPTION 'what a timer is about does not change' USING ERRCODE = 'IL006';
    END IF;
    IF NEW.closed_at IS NULL THEN RETURN NEW; END IF;
  ELSE
    SELECT EXISTS (
      SELECT FROM public.events ev JOIN public.instances i ON i.tenant_id = ev.tenant_id AND i.id = ev.instance_id
      WHERE ev.tenant_id = NEW.tenant_id AND ev.instance_id = NEW.instance_id AND ev.sequence > i.version
        AND ev.type IN ('TIMERS_SET', 'DEADLINE_CHANGED', 'WORKFLOW_STARTED') AND ev.data -> 'timers' @> jsonb_build_array(
          jsonb_build_object('key', NEW.key, 'dueAt', public.instant_text(NEW.due_at)))
    ) INTO spoken_of;
    IF NOT spoken_of THEN
      RAISE EXCEPTION 'the timer % may not be set without its event', NEW.key
        USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('key', NEW.key)::text;
    END IF;
  END IF;
  IF NEW.closed_at IS NOT NULL THEN
    SELECT EXISTS (
      SELECT FROM public.events ev JOIN public.instances i ON i.tenant_id = ev.tenant_id AND i.id = ev.instance_id
      WHERE ev.tenant_id = NEW.tenant_id AND ev.instance_id = NEW.instance_id AND ev.sequence > i.version
        AND CASE NEW.ending
          WHEN 'fired' THEN ev.type IN ('TIMER_FIRED', 'DEADLINE_PASSED') AND ev.key = NEW.key
          ELSE (ev.type IN ('STEP_EXITED', 'DEADLINE_CHANGED') AND ev.key = NEW.stay)
            OR (ev.type = 'TRANSITION_BEGUN' AND ev.data ->> 'stay' = NEW.stay)
            OR (ev.lifecycle = 'instance' AND ev.to_status IN ('completed', 'reversed', 'cancelled', 'failed')) END
    ) INTO spoken_of;
    IF NOT spoken_of THEN
      RAISE EXCEPTION 'the timer % may not become % without its event', NEW.key, NEW.ending
        USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('key', NEW.key, 'to', NEW.ending)::text;
    END IF;
  END IF;
  RETURN NEW;
END
$$;

-- Trigger of tasks, activity executions and children (argument: the lifecycle): the status may only become what the events of this
-- transaction say of this row. The instance's own row is written last, so its version still marks where they begin.
CREATE OR REPLACE FUNCTION public.guard_lifecycle() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  e record;
  reached text;
  reached_at bigint;
  spoken_of boolean := false;
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('interlock.erasing', true) <> '' THEN
    IF public.is_erasure(OLD.tenant_id, OLD.instance_id, to_jsonb(OLD), to_jsonb(NEW)) THEN RETURN NEW; END IF;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a row of % is not deleted: it is part of the history', TG_TABLE_NAME USING ERRCODE = 'IL006';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    reached := OLD.status;
    IF (NEW.tenant_id, NEW.instance_id, NEW.key, NEW.branch, NEW.step, NEW.visit, NEW.created_at)
       IS DISTINCT FROM (OLD.tenant_id, OLD.instance_id, OLD.key, OLD.branch, OLD.step, OLD.visit, OLD.created_at) THEN
      RAISE EXCEPTION 'what a row of % is about does not change', TG_TABLE_NAME USING ERRCODE = 'IL006';
    END IF;
    -- A heartbeat moves only the end of a lease; that is not part of the history.
    IF TG_ARGV[0] = 'activity' AND OLD.status = 'running' AND NEW.status = 'running' THEN
      IF to_jsonb(NEW) - 'lease_expires_at' = to_jsonb(OLD) - 'lease_expires_at' THEN RETURN NEW; END IF;
    END IF;
  END IF;

  FOR e IN
    SELECT ev.sequence, ev.lifecycle, ev.from_status, ev.to_status
    FROM public.events ev JOIN public.instances i ON i.tenant_id = ev.tenant_id AND i.id = ev.instance_id
    WHERE ev.tenant_id = NEW.tenant_id AND ev.instance_id = NEW.instance_id
      AND ev.sequence > i.version AND ev.subject = TG_ARGV[0] AND ev.key = NEW.key
    ORDER BY ev.sequence
  LOOP
    spoken_of := true;
    CONTINUE WHEN e.lifecycle IS NULL;
    IF e.from_status IS DISTINCT FROM reached THEN
      RAISE EXCEPTION 'an event says that the % % was %, but it was %', TG_ARGV[0], NEW.key, e.from_status, reached
        USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('key', NEW.key, 'from', reached, 'to', e.to_status)::text;
    END IF;
    reached := e.to_status;
    reached_at := e.sequence;
  END LOOP;

  -- A row whose status moved was not at its end: the closed list, which its event passed, has no move from there.
  IF TG_OP = 'UPDATE' AND reached = OLD.status THEN
    PERFORM FROM public.lifecycle_moves m WHERE m.lifecycle = TG_ARGV[0] AND m.from_status = OLD.status;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'the % % is % and does not change any more', TG_ARGV[0], OLD.key, OLD.status
        USING ERRCODE = 'IL003', DETAIL = jsonb_build_object('key', OLD.key, 'status', OLD.status)::text;
    END IF;
  END IF;
  IF NOT spoken_of OR NEW.status IS DISTINCT FROM reached THEN
    RAISE EXCEPTION 'the % % may not become % without its event', TG_ARGV[0], NEW.key, NEW.status
      USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('key', NEW.key, 'from', reached, 'to', NEW.status)::text;
  END IF;
  -- What guard_instance asks for: an event of a status that no row has taken on is not part of a history.
  IF reached_at IS NOT NULL THEN NEW.status_event := reached_at;
  ELSIF TG_OP = 'UPDATE' THEN NEW.status_event := OLD.status_event;
  END IF;
  RETURN NEW;
END
$$;

-- Trigger of children, besides that of their lifecycle: what a child is about is what the event says that asked for it, and
-- does not change; it is started when there is its instance, and completed when that is, with its outcome.
CREATE OR REPLACE FUNCTION public.guard_child() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('interlock.erasing', true) <> '' THEN
    IF public.is_erasure(OLD.tenant_id, OLD.instance_id, to_jsonb(OLD), to_jsonb(NEW)) THEN RETURN NEW; END IF;
  END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM FROM public.events ev JOIN public.instances i ON i.tenant_id = ev.tenant_id AND i.id = ev.instance_id
    WHERE ev.tenant_id = NEW.tenant_id AND ev.instance_id = NEW.instance_id AND ev.sequence > i.version
      AND ev.type = 'CHILD_CREATED' AND ev.key = NEW.key
      AND ev.data @> jsonb_build_object('definition', NEW.definition, 'version', NEW.version, 'subject', NEW.subject,
        'input', NEW.input, 'position', NEW.position, 'attempt', NEW.attempt);
    IF NOT FOUND THEN
      RAISE EXCEPTION 'the child % is not what its event says', NEW.key
        USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('child', NEW.key)::text;
    END IF;
  ELSE
    IF (NEW.position, NEW.attempt, NEW.definition, NEW.version, NEW.subject, NEW.input)
       IS DISTINCT FROM (OLD.position, OLD.attempt, OLD.definition, OLD.version, OLD.subject, OLD.input)
       OR OLD.child_id IS NOT NULL AND NEW.child_id IS DISTINCT FROM OLD.child_id THEN
      RAISE EXCEPTION 'what a child is about does not change' USING ERRCODE = 'IL006';
    END IF;
  END IF;
  IF NEW.child_id IS NOT NULL THEN
    PERFORM FROM public.instances i
    WHERE i.tenant_id = NEW.tenant_id AND i.id = NEW.child_id
      AND (i.parent_id, i.parent_child) = (NEW.instance_id, NEW.key)
      AND (NEW.status <> 'completed' OR i.status = 'completed' AND i.outcome IS NOT DISTINCT FROM NEW.outcome);
    IF NOT FOUND THEN
      RAISE EXCEPTION 'instance % is not this child, or not what is said of it', NEW.child_id
        USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('child', NEW.key, 'instance', NEW.child_id)::text;
    END IF;
  END IF;
  RETURN NEW;
END
$$;

-- Trigger of kept signals: what one says does not change, and it is handed over once, to an instance whose history has it.
CREATE OR REPLACE FUNCTION public.guard_kept_signal() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('interlock.erasing', true) <> '' THEN
    IF public.is_erasure(OLD.tenant_id, OLD.instance_id, to_jsonb(OLD), to_jsonb(NEW)) THEN RETURN NEW; END IF;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a kept signal is not deleted: it says what has come' USING ERRCODE = 'IL006';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF OLD.instance_id IS NOT NULL THEN
      RAISE EXCEPTION 'the signal % has been handed over and does not change any more', OLD.signal_id
        USING ERRCODE = 'IL003', DETAIL = jsonb_build_object('id', OLD.signal_id)::text;
    END IF;
    IF to_jsonb(NEW) - '{instance_id,handed_over_at,look_at}'::text[]
       <> to_jsonb(OLD) - '{instance_id,handed_over_at,look_at}'::text[] THEN
      RAISE EXCEPTION 'what a signal says does not change' USING ERRCODE = 'IL006';
    END IF;
  END IF;
  IF NEW.instance_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM public.signals s
    WHERE s.tenant_id = NEW.tenant_id AND s.instance_id = NEW.instance_id AND s.id = NEW.signal_id
  ) THEN
    RAISE EXCEPTION 'the signal % may not be handed over to an instance that has not received it', NEW.signal_id
      USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('id', NEW.signal_id)::text;
  END IF;
  RETURN NEW;
END
$$;

-- Trigger of events, before insert: refuses a gap and a move that no closed list has, and links the event to the one
-- before it. The foreign keys say the same once more; here the refusal gets its code and its words.
-- It runs for every event of a move, so each of its queries is asked only where it has something to say.
CREATE OR REPLACE FUNCTION public.chain_event() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  previous bytea;
BEGIN
  IF NEW.sequence = 1 THEN
    previous := sha256(''::bytea);
  ELSE
    SELECT e.hash INTO previous FROM public.events e
    WHERE e.tenant_id = NEW.tenant_id AND e.instance_id = NEW.instance_id AND e.sequence = NEW.sequence - 1;
    IF NOT FOUND THEN
      -- An erasure is the one event of a history that stands in the archive.
      SELECT a.hash INTO previous FROM public.archived_events a
      WHERE a.tenant_id = NEW.tenant_id AND a.instance_id = NEW.instance_id AND a.sequence = NEW.sequence - 1
        AND NEW.type = 'DATA_ERASED';
    END IF;
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

-- Trigger of instances: the row may only become what its new events say, step by step, from where it was, and what they
-- say of branches, tasks, executions and children must stand in their rows. Whoever updates it: the transition function, a script,
-- the owner. (guard_branch and guard_lifecycle see to the other direction: no such row changes without its event. They
-- leave the number of that event in the row, which is how this one knows that the row took it on.)
CREATE OR REPLACE FUNCTION public.guard_instance() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  e record;
  reached_status text;
  reached_state text;
  reached bigint;
  of_rows boolean := false;
  of_branches boolean := false;
  -- The version of the definition by which the events so far go.
  reached_version uuid := OLD.definition_version_id;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.version <> 0 OR NEW.status <> 'created' OR NEW.state IS NOT NULL THEN
      RAISE EXCEPTION 'an instance begins as created, with version 0 and no state' USING ERRCODE = 'IL002',
        DETAIL = jsonb_build_object('from', NULL, 'to', NEW.status)::text;
    END IF;
    PERFORM FROM public.definition_versions v
    WHERE v.tenant_id = NEW.tenant_id AND v.id = NEW.definition_version_id
      AND (v.definition_id, v.key, v.version, v.content #>> '{subject,type}',
           coalesce((v.content #>> '{subject,unique}')::boolean, false))
        = (NEW.definition_id, NEW.definition_key, NEW.definition_version, NEW.subject_type, NEW.subject_unique);
    IF NOT FOUND THEN
      RAISE EXCEPTION 'an instance is about what the version of its definition says' USING ERRCODE = 'IL008';
    END IF;
    -- A link is no claim: the parent has asked for this very child, and has not taken that back. (A parent that is about to
    -- waits for this transaction, or is waited for.)
    IF NEW.parent_id IS NOT NULL THEN
      PERFORM FROM public.children c JOIN public.instances p ON p.tenant_id = c.tenant_id AND p.id = c.instance_id
      WHERE c.tenant_id = NEW.tenant_id AND c.instance_id = NEW.parent_id AND c.key = NEW.parent_child
        AND c.status = 'created' AND c.cancelling IS NULL AND c.definition = NEW.definition_key
        AND coalesce(c.version, NEW.definition_version) = NEW.definition_version
        AND (c.subject, c.input) = (NEW.subject_id, NEW.input) AND p.depth + 1 = NEW.depth
      FOR SHARE OF c;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'instance % has not asked for this child', NEW.parent_id
          USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('parent', NEW.parent_id, 'child', NEW.parent_child)::text;
      END IF;
    END IF;
    IF NEW.reopened_from IS NOT NULL THEN
      PERFORM FROM public.instances o
      WHERE o.tenant_id = NEW.tenant_id AND o.id = NEW.reopened_from AND o.closed_at IS NOT NULL
        AND (o.definition_id, o.subject_id) = (NEW.definition_id, NEW.subject_id);
      IF NOT FOUND THEN
        RAISE EXCEPTION 'only a closed instance is reopened, about the same subject' USING ERRCODE = 'IL002',
          DETAIL = jsonb_build_object('reopenedFrom', NEW.reopened_from)::text;
      END IF;
    END IF;
    RETURN NEW;
  END IF;

  -- An erasure leaves an ended instance where it is: it takes on the one event that says so, and loses what was erased.
  -- (A generated column has no value yet here.)
  IF TG_OP = 'UPDATE' AND OLD.closed_at IS NOT NULL AND current_setting('interlock.erasing', true) <> '' THEN
    IF public.is_erasure(OLD.tenant_id, OLD.id, to_jsonb(OLD) - '{version,rare_status,closed_state}'::text[],
        to_jsonb(NEW) - '{version,rare_status,closed_state}'::text[])
      AND NEW.version = OLD.version + 1
      AND (SELECT array_agg(ev.type) FROM public.events ev
        WHERE ev.tenant_id = OLD.tenant_id AND ev.instance_id = OLD.id AND ev.sequence > OLD.version) = ARRAY['DATA_ERASED']
    THEN
      RETURN NEW;
    END IF;
  END IF;

  IF OLD.status IN ('completed', 'reversed', 'cancelled') THEN
    -- That its history has gone into the archive is no change of it, and is said only when it has.
    -- (A generated column has no value yet here.)
    IF TG_OP = 'UPDATE' AND NEW.history_archived THEN
      IF to_jsonb(NEW) - '{history_archived,rare_status,closed_state}'::text[] = to_jsonb(OLD) - '{history_archived,rare_status,closed_state}'::text[] AND NOT EXISTS (
        SELECT FROM public.events ev WHERE ev.tenant_id = OLD.tenant_id AND ev.instance_id = OLD.id)
      THEN
        RETURN NEW;
      END IF;
    END IF;
    RAISE EXCEPTION 'instance % is % and does not change any more', OLD.id, OLD.status
      USING ERRCODE = 'IL003', DETAIL = jsonb_build_object('status', OLD.status, 'version', OLD.version)::text;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'an instance is not deleted: its history belongs to it' USING ERRCODE = 'IL006';
  END IF;

  IF (NEW.tenant_id, NEW.id, NEW.definition_id, NEW.definition_key,
      NEW.subject_type, NEW.subject_id, NEW.subject_unique, NEW.requester_id, NEW.start_key, NEW.created_at,
      NEW.reopened_from, NEW.parent_id, NEW.parent_child, NEW.depth)
     IS DISTINCT FROM
     (OLD.tenant_id, OLD.id, OLD.definition_id, OLD.definition_key,
      OLD.subject_type, OLD.subject_id, OLD.subject_unique, OLD.requester_id, OLD.start_key, OLD.created_at,
      OLD.reopened_from, OLD.parent_id, OLD.parent_child, OLD.depth)
  THEN
    RAISE EXCEPTION 'what an instance is about does not change' USING ERRCODE = 'IL006';
  END IF;

  reached := OLD.version;
  reached_state := OLD.state;
  IF OLD.version > 0 THEN reached_status := OLD.status; END IF;
  FOR e IN
    SELECT ev.sequence, ev.subject, ev.branch, ev.from_status, ev.to_status, coalesce(ev.from_state, ev.migrated_from) AS from_state,
      ev.to_state, ev.version_id, ev.from_version_id
    FROM public.events ev
    WHERE ev.tenant_id = OLD.tenant_id AND ev.instance_id = OLD.id AND ev.sequence > OLD.version
    ORDER BY ev.sequence
  LOOP
    reached := reached + 1;
    CASE e.subject
    WHEN 'status' THEN
      IF e.from_status IS DISTINCT FROM reached_status THEN
        RAISE EXCEPTION 'event % says that the instance was %, but it was %', e.sequence, e.from_status, reached_status
          USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('from', reached_status, 'to', e.to_status)::text;
      END IF;
      reached_status := e.to_status;
    WHEN 'state' THEN
      -- The main line goes over to another version; its branches go with it.
      IF e.from_version_id = reached_version AND e.branch = 'main' THEN
        reached_version := e.version_id;
      ELSIF e.from_version_id IS NOT NULL AND (e.branch = 'main' OR e.from_version_id <> OLD.definition_version_id) THEN
        RAISE EXCEPTION 'event % migrates from a version by which the instance does not go', e.sequence USING ERRCODE = 'IL002';
      END IF;
      IF e.version_id <> reached_version THEN
        RAISE EXCEPTION 'event % follows another version of the definition', e.sequence USING ERRCODE = 'IL002';
      END IF;
      IF e.branch <> 'main' THEN
        of_branches := true;
      ELSE
        IF e.from_state IS DISTINCT FROM reached_state THEN
          RAISE EXCEPTION 'event % says that the state was %, but it was %', e.sequence, e.from_state, reached_state
            USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('from', reached_state, 'to', e.to_state)::text;
        END IF;
        reached_state := e.to_state;
      END IF;
    WHEN 'task', 'activity', 'child' THEN
      of_rows := true;
    WHEN 'branch' THEN
      of_branches := true;
    ELSE
    END CASE;
  END LOOP;

  IF NEW.definition_version_id <> reached_version THEN
    RAISE EXCEPTION 'instance % goes by another version than its events say', OLD.id USING ERRCODE = 'IL002',
      DETAIL = jsonb_build_object('from', OLD.definition_version_id, 'to', NEW.definition_version_id)::text;
  END IF;
  IF (NEW.definition_version_id, NEW.definition_version) IS DISTINCT FROM (OLD.definition_version_id, OLD.definition_version) THEN
    PERFORM FROM public.definition_versions v
    WHERE v.tenant_id = NEW.tenant_id AND v.id = NEW.definition_version_id
      AND (v.definition_id, v.version) = (NEW.definition_id, NEW.definition_version);
    IF NOT FOUND THEN
      RAISE EXCEPTION 'an instance is about what the version of its definition says' USING ERRCODE = 'IL008';
    END IF;
    PERFORM FROM public.branches b
    WHERE b.tenant_id = OLD.tenant_id AND b.instance_id = OLD.id AND b.status = 'open' AND b.state_event <= OLD.version;
    IF FOUND THEN
      RAISE EXCEPTION 'an open branch of instance % has not come along', OLD.id USING ERRCODE = 'IL008';
    END IF;
  END IF;
  IF reached = OLD.version THEN
    RAISE EXCEPTION 'instance % may not change without an event', OLD.id
      USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('from', OLD.status, 'to', NEW.status)::text;
  END IF;
  IF NEW.version <> reached THEN
    RAISE EXCEPTION 'the version of instance % must be %, the number of its last event', OLD.id, reached
      USING ERRCODE = 'IL008';
  END IF;
  IF NEW.status IS DISTINCT FROM reached_status OR NEW.state IS DISTINCT FROM reached_state THEN
    RAISE EXCEPTION 'instance % is % in % by its events and cannot be stored as % in %',
      OLD.id, reached_status, reached_state, NEW.status, NEW.state
      USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('from', OLD.status, 'to', NEW.status)::text;
  END IF;

  IF of_rows THEN
    -- The row took on the last event of it, so none comes after the one that it names.
    PERFORM FROM public.events ev
    WHERE ev.tenant_id = OLD.tenant_id AND ev.instance_id = OLD.id AND ev.sequence > OLD.version
      AND ev.lifecycle IN ('task', 'activity', 'child')
      AND (ev.sequence <= CASE ev.lifecycle
        WHEN 'task' THEN (SELECT t.status_event FROM public.tasks t
          WHERE t.tenant_id = OLD.tenant_id AND t.instance_id = OLD.id AND t.key = ev.key)
        WHEN 'child' THEN (SELECT c.status_event FROM public.children c
          WHERE c.tenant_id = OLD.tenant_id AND c.instance_id = OLD.id AND c.key = ev.key)
        ELSE (SELECT x.status_event FROM public.activity_executions x
          WHERE x.tenant_id = OLD.tenant_id AND x.instance_id = OLD.id AND x.key = ev.key) END) IS NOT TRUE;
    IF FOUND THEN
      RAISE EXCEPTION 'an event tells of a task, an activity or a child whose row says something else' USING ERRCODE = 'IL008';
    END IF;
  END IF;
  IF of_branches THEN
    PERFORM FROM (
      SELECT ev.branch, ev.subject, max(ev.sequence) AS sequence
      FROM public.events ev
      WHERE ev.tenant_id = OLD.tenant_id AND ev.instance_id = OLD.id AND ev.sequence > OLD.version
        AND (ev.subject = 'state' AND ev.branch <> 'main' OR ev.subject = 'branch' AND ev.to_status IS NOT NULL)
      GROUP BY ev.branch, ev.subject
    ) AS told
    WHERE told.sequence IS DISTINCT FROM (
      SELECT CASE told.subject WHEN 'state' THEN b.state_event ELSE b.status_event END FROM public.branches b
      WHERE b.tenant_id = OLD.tenant_id AND b.instance_id = OLD.id AND b.key = told.branch);
    IF FOUND THEN
      RAISE EXCEPTION 'an event tells of a branch whose row says something else' USING ERRCODE = 'IL008';
    END IF;
  END IF;
  RETURN NEW;
END
$$;

-- Takes personal data out of an ended instance for good, wherever its rows have them (DESIGN 5.4): p_what is {terms: texts that go
-- wherever they stand as words, named: {name: values that go where they stand under this name}, fields: what is said of it}. It is
-- itself an event, DATA_ERASED, which says for each event that loses something what is left of it: the chain still verifies, and
-- replaying what is left gives what is stored. Whoever acted, and the keys of rows, stay.
-- Returns {version, places: {table: rows}}. Raises IL001 stale, IL002 where the instance is live or a key has a term, IL005.
CREATE OR REPLACE FUNCTION public.erase_data(
  p_tenant uuid, p_instance uuid, p_version bigint, p_what jsonb, p_actor jsonb, p_reason text
) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_terms text[] := ARRAY(SELECT jsonb_array_elements_text(p_what -> 'terms'));
  v_named jsonb := p_what -> 'named';
  i record;
  h public.events;
  n public.events;
  changed public.events[] := '{}';
  vouched jsonb := '[]';
  places jsonb := '{}';
  t record;
  v_rows bigint;
BEGIN
  -- A session that has named its tenant acts in no other.
  IF public.current_tenant() <> p_tenant THEN
    RAISE EXCEPTION 'there is no instance %', p_instance USING ERRCODE = 'IL005';
  END IF;
  SELECT o.version, o.status, o.closed_at, o.history_archived INTO i
  FROM public.instances o WHERE o.tenant_id = p_tenant AND o.id = p_instance FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no instance %', p_instance USING ERRCODE = 'IL005';
  END IF;
  IF i.version <> p_version THEN
    RAISE EXCEPTION 'instance % has moved on from version % to %', p_instance, p_version, i.version
      USING ERRCODE = 'IL001', DETAIL = jsonb_build_object('version', i.version)::text;
  END IF;
  IF i.closed_at IS NULL THEN
    RAISE EXCEPTION 'the data of an instance are erased when it has ended: its steps still need them'
      USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('from', i.status)::text;
  END IF;
  IF EXISTS (SELECT FROM unnest(v_terms) AS x (term) WHERE length(x.term) < 3) THEN
    RAISE EXCEPTION 'a text of less than three characters is erased by its name alone' USING ERRCODE = 'IL008';
  END IF;
  PERFORM set_config('interlock.erasing', p_what::text, true);

  FOR h IN SELECT * FROM public.history_of(p_tenant, p_instance) AS o ORDER BY o.sequence LOOP
    IF public.redact_text(h.key, v_terms) <> h.key THEN
      RAISE EXCEPTION 'a part of it is the id of something in the history, which stays: %', h.key USING ERRCODE = 'IL002',
        DETAIL = jsonb_build_object('key', h.key)::text;
    END IF;
    n := h;
    n.data := public.redact_json(h.data, v_terms, v_named);
    n.reason := public.redact_text(h.reason, v_terms);
    n.correlation_id := public.redact_text(h.correlation_id, v_terms);
    IF n IS DISTINCT FROM h THEN
      changed := changed || n;
      vouched := vouched || jsonb_build_object('sequence', n.sequence, 'sha256', public.vouched_hash(n));
    END IF;
  END LOOP;

  INSERT INTO public.events (tenant_id, instance_id, sequence, type, subject, branch, actor_type, actor_id, actor_name, reason,
    causation_id, data)
  VALUES (p_tenant, p_instance, p_version + 1, 'DATA_ERASED', 'context', 'main', p_actor ->> 'type', p_actor ->> 'id',
    p_actor ->> 'name', p_reason, p_actor ->> 'causationId',
    jsonb_build_object('fields', p_what -> 'fields', 'events', vouched));

  FOREACH n IN ARRAY changed LOOP
    UPDATE public.events e SET data = n.data, reason = n.reason, correlation_id = n.correlation_id
    WHERE e.tenant_id = p_tenant AND e.instance_id = p_instance AND e.sequence = n.sequence;
    UPDATE public.archived_events e SET data = n.data, reason = n.reason, correlation_id = n.correlation_id
    WHERE e.tenant_id = p_tenant AND e.instance_id = p_instance AND e.sequence = n.sequence;
  END LOOP;
  IF cardinality(changed) > 0 THEN places := jsonb_build_object('events', cardinality(changed)); END IF;

  -- Every table whose rows belong to an instance, or to a task of it: their texts and their JSON, but for keys.
  FOR t IN
    SELECT c.relname AS name, string_agg(format('%I = %s', a.attname, w.text), ', ') AS sets,
      string_agg(format('o.%I IS DISTINCT FROM %s', a.attname, w.text), ' OR ') AS differs,
      CASE WHEN bool_or(b.attname = 'instance_id') THEN 'o.instance_id = $2'
        ELSE 'o.task_id IN (SELECT k.id FROM public.tasks k WHERE k.tenant_id = $1 AND k.instance_id = $2)' END AS whose
    FROM pg_class c
    JOIN pg_attribute tenant ON tenant.attrelid = c.oid AND tenant.attname = 'tenant_id'
    JOIN LATERAL (
      SELECT x.attname FROM pg_attribute x
      WHERE x.attrelid = c.oid AND x.attname IN ('instance_id', 'task_id') AND NOT x.attisdropped ORDER BY x.attname LIMIT 1) AS b ON true
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      AND a.atttypid IN ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype)
      AND NOT EXISTS (SELECT FROM pg_constraint k
        WHERE k.conrelid = c.oid AND k.contype IN ('p', 'f') AND a.attnum = ANY (k.conkey))
    CROSS JOIN LATERAL (SELECT CASE a.atttypid
      WHEN 'text'::regtype THEN format('public.redact_text(o.%I, $3)', a.attname)
      WHEN 'jsonb'::regtype THEN format('public.redact_json(o.%I, $3, $4)', a.attname)
      ELSE format('CASE WHEN o.%1$I IS NOT NULL THEN ARRAY(SELECT public.redact_text(u.one, $3) FROM unnest(o.%1$I) WITH ORDINALITY AS u (one, n) ORDER BY u.n) END',
        a.attname) END AS text) AS w
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      AND c.relname NOT IN ('events', 'archived_events', 'search_terms', 'instances', 'task_audiences')
    GROUP BY c.relname ORDER BY c.relname
  LOOP
    EXECUTE format('UPDATE public.%I o SET %s WHERE o.tenant_id = $1 AND %s AND (%s)', t.name, t.sets, t.whose, t.differs)
    USING p_tenant, p_instance, v_terms, v_named;
    GET DIAGNOSTICS v_rows = ROW_COUNT;
    IF v_rows > 0 THEN places := places || jsonb_build_object(t.name, v_rows); END IF;
  END LOOP;

  DELETE FROM public.search_terms s WHERE s.tenant_id = p_tenant AND s.instance_id = p_instance
    AND (public.redact_text(s.value, v_terms) <> s.value OR EXISTS (
      SELECT FROM jsonb_array_elements(p_what -> 'fields') AS f
      WHERE s.field = f ->> 'path' OR starts_with(s.field, (f ->> 'path') || '.')));
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  IF v_rows > 0 THEN places := places || jsonb_build_object('search_terms', v_rows); END IF;

  IF NOT i.history_archived THEN
    INSERT INTO public.event_deliveries (tenant_id, sink_id, instance_id, sequence)
    SELECT p_tenant, s.id, p_instance, p_version + 1 FROM public.event_sinks s
    CROSS JOIN LATERAL (SELECT public.cloud_event_type('DATA_ERASED', '{}') AS type) AS c
    WHERE s.tenant_id = p_tenant AND s.active AND (s.types = '{}' OR EXISTS (
      SELECT FROM unnest(s.types) AS w (type)
      WHERE w.type = c.type OR (right(w.type, 1) = '*' AND starts_with(c.type, left(w.type, -1)))));
  END IF;

  -- The instance's row is written last: until then its version marks where this transaction's event begins.
  UPDATE public.instances o SET version = p_version + 1,
    subject_id = public.redact_text(o.subject_id, v_terms), correlation_key = public.redact_text(o.correlation_key, v_terms),
    requester_name = public.redact_text(o.requester_name, v_terms), requester_email = public.redact_text(o.requester_email, v_terms),
    input = public.redact_json(o.input, v_terms, v_named), context = public.redact_json(o.context, v_terms, v_named),
    facts = public.redact_json(o.facts, v_terms, v_named), ending = public.redact_json(o.ending, v_terms, v_named),
    start_key = public.redact_text(o.start_key, v_terms)
  WHERE o.tenant_id = p_tenant AND o.id = p_instance;
  -- The words of lists are made from tasks and instance: anew, from what is left of them.
  DELETE FROM public.task_audiences a WHERE a.tenant_id = p_tenant
    AND a.task_id IN (SELECT k.id FROM public.tasks k WHERE k.tenant_id = p_tenant AND k.instance_id = p_instance);
  PERFORM public.file_task(k) FROM public.tasks k WHERE k.tenant_id = p_tenant AND k.instance_id = p_instance;
  IF i.history_archived THEN
    INSERT INTO public.archived_events SELECT e.* FROM public.events e
    WHERE e.tenant_id = p_tenant AND e.instance_id = p_instance;
    DELETE FROM public.events e WHERE e.tenant_id = p_tenant AND e.instance_id = p_instance;
  END IF;
  PERFORM set_config('interlock.erasing', '', true);
  RETURN jsonb_build_object('version', p_version + 1, 'places', places);
END
$$;

DROP TRIGGER archived_events_once ON archived_events;
CREATE TRIGGER archived_events_once BEFORE UPDATE OR DELETE ON archived_events FOR EACH ROW EXECUTE FUNCTION guard_history();

GRANT UPDATE (data, reason, correlation_id) ON events, archived_events TO interlock_engine;
GRANT UPDATE ON comments, files, notifications, kept_signals, webhook_deliveries, event_deliveries, outbox,
  task_drafts, task_facts TO interlock_engine;

GRANT interlock_engine TO CURRENT_USER;
GRANT CREATE ON SCHEMA public TO interlock_engine;
REVOKE ALL ON FUNCTION erase_data(uuid, uuid, bigint, jsonb, jsonb, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_data(uuid, uuid, bigint, jsonb, jsonb, text) TO interlock_app;
ALTER FUNCTION erase_data(uuid, uuid, bigint, jsonb, jsonb, text) OWNER TO interlock_engine;
REVOKE CREATE ON SCHEMA public FROM interlock_engine;

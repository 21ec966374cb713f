-- The functions (today's text of each stands in prisma/functions), the guards that call them, and who may do what.

-- An instant as ISO 8601 in UTC with microseconds, whatever the session's settings.
CREATE OR REPLACE FUNCTION public.instant_text(at timestamptz) RETURNS text
LANGUAGE sql IMMUTABLE
AS $$
  SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;

-- The tenant in which the session acts; null (which matches no row) until it has said so. The engine's functions take the
-- tenant as an argument, so that a move is one statement; a session that has named another one gets nothing from them.
CREATE OR REPLACE FUNCTION public.current_tenant() RETURNS uuid
LANGUAGE sql STABLE
AS $$
  SELECT nullif(current_setting('interlock.tenant_id', true), '')::uuid
$$;

-- A UUIDv7 (RFC 9562) on servers that have no uuidv7() of their own: 48 bits of milliseconds, then chance.
CREATE OR REPLACE FUNCTION public.new_id() RETURNS uuid
LANGUAGE sql VOLATILE
AS $$
  SELECT encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

-- The text of an event that its hash covers. Anyone can rebuild it: a JSON array of texts and nulls, ", " between them.
-- The data enters by its own hash, so that erasing data leaves the chain whole (DESIGN 5.4).
CREATE OR REPLACE FUNCTION public.event_text(e public.events) RETURNS text
LANGUAGE sql STABLE
AS $$
  SELECT json_build_array(
    e.tenant_id::text, e.instance_id::text, e.sequence::text, e.type, e.subject, e.branch, e.key,
    e.lifecycle, e.from_status, e.to_status, e.version_id::text, e.from_state, e.to_state,
    e.actor_type, e.actor_id, e.actor_name, e.on_behalf_of_id, e.on_behalf_of_name,
    e.reason, e.correlation_id, e.causation_id, e.worker_id,
    encode(e.data_hash, 'hex'), (extract(epoch FROM e.occurred_at) * 1000000)::bigint::text
  )::text
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
    IF NEW.from_state IS NOT NULL THEN
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
      RAISE EXCEPTION 'this definition has no transition from % to %', coalesce(NEW.from_state, 'nowhere'), NEW.to_state
        USING ERRCODE = 'IL002',
              DETAIL = jsonb_build_object('from', NEW.from_state, 'to', NEW.to_state, 'definitionVersionId', NEW.version_id,
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

-- Constraint trigger of events, at commit: no event without the instance having moved to its sequence number.
-- The commit is the caller's, and before version 18 PostgreSQL runs deferred triggers with the rights of that moment: to the
-- app's role, which has not named its tenant, row-level security would hide the instance. So the engine runs it.
CREATE OR REPLACE FUNCTION public.event_belongs() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM public.instances i
    WHERE i.tenant_id = NEW.tenant_id AND i.id = NEW.instance_id AND i.version >= NEW.sequence
  ) THEN
    RAISE EXCEPTION 'event % of instance % changed nothing', NEW.sequence, NEW.instance_id USING ERRCODE = 'IL008';
  END IF;
  RETURN NULL;
END
$$;

-- Trigger of rows that are written once: history, published versions, closed lists, audit.
CREATE OR REPLACE FUNCTION public.refuse_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: its rows are written once', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'IL006', DETAIL = jsonb_build_object('table', TG_TABLE_NAME, 'operation', TG_OP)::text;
END
$$;

-- Trigger of instances: the row may only become what its new events say, step by step, from where it was, and what they
-- say of branches, tasks and executions must stand in their rows. Whoever updates it: the transition function, a script,
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
    RETURN NEW;
  END IF;

  IF OLD.status IN ('completed', 'reversed', 'cancelled') THEN
    RAISE EXCEPTION 'instance % is % and does not change any more', OLD.id, OLD.status
      USING ERRCODE = 'IL003', DETAIL = jsonb_build_object('status', OLD.status, 'version', OLD.version)::text;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'an instance is not deleted: its history belongs to it' USING ERRCODE = 'IL006';
  END IF;

  IF (NEW.tenant_id, NEW.id, NEW.definition_id, NEW.definition_version_id, NEW.definition_key, NEW.definition_version,
      NEW.subject_type, NEW.subject_id, NEW.subject_unique, NEW.requester_id, NEW.start_key, NEW.created_at)
     IS DISTINCT FROM
     (OLD.tenant_id, OLD.id, OLD.definition_id, OLD.definition_version_id, OLD.definition_key, OLD.definition_version,
      OLD.subject_type, OLD.subject_id, OLD.subject_unique, OLD.requester_id, OLD.start_key, OLD.created_at)
  THEN
    RAISE EXCEPTION 'what an instance is about does not change' USING ERRCODE = 'IL006';
  END IF;

  reached := OLD.version;
  reached_state := OLD.state;
  IF OLD.version > 0 THEN reached_status := OLD.status; END IF;
  FOR e IN
    SELECT ev.sequence, ev.subject, ev.branch, ev.from_status, ev.to_status, ev.from_state, ev.to_state, ev.version_id
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
      IF e.version_id <> NEW.definition_version_id THEN
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
    WHEN 'task', 'activity' THEN
      of_rows := true;
    WHEN 'branch' THEN
      of_branches := true;
    ELSE
    END CASE;
  END LOOP;

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
    PERFORM FROM (
      SELECT ev.lifecycle, ev.key, max(ev.sequence) AS sequence
      FROM public.events ev
      WHERE ev.tenant_id = OLD.tenant_id AND ev.instance_id = OLD.id AND ev.sequence > OLD.version
        AND ev.lifecycle IN ('task', 'activity')
      GROUP BY ev.lifecycle, ev.key
    ) AS told
    WHERE told.sequence IS DISTINCT FROM CASE told.lifecycle
      WHEN 'task' THEN (SELECT t.status_event FROM public.tasks t
        WHERE t.tenant_id = OLD.tenant_id AND t.instance_id = OLD.id AND t.key = told.key)
      ELSE (SELECT x.status_event FROM public.activity_executions x
        WHERE x.tenant_id = OLD.tenant_id AND x.instance_id = OLD.id AND x.key = told.key) END;
    IF FOUND THEN
      RAISE EXCEPTION 'an event tells of a task or an activity whose row says something else' USING ERRCODE = 'IL008';
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

-- Constraint trigger of instances, at commit after insert: an instance without its first event does not stay.
-- The engine runs it, as event_belongs.
CREATE OR REPLACE FUNCTION public.instance_has_history() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF EXISTS (
    SELECT FROM public.instances i WHERE i.tenant_id = NEW.tenant_id AND i.id = NEW.id AND i.version = 0
  ) THEN
    RAISE EXCEPTION 'instance % has no history', NEW.id USING ERRCODE = 'IL008';
  END IF;
  RETURN NULL;
END
$$;

-- Trigger of branches: a branch is in the state and has the status that the events of this transaction say, beginning as open
-- at a step to which its fork leads. The instance's own row is written last, so its version still marks where they begin.
CREATE OR REPLACE FUNCTION public.guard_branch() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  e record;
  reached text;
  reached_at bigint;
  reached_status text := 'open';
  ended_at bigint;
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a branch is not deleted: it is part of the history' USING ERRCODE = 'IL006';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF OLD.status <> 'open' THEN
      RAISE EXCEPTION 'branch % is % and does not change any more', OLD.key, OLD.status
        USING ERRCODE = 'IL003', DETAIL = jsonb_build_object('branch', OLD.key, 'status', OLD.status)::text;
    END IF;
    IF (NEW.tenant_id, NEW.instance_id, NEW.key, NEW.parent, NEW.fork)
       IS DISTINCT FROM (OLD.tenant_id, OLD.instance_id, OLD.key, OLD.parent, OLD.fork) THEN
      RAISE EXCEPTION 'what a branch is about does not change' USING ERRCODE = 'IL006';
    END IF;
    reached := OLD.state;
    reached_status := OLD.status;
  END IF;
  FOR e IN
    SELECT ev.sequence, ev.subject, ev.from_status, ev.to_status, ev.from_state, ev.to_state, ev.version_id
    FROM public.events ev JOIN public.instances i ON i.tenant_id = ev.tenant_id AND i.id = ev.instance_id
    WHERE ev.tenant_id = NEW.tenant_id AND ev.instance_id = NEW.instance_id AND ev.sequence > i.version
      AND ev.subject IN ('state', 'branch') AND ev.branch = NEW.key
    ORDER BY ev.sequence
  LOOP
    IF e.subject = 'branch' THEN
      CONTINUE WHEN e.to_status IS NULL;
      IF e.from_status IS DISTINCT FROM reached_status THEN
        RAISE EXCEPTION 'an event says that branch % was %, but it was %', NEW.key, e.from_status, reached_status
          USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('branch', NEW.key, 'from', reached_status, 'to', e.to_status)::text;
      END IF;
      reached_status := e.to_status;
      ended_at := e.sequence;
      CONTINUE;
    END IF;
    IF e.from_state IS DISTINCT FROM reached THEN
      RAISE EXCEPTION 'an event says that branch % was in %, but it was in %', NEW.key, e.from_state, reached
        USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('branch', NEW.key, 'from', reached, 'to', e.to_state)::text;
    END IF;
    IF reached IS NULL AND NOT EXISTS (
      SELECT FROM public.state_moves m
      WHERE m.tenant_id = NEW.tenant_id AND m.version_id = e.version_id AND m.from_state = NEW.fork AND m.to_state = e.to_state
    ) THEN
      RAISE EXCEPTION 'the fork % does not lead to %', NEW.fork, e.to_state
        USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('branch', NEW.key, 'from', NEW.fork, 'to', e.to_state)::text;
    END IF;
    reached := e.to_state;
    reached_at := e.sequence;
  END LOOP;
  IF NEW.state IS DISTINCT FROM reached THEN
    RAISE EXCEPTION 'branch % may not be in % without its event', NEW.key, NEW.state
      USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('branch', NEW.key, 'from', reached, 'to', NEW.state)::text;
  END IF;
  IF NEW.status IS DISTINCT FROM reached_status THEN
    RAISE EXCEPTION 'branch % may not become % without its event', NEW.key, NEW.status
      USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('branch', NEW.key, 'from', reached_status, 'to', NEW.status)::text;
  END IF;
  -- What guard_instance asks for: an event that no row has taken on is not part of a history.
  NEW.state_event := coalesce(reached_at, CASE WHEN TG_OP = 'UPDATE' THEN OLD.state_event END, 0);
  NEW.status_event := coalesce(ended_at, CASE WHEN TG_OP = 'UPDATE' THEN OLD.status_event END, 0);
  RETURN NEW;
END
$$;

-- Trigger of tasks and activity executions (argument: the lifecycle): the status may only become what the events of this
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

-- The type under which an event goes out (CloudEvents): the definition's own for what EMIT_EVENT says, else ours.
CREATE OR REPLACE FUNCTION public.cloud_event_type(p_type text, p_data jsonb) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp
AS $$
  SELECT coalesce(CASE p_type WHEN 'ACTIVITY_COMPLETED' THEN p_data #>> '{emitted,type}' END, 'interlock.' || lower(p_type))
$$;

-- The one function that moves an instance (DESIGN 6). One call, one transaction, all or nothing.
--
-- p_version is the version that the caller saw; 0 together with `create` makes the instance.
-- p_plan:
--   create        columns of a new instance; what its definition says of its subject comes from there
--   actor         {type, id, name, onBehalfOf?: {id, name}}; reason, correlationId, causationId, workerId
--   events        [{type, subject, branch, key, from, to, data, actor?, reason?}], one sequence number each
--   status, state, waitingFor, outcome, ending, visits    the instance afterwards; context only when it changed
--   started       present when this call starts the execution
--   stays, newBranches, changedBranches, newTasks, changedTasks, newActivities, changedActivities, attempts, results, incidents,
--   newTimers, closedTimers, newSignals, consumedSignals    rows
--   jobs          [{task, payload, runAt?}]
-- Returns the new version. Raises IL001 stale, IL002 not_allowed, IL003 terminal, IL005 not_found, IL007 duplicate (by subject or by
-- key), IL008 invalid plan.
--
-- The guards are triggers (guard_instance, guard_branch, guard_lifecycle, chain_event), so they hold against any other
-- writer too. The instance's row is written last: until then its version marks where this transaction's events begin.
-- Plans are generic: with plans made for each call's values, a third of a move went into planning.
CREATE OR REPLACE FUNCTION public.transition(p_tenant uuid, p_instance uuid, p_version bigint, p_plan jsonb) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  v_after bigint := p_version + jsonb_array_length(p_plan -> 'events');
  v_status text := p_plan ->> 'status';
  v_closed boolean := v_status IN ('completed', 'reversed', 'cancelled', 'failed');
  v_version_id uuid;
  v_constraint text;
  seen record;
  v_actor jsonb := p_plan -> 'actor';
BEGIN
  -- A session that has named its tenant acts in no other.
  IF public.current_tenant() <> p_tenant THEN
    RAISE EXCEPTION 'there is no instance %', p_instance USING ERRCODE = 'IL005';
  END IF;
  IF p_plan ? 'create' THEN
    BEGIN
      INSERT INTO public.instances (
        tenant_id, id, definition_id, definition_version_id, definition_key, definition_version, subject_type, subject_id,
        subject_unique, correlation_key, requester_id, requester_name, requester_email, input, facts, context,
        start_key, start_hash, reopened_from)
      SELECT p_tenant, p_instance, v.definition_id, v.id, v.key, v.version, v.content #>> '{subject,type}', c."subjectId",
        coalesce((v.content #>> '{subject,unique}')::boolean, false), c."correlationKey", c."requesterId", c."requesterName",
        c."requesterEmail", c.input, c.facts, p_plan -> 'context', c."startKey", c."startHash", c."reopenedFrom"
      FROM jsonb_to_record(p_plan -> 'create') AS c (
        "definitionVersionId" uuid, "subjectId" text, "correlationKey" text, "requesterId" uuid, "requesterName" text,
        "requesterEmail" text, input jsonb, facts jsonb, "startKey" text, "startHash" text, "reopenedFrom" uuid)
      JOIN public.definition_versions v ON v.tenant_id = p_tenant AND v.id = c."definitionVersionId"
      RETURNING definition_version_id INTO v_version_id;
    EXCEPTION WHEN unique_violation THEN
      GET STACKED DIAGNOSTICS v_constraint = CONSTRAINT_NAME;
      IF v_constraint NOT IN ('instances_live_subject_key', 'instances_start_key') THEN RAISE; END IF;
      RAISE EXCEPTION 'a live instance of this subject, or one started with this key, exists' USING ERRCODE = 'IL007',
        DETAIL = jsonb_build_object('by', CASE v_constraint WHEN 'instances_start_key' THEN 'key' ELSE 'subject' END)::text;
    END;
    IF v_version_id IS NULL THEN
      RAISE EXCEPTION 'there is no such version of a definition' USING ERRCODE = 'IL005';
    END IF;
    IF p_version <> 0 THEN
      RAISE EXCEPTION 'a new instance has version 0' USING ERRCODE = 'IL008';
    END IF;
  ELSE
    SELECT i.version, i.status, i.state, i.definition_version_id INTO seen
    FROM public.instances i WHERE i.tenant_id = p_tenant AND i.id = p_instance
    FOR NO KEY UPDATE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'there is no instance %', p_instance USING ERRCODE = 'IL005';
    END IF;
    IF seen.version <> p_version THEN
      RAISE EXCEPTION 'instance % has moved on from version % to %', p_instance, p_version, seen.version
        USING ERRCODE = 'IL001', DETAIL = jsonb_build_object(
          'version', seen.version, 'status', seen.status, 'state', seen.state)::text;
    END IF;
    IF seen.status IN ('completed', 'reversed', 'cancelled') THEN
      RAISE EXCEPTION 'instance % is % and does not change any more', p_instance, seen.status
        USING ERRCODE = 'IL003', DETAIL = jsonb_build_object('status', seen.status, 'version', seen.version)::text;
    END IF;
    -- Undoing a failed instance makes it live again, and its subject may have another live one by now.
    IF seen.status = 'failed' AND NOT v_closed AND EXISTS (
      SELECT FROM public.instances i JOIN public.instances o ON o.tenant_id = i.tenant_id AND o.id <> i.id
        AND o.definition_id = i.definition_id AND o.subject_type = i.subject_type AND o.subject_id = i.subject_id
        AND o.subject_unique AND o.closed_at IS NULL
      WHERE i.tenant_id = p_tenant AND i.id = p_instance AND i.subject_unique)
    THEN
      RAISE EXCEPTION 'a live instance of this subject exists' USING ERRCODE = 'IL007',
        DETAIL = jsonb_build_object('by', 'subject')::text;
    END IF;
    v_version_id := seen.definition_version_id;
  END IF;

  INSERT INTO public.events (
    tenant_id, instance_id, sequence, type, subject, branch, key, lifecycle, from_status, to_status,
    version_id, from_state, to_state, actor_type, actor_id, actor_name, on_behalf_of_id, on_behalf_of_name,
    reason, correlation_id, causation_id, worker_id, data)
  SELECT p_tenant, p_instance, p_version + e.n, e.type, e.subject, e.branch, e.key,
    CASE WHEN e."to" IS NULL THEN NULL WHEN e.subject = 'status' THEN 'instance'
         WHEN e.subject IN ('task', 'activity', 'branch') THEN e.subject END,
    CASE WHEN e.subject <> 'state' THEN e."from" END,
    CASE WHEN e.subject <> 'state' THEN e."to" END,
    CASE WHEN e.subject = 'state' THEN v_version_id END,
    CASE WHEN e.subject = 'state' THEN e."from" END,
    CASE WHEN e.subject = 'state' THEN e."to" END,
    a.who ->> 'type', a.who ->> 'id', a.who ->> 'name', a.who #>> '{onBehalfOf,id}', a.who #>> '{onBehalfOf,name}',
    coalesce(e.reason, CASE WHEN e.actor IS NULL THEN p_plan ->> 'reason' END),
    p_plan ->> 'correlationId', p_plan ->> 'causationId', p_plan ->> 'workerId', e.data
  FROM ROWS FROM (jsonb_to_recordset(p_plan -> 'events') AS (
      type text, subject text, branch text, key text, "from" text, "to" text, data jsonb, actor jsonb, reason text
    )) WITH ORDINALITY AS e (type, subject, branch, key, "from", "to", data, actor, reason, n)
  CROSS JOIN LATERAL (SELECT coalesce(e.actor, v_actor) AS who) AS a
  ORDER BY e.n;

  IF p_plan ? 'stays' THEN
    INSERT INTO public.step_instances AS s (tenant_id, instance_id, key, branch, step, visit, exited_at, leaving)
    SELECT p_tenant, p_instance, r.key, r.branch, r.step, r.visit, CASE WHEN r.exited THEN now() END, r.leaving
    FROM jsonb_to_recordset(p_plan -> 'stays') AS r (key text, branch text, step text, visit integer, exited boolean, leaving jsonb)
    ON CONFLICT (tenant_id, instance_id, key) DO UPDATE SET exited_at = excluded.exited_at, leaving = excluded.leaving
    WHERE s.exited_at IS NULL;
  END IF;

  IF p_plan ? 'newBranches' THEN
    INSERT INTO public.branches (tenant_id, instance_id, key, parent, fork, state, status)
    SELECT p_tenant, p_instance, r.key, r.parent, r.fork, r.state, r.status
    FROM jsonb_to_recordset(p_plan -> 'newBranches') AS r (key text, parent text, fork text, state text, status text);
  END IF;

  IF p_plan ? 'changedBranches' THEN
    UPDATE public.branches b SET state = r.state, status = r.status
    FROM jsonb_to_recordset(p_plan -> 'changedBranches') AS r (key text, state text, status text)
    WHERE b.tenant_id = p_tenant AND b.instance_id = p_instance AND b.key = r.key;
  END IF;

  IF p_plan ? 'newTasks' THEN
    INSERT INTO public.tasks (
      tenant_id, id, instance_id, key, branch, step, visit, status, title, instructions, assignee_id, assignee_name,
      assignee_email, candidate_roles, candidate_people, excluded, authority_limit, form, outcomes, facts, approvals,
      votes, priority, due_at, outcome, closed_at)
    SELECT p_tenant, public.new_id(), p_instance, r.key, r.branch, r.step, r.visit, r.status, r.title, r.instructions,
      (r.assignee ->> 'id')::uuid, r.assignee ->> 'name', r.assignee ->> 'email', r."candidateRoles",
      r."candidatePeople", r.excluded, r."limit", r.form, r.outcomes, r.facts, r.approvals, r.votes, r.priority,
      r."dueAt", r.outcome, CASE WHEN r.status IN ('completed', 'cancelled') THEN now() END
    FROM jsonb_to_recordset(p_plan -> 'newTasks') AS r (
      key text, branch text, step text, visit integer, status text, title text, instructions text, assignee jsonb,
      "candidateRoles" text[], "candidatePeople" text[], excluded text[], "limit" jsonb, form jsonb, outcomes jsonb,
      facts jsonb, approvals jsonb, votes jsonb, priority integer, "dueAt" timestamptz, outcome text);
  END IF;

  IF p_plan ? 'changedTasks' THEN
    UPDATE public.tasks t SET
      status = r.status,
      -- A vote of this call comes without its instant: that is the instant of its event.
      votes = (
        SELECT coalesce(jsonb_agg(
          CASE WHEN v.vote ->> 'at' IS NULL
            THEN jsonb_set(v.vote, '{at}', to_jsonb(public.instant_text(now()))) ELSE v.vote END ORDER BY v.n), '[]')
        FROM jsonb_array_elements(r.votes) WITH ORDINALITY AS v (vote, n)), outcome = r.outcome, priority = r.priority, due_at = r."dueAt",
      assignee_id = (r.assignee ->> 'id')::uuid, assignee_name = r.assignee ->> 'name',
      assignee_email = r.assignee ->> 'email', candidate_roles = r."candidateRoles", candidate_people = r."candidatePeople",
      closed_at = CASE WHEN r.status IN ('completed', 'cancelled') THEN now() END
    FROM jsonb_to_recordset(p_plan -> 'changedTasks') AS r (
      key text, status text, votes jsonb, outcome text, priority integer, "dueAt" timestamptz, assignee jsonb,
      "candidateRoles" text[], "candidatePeople" text[])
    WHERE t.tenant_id = p_tenant AND t.instance_id = p_instance AND t.key = r.key;
  END IF;

  IF p_plan ? 'newActivities' THEN
    INSERT INTO public.activity_executions (
      tenant_id, instance_id, key, branch, step, visit, activity, topic, status, attempts, losses, lease_worker,
      lease_token, lease_expires_at, next_attempt_at, output, error, compensation, irreversible, undo_of, closed_at)
    SELECT p_tenant, p_instance, r.key, r.branch, r.step, r.visit, r.activity, r.topic, r.status, r.attempts,
      r.losses, r.lease ->> 'worker', r.lease ->> 'token', (r.lease ->> 'expiresAt')::timestamptz, r."nextAttemptAt",
      r.output, r.error, r.compensation, r.irreversible, r."undoOf", CASE WHEN r.closed THEN now() END
    FROM jsonb_to_recordset(p_plan -> 'newActivities') AS r (
      key text, branch text, step text, visit integer, activity text, topic text, status text, attempts integer,
      losses integer, lease jsonb, "nextAttemptAt" timestamptz, output jsonb, error jsonb, compensation text,
      irreversible boolean, "undoOf" text, closed boolean);
  END IF;

  IF p_plan ? 'changedActivities' THEN
    UPDATE public.activity_executions x SET
      status = r.status, attempts = r.attempts, losses = r.losses, lease_worker = r.lease ->> 'worker', lease_token = r.lease ->> 'token',
      lease_expires_at = (r.lease ->> 'expiresAt')::timestamptz, next_attempt_at = r."nextAttemptAt",
      output = r.output, error = r.error, closed_at = CASE WHEN r.closed THEN now() END
    FROM jsonb_to_recordset(p_plan -> 'changedActivities') AS r (
      key text, status text, attempts integer, losses integer, lease jsonb, "nextAttemptAt" timestamptz, output jsonb, error jsonb,
      closed boolean)
    WHERE x.tenant_id = p_tenant AND x.instance_id = p_instance AND x.key = r.key;
  END IF;

  IF p_plan ? 'attempts' THEN
    INSERT INTO public.activity_attempts AS a (tenant_id, instance_id, execution, number, worker, ended_at, result, error)
    SELECT p_tenant, p_instance, r.execution, r.number, r.worker, CASE WHEN r.result IS NOT NULL THEN now() END,
      r.result, r.error
    FROM jsonb_to_recordset(p_plan -> 'attempts') AS r (
      execution text, number integer, worker text, result text, error jsonb)
    ON CONFLICT (tenant_id, instance_id, execution, number)
    DO UPDATE SET ended_at = now(), result = excluded.result, error = excluded.error
    WHERE a.ended_at IS NULL AND excluded.result IS NOT NULL;
  END IF;

  IF p_plan ? 'results' THEN
    INSERT INTO public.activity_results (tenant_id, instance_id, activity, execution, output)
    SELECT p_tenant, p_instance, r.activity, r.execution, coalesce(r.output, 'null')
    FROM jsonb_to_recordset(p_plan -> 'results') AS r (activity text, execution text, output jsonb)
    ON CONFLICT (tenant_id, instance_id, activity)
    DO UPDATE SET execution = excluded.execution, output = excluded.output;
  END IF;

  IF p_plan ? 'incidents' THEN
    UPDATE public.incidents c SET closed_at = now(), resolution = r.resolution
    FROM jsonb_to_recordset(p_plan -> 'incidents') AS r (key text, closed boolean, resolution text)
    WHERE r.closed AND c.tenant_id = p_tenant AND c.instance_id = p_instance AND c.key = r.key AND c.closed_at IS NULL;
    INSERT INTO public.incidents (tenant_id, instance_id, opened_sequence, key, step, code, message)
    SELECT p_tenant, p_instance, r.sequence, r.key, r.step, r.code, r.message
    FROM jsonb_to_recordset(p_plan -> 'incidents') AS r (
      key text, closed boolean, sequence bigint, step text, code text, message text)
    WHERE NOT r.closed;
  END IF;

  IF p_plan ? 'newTimers' THEN
    INSERT INTO public.timers (tenant_id, instance_id, key, branch, stay, purpose, rung, due_at, look_at, basis, ending, closed_at)
    SELECT p_tenant, p_instance, r.key, r.branch, r.stay, r.purpose, r.rung, r."dueAt", r."dueAt", r.basis, r.ending,
      CASE WHEN r.ending IS NOT NULL THEN now() END
    FROM jsonb_to_recordset(p_plan -> 'newTimers') AS r (
      key text, branch text, stay text, purpose text, rung text, "dueAt" timestamptz, basis jsonb, ending text);
  END IF;

  IF p_plan ? 'closedTimers' THEN
    UPDATE public.timers t SET ending = r.ending, closed_at = now()
    FROM jsonb_to_recordset(p_plan -> 'closedTimers') AS r (key text, ending text)
    WHERE t.tenant_id = p_tenant AND t.instance_id = p_instance AND t.key = r.key;
  END IF;

  IF p_plan ? 'newSignals' THEN
    INSERT INTO public.signals (tenant_id, instance_id, id, name, payload, sequence, expires_at, consumed_by, consumed_at)
    SELECT p_tenant, p_instance, r.id, r.name, r.payload, r.sequence, r."expiresAt", r."consumedBy",
      CASE WHEN r."consumedBy" IS NOT NULL THEN now() END
    FROM jsonb_to_recordset(p_plan -> 'newSignals') AS r (
      id text, name text, payload jsonb, sequence bigint, "expiresAt" timestamptz, "consumedBy" text);
  END IF;

  IF p_plan ? 'consumedSignals' THEN
    UPDATE public.signals s SET consumed_by = r."consumedBy", consumed_at = now()
    FROM jsonb_to_recordset(p_plan -> 'consumedSignals') AS r (id text, "consumedBy" text)
    WHERE s.tenant_id = p_tenant AND s.instance_id = p_instance AND s.id = r.id;
  END IF;

  IF p_plan ? 'jobs' THEN
    INSERT INTO public.outbox (tenant_id, instance_id, task, payload, run_at)
    SELECT p_tenant, p_instance, r.task, r.payload, r."runAt"
    FROM jsonb_to_recordset(p_plan -> 'jobs') AS r (task text, payload jsonb, "runAt" timestamptz);
  END IF;

  -- The event bus: a row for each event that a sink of the tenant wants. Where there is no sink, this is one look.
  IF EXISTS (SELECT FROM public.event_sinks s WHERE s.tenant_id = p_tenant AND s.active) THEN
    INSERT INTO public.event_deliveries (tenant_id, sink_id, instance_id, sequence)
    SELECT p_tenant, s.id, p_instance, e.sequence
    FROM public.events e
    CROSS JOIN LATERAL (SELECT public.cloud_event_type(e.type, e.data) AS type) AS c
    JOIN public.event_sinks s ON s.tenant_id = p_tenant AND s.active
    WHERE e.tenant_id = p_tenant AND e.instance_id = p_instance AND e.sequence > p_version
      AND (s.types = '{}' OR EXISTS (
        SELECT FROM unnest(s.types) AS w (type)
        WHERE w.type = c.type OR (right(w.type, 1) = '*' AND starts_with(c.type, left(w.type, -1)))))
    ORDER BY e.sequence;
  END IF;

  -- An ended instance leaves no work behind that somebody could still act on.
  IF v_closed THEN
    IF EXISTS (SELECT FROM public.tasks t WHERE t.tenant_id = p_tenant AND t.instance_id = p_instance
                 AND t.status IN ('pending', 'in_progress'))
      OR EXISTS (SELECT FROM public.activity_executions x WHERE x.tenant_id = p_tenant AND x.instance_id = p_instance
                   AND x.status IN ('created', 'ready', 'scheduled', 'running', 'retrying'))
      OR EXISTS (SELECT FROM public.timers t WHERE t.tenant_id = p_tenant AND t.instance_id = p_instance
                   AND t.closed_at IS NULL)
    THEN
      RAISE EXCEPTION 'instance % cannot end while a task, an activity or a timer of it is open', p_instance USING ERRCODE = 'IL008';
    END IF;
    -- One that has failed still stands in the branch where it did.
    IF v_status <> 'failed' AND EXISTS (
      SELECT FROM public.branches b
      WHERE b.tenant_id = p_tenant AND b.instance_id = p_instance AND b.status = 'open')
    THEN
      RAISE EXCEPTION 'instance % cannot end while a branch of it is open', p_instance USING ERRCODE = 'IL008';
    END IF;
  END IF;

  UPDATE public.instances i SET
    version = v_after,
    status = v_status,
    state = p_plan ->> 'state',
    waiting_for = ARRAY(SELECT jsonb_array_elements_text(p_plan -> 'waitingFor')),
    outcome = p_plan ->> 'outcome',
    ending = p_plan -> 'ending',
    visits = coalesce(p_plan -> 'visits', i.visits),
    context = coalesce(p_plan -> 'context', i.context),
    started_at = CASE WHEN p_plan ? 'started' THEN now() ELSE i.started_at END,
    status_since = CASE WHEN i.status IS DISTINCT FROM v_status THEN now() ELSE i.status_since END,
    state_since = CASE WHEN p_plan ? 'visits' THEN now() ELSE i.state_since END,
    closed_at = CASE WHEN v_closed THEN now() END
  WHERE i.tenant_id = p_tenant AND i.id = p_instance;

  RETURN v_after;
END
$$;

-- The tenant's rules that hold now: key -> {value, version}. The version is the instant from which the value holds.
CREATE OR REPLACE FUNCTION public.rules_in_force(p_tenant uuid) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT coalesce(jsonb_object_agg(r.key, jsonb_build_object(
    'value', r.value, 'version', public.instant_text(r.effective_from))), '{}')
  FROM public.rules r
  WHERE r.tenant_id = p_tenant AND tstzrange(r.effective_from, r.effective_to) @> now()
    AND coalesce(public.current_tenant(), p_tenant) = p_tenant
$$;

-- A published version by its id: {id, key, version, content}. It never changes, so callers may keep it.
CREATE OR REPLACE FUNCTION public.load_definition(p_tenant uuid, p_version_id uuid) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT jsonb_build_object('id', v.id, 'key', v.key, 'version', v.version, 'content', v.content)
  FROM public.definition_versions v WHERE v.tenant_id = p_tenant AND v.id = p_version_id
    AND coalesce(public.current_tenant(), p_tenant) = p_tenant
$$;

-- What a start needs to know: the active version of a definition, the rules in force, the clock, whether signals are
-- kept for instances to be; null without an active version.
CREATE OR REPLACE FUNCTION public.load_start(p_tenant uuid, p_key text) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT jsonb_build_object('now', public.instant_text(clock_timestamp()), 'definitionVersionId', v.id,
    'rules', public.rules_in_force(p_tenant),
    'timeZone', (SELECT z.time_zone FROM public.tenants z WHERE z.id = p_tenant),
    'keptSignals', EXISTS (SELECT FROM public.kept_signals k
      WHERE k.tenant_id = p_tenant AND k.definition_key = p_key AND k.instance_id IS NULL))
  FROM public.definitions d
  JOIN public.definition_versions v
    ON v.tenant_id = d.tenant_id AND v.definition_id = d.id AND v.version = d.active_version
  WHERE d.tenant_id = p_tenant AND d.key = p_key
    AND coalesce(public.current_tenant(), p_tenant) = p_tenant
$$;

-- What `decide` reads of an instance, in the shape of lib/engine/snapshot.ts, in one round trip; null when there is none.
-- The database's clock comes along as `now`. With p_whole, closed tasks, executions, stays, branches and incidents come too
-- (for replay). What has closed is not read otherwise, so that step 800 costs what step 1 does: hence the branches of p_whole by
-- themselves, and one generic plan, in which they are not run.
CREATE OR REPLACE FUNCTION public.load_snapshot(p_tenant uuid, p_instance uuid, p_whole boolean DEFAULT false) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
AS $$
  SELECT jsonb_build_object(
    'now', public.instant_text(clock_timestamp()),
    'definitionVersionId', i.definition_version_id,
    'rules', public.rules_in_force(p_tenant),
    'timeZone', (SELECT z.time_zone FROM public.tenants z WHERE z.id = p_tenant),
    'snapshot', jsonb_build_object(
      'instanceId', i.id, 'definitionKey', i.definition_key, 'definitionVersion', i.definition_version,
      'subject', jsonb_build_object('type', i.subject_type, 'id', i.subject_id),
      'correlationKey', i.correlation_key,
      'requester', CASE WHEN i.requester_id IS NOT NULL THEN
        jsonb_build_object('id', i.requester_id, 'name', i.requester_name, 'email', i.requester_email) END,
      'input', i.input, 'startedAt', public.instant_text(i.started_at), 'sequence', i.version, 'status', i.status, 'state', i.state,
      'waitingFor', to_jsonb(i.waiting_for), 'outcome', i.outcome, 'ending', i.ending, 'context', i.context, 'visits', i.visits,
      'stays', coalesce((
        SELECT jsonb_object_agg(s.key, jsonb_build_object(
          'key', s.key, 'branch', s.branch, 'step', s.step, 'visit', s.visit,
          'enteredAt', public.instant_text(s.entered_at), 'exitedAt', public.instant_text(s.exited_at))
          || CASE WHEN s.leaving IS NULL THEN '{}' ELSE jsonb_build_object('leaving', s.leaving) END)
        FROM (
          SELECT s.* FROM public.step_instances s
          WHERE s.tenant_id = i.tenant_id AND s.instance_id = i.id AND s.exited_at IS NULL
          UNION ALL
          SELECT s.* FROM public.step_instances s
          WHERE p_whole AND s.tenant_id = i.tenant_id AND s.instance_id = i.id AND s.exited_at IS NOT NULL) AS s), '{}'),
      'branches', coalesce((
        SELECT jsonb_object_agg(b.key, jsonb_build_object(
          'key', b.key, 'parent', b.parent, 'fork', b.fork, 'state', b.state, 'status', b.status))
        FROM public.branches b
        WHERE b.tenant_id = i.tenant_id AND b.instance_id = i.id AND (p_whole OR EXISTS (
          SELECT FROM public.step_instances s
          WHERE s.tenant_id = b.tenant_id AND s.instance_id = b.instance_id AND s.exited_at IS NULL
            AND s.branch = b.parent AND s.step = b.fork
            AND starts_with(b.key, s.branch || '/' || s.step || '.' || s.visit || '/')))), '{}'),
      'tasks', coalesce((
        SELECT jsonb_object_agg(t.key, jsonb_build_object(
          'key', t.key, 'branch', t.branch, 'step', t.step, 'visit', t.visit, 'status', t.status, 'title', t.title,
          'instructions', t.instructions,
          'assignee', CASE WHEN t.assignee_id IS NOT NULL THEN jsonb_build_object(
            'id', t.assignee_id, 'name', t.assignee_name, 'email', t.assignee_email) END,
          'candidateRoles', to_jsonb(t.candidate_roles), 'candidatePeople', to_jsonb(t.candidate_people),
          'excluded', to_jsonb(t.excluded), 'limit', t.authority_limit, 'form', t.form, 'outcomes', t.outcomes,
          'facts', t.facts, 'approvals', t.approvals, 'votes', t.votes, 'priority', t.priority,
          'dueAt', public.instant_text(t.due_at), 'createdAt', public.instant_text(t.created_at),
          'closedAt', public.instant_text(t.closed_at), 'outcome', t.outcome))
        FROM (
          SELECT t.* FROM public.step_instances s
          JOIN public.tasks t ON t.tenant_id = s.tenant_id AND t.instance_id = s.instance_id AND t.key = s.key
          WHERE s.tenant_id = i.tenant_id AND s.instance_id = i.id AND s.exited_at IS NULL
          UNION ALL
          SELECT t.* FROM public.tasks t WHERE p_whole AND t.tenant_id = i.tenant_id AND t.instance_id = i.id) AS t), '{}'),
      'activities', coalesce((
        SELECT jsonb_object_agg(x.key, jsonb_build_object(
          'key', x.key, 'branch', x.branch, 'step', x.step, 'visit', x.visit, 'activity', x.activity, 'topic', x.topic,
          'status', x.status, 'attempts', x.attempts, 'losses', x.losses,
          'lease', CASE WHEN x.lease_token IS NOT NULL THEN jsonb_build_object('worker', x.lease_worker,
            'token', x.lease_token, 'expiresAt', public.instant_text(x.lease_expires_at)) END,
          'nextAttemptAt', public.instant_text(x.next_attempt_at), 'output', x.output, 'error', x.error,
          'createdAt', public.instant_text(x.created_at), 'closedAt', public.instant_text(x.closed_at),
          -- The event that gave it its last status is the one that closed it.
          'closedSequence', CASE WHEN x.closed_at IS NOT NULL THEN x.status_event END,
          'undoOf', x.undo_of, 'compensation', x.compensation, 'irreversible', x.irreversible))
        FROM (
          SELECT x.* FROM public.step_instances s
          JOIN public.activity_executions x ON x.tenant_id = s.tenant_id AND x.instance_id = s.instance_id
            AND x.step = s.step AND x.visit = s.visit AND x.branch = s.branch
          WHERE s.tenant_id = i.tenant_id AND s.instance_id = i.id AND s.exited_at IS NULL
          UNION ALL
          -- What a compensation would have to know (isInLedger in lib/engine/ledger.ts).
          SELECT x.* FROM public.activity_executions x
          WHERE x.tenant_id = i.tenant_id AND x.instance_id = i.id
            AND (x.compensation IS NOT NULL OR x.irreversible OR x.undo_of IS NOT NULL)
            AND CASE WHEN x.undo_of IS NOT NULL THEN x.closed_at IS NULL
              ELSE x.closed_at IS NOT NULL
                AND (x.status = 'completed'
                  OR x.error ->> 'code' IN ('timeout', 'network', 'lease_expired', 'worker_lost'))
                AND NOT EXISTS (SELECT FROM public.activity_executions u
                  WHERE u.tenant_id = x.tenant_id AND u.instance_id = x.instance_id AND u.undo_of = x.key
                    AND u.closed_at IS NOT NULL) END
          UNION ALL
          SELECT x.* FROM public.activity_executions x
          WHERE p_whole AND x.tenant_id = i.tenant_id AND x.instance_id = i.id) AS x), '{}'),
      'results', coalesce((
        SELECT jsonb_object_agg(r.activity, jsonb_build_object('output', r.output, 'execution', r.execution))
        FROM public.activity_results r WHERE r.tenant_id = i.tenant_id AND r.instance_id = i.id), '{}'),
      'incidents', coalesce((
        SELECT jsonb_object_agg(c.key, jsonb_build_object(
          'key', c.key, 'step', c.step, 'code', c.code, 'message', c.message,
          'openedAt', public.instant_text(c.opened_at), 'closedAt', public.instant_text(c.closed_at),
          'resolution', c.resolution) ORDER BY c.opened_sequence)
        FROM public.incidents c
        WHERE c.tenant_id = i.tenant_id AND c.instance_id = i.id AND (p_whole OR c.closed_at IS NULL)), '{}'),
      'timers', coalesce((
        SELECT jsonb_object_agg(r.key, jsonb_build_object(
          'key', r.key, 'branch', r.branch, 'stay', r.stay, 'purpose', r.purpose, 'rung', r.rung,
          'dueAt', public.instant_text(r.due_at), 'basis', r.basis, 'setAt', public.instant_text(r.set_at),
          'closedAt', public.instant_text(r.closed_at), 'ending', r.ending))
        FROM public.timers r
        WHERE r.tenant_id = i.tenant_id AND r.instance_id = i.id
          AND (p_whole OR r.closed_at IS NULL OR r.stay IN (
            SELECT s.key FROM public.step_instances s
            WHERE s.tenant_id = i.tenant_id AND s.instance_id = i.id AND s.exited_at IS NULL))), '{}'),
      'signals', coalesce((
        SELECT jsonb_object_agg(g.id, jsonb_build_object(
          'id', g.id, 'name', g.name, 'payload', g.payload, 'sequence', g.sequence,
          'receivedAt', public.instant_text(g.received_at), 'expiresAt', public.instant_text(g.expires_at),
          'consumedBy', g.consumed_by, 'consumedAt', public.instant_text(g.consumed_at)))
        FROM (
          SELECT g.* FROM public.signals g
          WHERE g.tenant_id = i.tenant_id AND g.instance_id = i.id AND g.consumed_by IS NULL
          UNION ALL
          SELECT g.* FROM public.step_instances s
          JOIN public.signals g ON g.tenant_id = s.tenant_id AND g.instance_id = s.instance_id AND g.consumed_by = s.key
          WHERE s.tenant_id = i.tenant_id AND s.instance_id = i.id AND s.exited_at IS NULL
          UNION ALL
          SELECT g.* FROM public.signals g
          WHERE p_whole AND g.tenant_id = i.tenant_id AND g.instance_id = i.id AND g.consumed_by IS NOT NULL) AS g), '{}')))
  FROM public.instances i
  WHERE i.tenant_id = p_tenant AND i.id = p_instance
    AND coalesce(public.current_tenant(), p_tenant) = p_tenant
$$;

-- Makes the draft of a definition its next version, active from now on, and derives the closed list of its states and
-- moves from the very content that is stored. Raises IL005 not_found, IL001 stale when the draft is not the one checked.
CREATE OR REPLACE FUNCTION public.publish_definition(
  p_tenant uuid, p_definition uuid, p_revision integer, p_version_id uuid, p_content_hash text, p_person uuid
) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  d record;
  v_version integer;
BEGIN
  SELECT def.key, def.draft, def.draft_layout, def.revision INTO d FROM public.definitions def
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
    tenant_id, id, definition_id, key, version, name, content, layout, content_hash, published_by)
  VALUES (p_tenant, p_version_id, p_definition, d.key, v_version, d.draft ->> 'name', d.draft, d.draft_layout,
    p_content_hash, p_person);

  INSERT INTO public.definition_states (tenant_id, version_id, state, entry)
  SELECT p_tenant, p_version_id, s ->> 'key', s ->> 'type' = 'START' FROM jsonb_array_elements(d.draft -> 'steps') AS s;

  INSERT INTO public.state_moves (tenant_id, version_id, from_state, to_state)
  SELECT p_tenant, p_version_id, t ->> 'from', t ->> 'to' FROM jsonb_array_elements(d.draft -> 'transitions') AS t
  UNION
  -- The line that forked goes on from the fork to its join.
  SELECT p_tenant, p_version_id, s ->> 'fork', s ->> 'key' FROM jsonb_array_elements(d.draft -> 'steps') AS s
  WHERE s ->> 'type' = 'PARALLEL_JOIN';

  UPDATE public.definitions SET active_version = v_version
  WHERE tenant_id = p_tenant AND id = p_definition;
  RETURN v_version;
END
$$;

-- The active people with an address, across tenants: sign-in happens before a tenant is known.
CREATE OR REPLACE FUNCTION public.sign_in_candidates(p_email text)
RETURNS TABLE (tenant_id uuid, tenant_name text, person_id uuid, name text, email text, password_hash text,
               session_version integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT p.tenant_id, t.name, p.id, p.name, p.email, p.password_hash, p.session_version
  FROM public.people p JOIN public.tenants t ON t.id = p.tenant_id
  WHERE p.email = lower(p_email) AND p.active
  ORDER BY t.created_at, t.id
$$;

-- The key with this hash, when it may still be used; a key says which tenant it belongs to.
CREATE OR REPLACE FUNCTION public.find_api_key(p_hash bytea)
RETURNS TABLE (tenant_id uuid, tenant_name text, id uuid, name text, permissions text[], topics text[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT k.tenant_id, t.name, k.id, k.name, k.permissions, k.topics
  FROM public.api_keys k JOIN public.tenants t ON t.id = k.tenant_id
  WHERE k.key_hash = p_hash AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
$$;

-- Executions whose lease is past its end, of all tenants, the longest overdue first.
CREATE OR REPLACE FUNCTION public.expired_leases(p_limit integer)
RETURNS TABLE (tenant_id uuid, instance_id uuid, execution text, token text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT x.tenant_id, x.instance_id, x.key, x.lease_token
  FROM public.activity_executions x
  WHERE x.status = 'running' AND x.lease_expires_at < now()
  ORDER BY x.lease_expires_at
  LIMIT p_limit
$$;

-- Heartbeat of a worker: moves the end of the lease it holds. False when the lease is no longer this token's.
-- A lease is no part of the instance's history, so this writes no event; the guard lets it through by the lease columns alone.
CREATE OR REPLACE FUNCTION public.extend_lease(
  p_tenant uuid, p_instance uuid, p_execution text, p_token text, p_seconds integer
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  UPDATE public.activity_executions x SET lease_expires_at = now() + make_interval(secs => p_seconds)
  WHERE x.tenant_id = p_tenant AND x.instance_id = p_instance AND x.key = p_execution
    AND x.status = 'running' AND x.lease_token = p_token
    AND coalesce(public.current_tenant(), p_tenant) = p_tenant;
  RETURN FOUND;
END
$$;

-- External work of these topics that may be fetched now, the oldest first. It locks the instances until the caller's transaction
-- ends, in the order in which a move does, and passes over those that somebody is moving: so two fetches share the work.
CREATE OR REPLACE FUNCTION public.fetch_external_work(p_tenant uuid, p_topics text[], p_limit integer)
RETURNS TABLE (instance_id uuid, execution text)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT x.instance_id, x.key
  FROM public.activity_executions x
  JOIN public.instances i ON i.tenant_id = x.tenant_id AND i.id = x.instance_id
  WHERE x.tenant_id = p_tenant AND x.topic = ANY (p_topics) AND x.status IN ('ready', 'retrying')
    AND (x.next_attempt_at IS NULL OR x.next_attempt_at <= now())
    AND i.status IN ('running', 'waiting', 'compensating')
    AND coalesce(public.current_tenant(), p_tenant) = p_tenant
  ORDER BY x.created_at, x.instance_id, x.key
  LIMIT p_limit
  FOR NO KEY UPDATE OF i SKIP LOCKED
$$;

-- Jobs that were committed and that no relay has handed to the queue yet; the app's role cannot read them otherwise.
CREATE OR REPLACE FUNCTION public.outbox_depth() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT count(*) FROM public.outbox
$$;

-- Hands committed outbox rows to the queue, oldest first, and says how many. Runs as the owner, who owns the queue.
-- Graphile's add_jobs notifies the workers once for the whole batch. Two relays share the work (SKIP LOCKED); a relay
-- that dies before its commit leaves the rows for the next one.
CREATE OR REPLACE FUNCTION public.relay_outbox(p_limit integer) RETURNS integer
LANGUAGE plpgsql
AS $$
DECLARE
  handed_over integer;
BEGIN
  WITH taken AS (
    DELETE FROM public.outbox o
    WHERE o.id IN (SELECT c.id FROM public.outbox c ORDER BY c.id LIMIT p_limit FOR UPDATE SKIP LOCKED)
    RETURNING o.id, o.tenant_id, o.instance_id, o.task, o.payload, o.run_at
  ),
  jobs AS (
    SELECT array_agg(
      ROW(t.task, (t.payload || jsonb_build_object('tenantId', t.tenant_id, 'instanceId', t.instance_id))::json,
        -- `advance` jobs of one instance never run at the same time; an asynchronous activity must not hold them up.
        CASE t.task WHEN 'advance' THEN 'instance:' || t.instance_id END, t.run_at, 50, NULL, NULL, NULL)::graphile_worker.job_spec
      ORDER BY t.id) AS specs, count(*)::integer AS n
    FROM taken t
  ),
  added AS (
    SELECT count(*) FROM jobs CROSS JOIN LATERAL graphile_worker.add_jobs(jobs.specs) WHERE jobs.n > 0
  )
  SELECT jobs.n INTO handed_over FROM jobs, added;
  RETURN handed_over;
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
        AND ev.type IN ('TIMERS_SET', 'WORKFLOW_STARTED') AND ev.data -> 'timers' @> jsonb_build_array(
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
          ELSE (ev.type = 'STEP_EXITED' AND ev.key = NEW.stay)
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

-- Trigger of signals: a signal is what the event says that received it, and is consumed once, by the stay that an event names.
CREATE OR REPLACE FUNCTION public.guard_signal() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
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

-- Takes due timers of all tenants in hand, those that have waited longest first. For p_seconds no other sweeper gets them; one
-- that dies with them in hand leaves them to the next. The clock is this database's.
CREATE OR REPLACE FUNCTION public.claim_timers(p_limit integer, p_seconds integer)
RETURNS TABLE (tenant_id uuid, instance_id uuid, key text, due_at timestamptz)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  -- Locked before they are changed: an UPDATE alone would wait for the rows of another sweeper.
  WITH due AS (
    SELECT t.tenant_id, t.instance_id, t.key
    FROM public.timers t
    WHERE t.closed_at IS NULL AND t.look_at <= now()
    ORDER BY t.look_at
    LIMIT p_limit
    FOR UPDATE SKIP LOCKED
  )
  UPDATE public.timers t SET look_at = now() + make_interval(secs => p_seconds)
  FROM due
  WHERE t.tenant_id = due.tenant_id AND t.instance_id = due.instance_id AND t.key = due.key
  RETURNING t.tenant_id, t.instance_id, t.key, t.due_at
$$;

-- For a timer that came due while nothing can happen in its instance (it is paused, or needs attention): the sweepers leave it
-- alone for a while. What lets the instance go on again fires it at once.
CREATE OR REPLACE FUNCTION public.postpone_timer(p_tenant uuid, p_instance uuid, p_key text, p_seconds integer) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  UPDATE public.timers t SET look_at = now() + make_interval(secs => p_seconds)
  WHERE t.tenant_id = p_tenant AND t.instance_id = p_instance AND t.key = p_key AND t.closed_at IS NULL
    AND coalesce(public.current_tenant(), p_tenant) = p_tenant
$$;

-- Milliseconds until a sweeper has something to look at, 0 when it has already; null when no timer is open.
CREATE OR REPLACE FUNCTION public.next_timer() RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT greatest(0, least(86400000, ceil(extract(epoch FROM min(t.look_at) - now()) * 1000)))::integer
  FROM public.timers t WHERE t.closed_at IS NULL
$$;

-- The source with this address, whose tenant nobody knows yet when a partner calls.
CREATE OR REPLACE FUNCTION public.find_webhook_source(p_id uuid)
RETURNS TABLE (tenant_id uuid, tenant_name text, id uuid, name text, mapping jsonb, window_seconds integer, key_number integer, active boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT s.tenant_id, t.name, s.id, s.name, s.mapping, s.window_seconds, s.key_number, s.active
  FROM public.webhook_sources s JOIN public.tenants t ON t.id = s.tenant_id
  WHERE s.id = p_id
$$;

-- Trigger of kept signals: what one says does not change, and it is handed over once, to an instance whose history has it.
CREATE OR REPLACE FUNCTION public.guard_kept_signal() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
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

-- Kept signals of all tenants whose instance may be there after all: one that came at the very moment of the start, or whose
-- starter died before it handed them over. Each is looked at soon after it came, then ever more seldom.
CREATE OR REPLACE FUNCTION public.claim_kept_signals(p_limit integer)
RETURNS TABLE (tenant_id uuid, id uuid)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  WITH due AS (
    SELECT k.tenant_id, k.id FROM public.kept_signals k
    WHERE k.instance_id IS NULL AND k.look_at <= now()
    ORDER BY k.look_at LIMIT p_limit
    FOR UPDATE SKIP LOCKED
  )
  UPDATE public.kept_signals k SET look_at = CASE WHEN k.expires_at <= now() THEN 'infinity'
    ELSE now() + least(interval '10 minutes', greatest(interval '1 second', now() - k.received_at)) END
  FROM due WHERE k.tenant_id = due.tenant_id AND k.id = due.id
  RETURNING k.tenant_id, k.id
$$;

-- Writes down which instance got a kept signal; the guard sees to it that its history has it.
CREATE OR REPLACE FUNCTION public.hand_over_signal(p_tenant uuid, p_id uuid, p_instance uuid) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  UPDATE public.kept_signals k SET instance_id = p_instance, handed_over_at = now()
  WHERE k.tenant_id = p_tenant AND k.id = p_id AND k.instance_id IS NULL
    AND coalesce(public.current_tenant(), p_tenant) = p_tenant
$$;

-- Trigger of definitions: the schedule is that of the active version. Another version takes it over; without one there is none.
-- The instant that was computed stays where cron and zone do, so that a start that is due is not lost by publishing.
CREATE OR REPLACE FUNCTION public.follow_schedule() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  wanted jsonb;
BEGIN
  SELECT v.content -> 'schedule' INTO wanted FROM public.definition_versions v
  WHERE v.tenant_id = NEW.tenant_id AND v.definition_id = NEW.id AND v.version = NEW.active_version;
  IF wanted IS NULL THEN
    DELETE FROM public.schedules s WHERE s.tenant_id = NEW.tenant_id AND s.definition_id = NEW.id;
    RETURN NULL;
  END IF;
  INSERT INTO public.schedules AS s (tenant_id, definition_id, definition_key, cron, time_zone)
  VALUES (NEW.tenant_id, NEW.id, NEW.key, wanted ->> 'cron', wanted ->> 'timeZone')
  ON CONFLICT (tenant_id, definition_id) DO UPDATE SET cron = excluded.cron, time_zone = excluded.time_zone, next_at = NULL,
    look_at = now()
  WHERE (s.cron, s.time_zone) <> (excluded.cron, excluded.time_zone);
  RETURN NULL;
END
$$;

-- Takes schedules of all tenants in hand whose start is due or has not been computed yet. For p_seconds no other sweeper gets
-- them; one that dies with them in hand leaves them to the next. The clock is this database's.
CREATE OR REPLACE FUNCTION public.claim_schedules(p_limit integer, p_seconds integer)
RETURNS TABLE (tenant_id uuid, definition_id uuid, definition_key text, cron text, time_zone text, next_at text, now text)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  WITH due AS (
    SELECT s.tenant_id, s.definition_id FROM public.schedules s
    WHERE s.look_at <= now() ORDER BY s.look_at LIMIT p_limit
    FOR UPDATE SKIP LOCKED
  )
  UPDATE public.schedules s SET look_at = now() + make_interval(secs => p_seconds)
  FROM due WHERE s.tenant_id = due.tenant_id AND s.definition_id = due.definition_id
  RETURNING s.tenant_id, s.definition_id, s.definition_key, s.cron, s.time_zone, public.instant_text(s.next_at),
    public.instant_text(now())
$$;

-- Writes down what became of a due start, and when the next one is. A schedule that another version has changed meanwhile
-- (p_before, p_cron and p_zone are what the caller saw) stays as it is: it is looked at anew.
CREATE OR REPLACE FUNCTION public.settle_schedule(
  p_tenant uuid, p_definition uuid, p_before timestamptz, p_cron text, p_zone text, p_next timestamptz, p_instance uuid, p_error text
) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  UPDATE public.schedules s SET next_at = p_next, look_at = coalesce(p_next, 'infinity'),
    last_at = coalesce(p_before, s.last_at),
    last_instance_id = CASE WHEN p_before IS NULL THEN s.last_instance_id ELSE p_instance END,
    last_error = CASE WHEN p_before IS NULL AND p_error IS NULL THEN s.last_error ELSE p_error END
  WHERE s.tenant_id = p_tenant AND s.definition_id = p_definition AND s.next_at IS NOT DISTINCT FROM p_before
    AND s.cron = p_cron AND s.time_zone = p_zone AND coalesce(public.current_tenant(), p_tenant) = p_tenant
$$;

-- Trigger of files: a file does not change, and goes only as long as no history names it (an upload that was refused).
CREATE OR REPLACE FUNCTION public.guard_file() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    RAISE EXCEPTION 'a file does not change' USING ERRCODE = 'IL006';
  END IF;
  IF EXISTS (
    SELECT FROM public.signals s
    WHERE s.tenant_id = OLD.tenant_id AND s.instance_id = OLD.instance_id AND s.id = OLD.id::text
  ) THEN
    RAISE EXCEPTION 'the file % is part of a history and is not deleted', OLD.id USING ERRCODE = 'IL006';
  END IF;
  RETURN OLD;
END
$$;

-- Guards --------------------------------------------------------------------------------------------------------

CREATE TRIGGER instances_guard BEFORE INSERT OR UPDATE OR DELETE ON instances
  FOR EACH ROW EXECUTE FUNCTION guard_instance();
CREATE CONSTRAINT TRIGGER instances_have_history AFTER INSERT ON instances DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION instance_has_history();
CREATE TRIGGER branches_guard BEFORE INSERT OR UPDATE OR DELETE ON branches
  FOR EACH ROW EXECUTE FUNCTION guard_branch();
CREATE TRIGGER tasks_guard BEFORE INSERT OR UPDATE OR DELETE ON tasks
  FOR EACH ROW EXECUTE FUNCTION guard_lifecycle('task');
CREATE TRIGGER activity_executions_guard BEFORE INSERT OR UPDATE OR DELETE ON activity_executions
  FOR EACH ROW EXECUTE FUNCTION guard_lifecycle('activity');
CREATE TRIGGER timers_guard BEFORE INSERT OR UPDATE OR DELETE ON timers
  FOR EACH ROW EXECUTE FUNCTION guard_timer();
CREATE TRIGGER signals_guard BEFORE INSERT OR UPDATE OR DELETE ON signals
  FOR EACH ROW EXECUTE FUNCTION guard_signal();
CREATE TRIGGER kept_signals_guard BEFORE INSERT OR UPDATE OR DELETE ON kept_signals
  FOR EACH ROW EXECUTE FUNCTION guard_kept_signal();
CREATE TRIGGER files_guard BEFORE UPDATE OR DELETE ON files FOR EACH ROW EXECUTE FUNCTION guard_file();
CREATE TRIGGER definitions_schedule AFTER INSERT OR UPDATE OF active_version ON definitions
  FOR EACH ROW EXECUTE FUNCTION follow_schedule();
CREATE TRIGGER webhook_deliveries_stay BEFORE DELETE ON webhook_deliveries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER events_chain BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION chain_event();
CREATE CONSTRAINT TRIGGER events_belong AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION event_belongs();

CREATE TRIGGER definition_states_guard AFTER INSERT ON definition_states REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION guard_version_list();
CREATE TRIGGER state_moves_guard AFTER INSERT ON state_moves REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION guard_version_list();
-- The product's own lists are complete: a migration that adds to them has to take this trigger away first.
CREATE TRIGGER lifecycle_moves_complete BEFORE INSERT ON lifecycle_moves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

DO $$
DECLARE t text;
BEGIN
  -- Written once: no UPDATE, no DELETE, no TRUNCATE, by anybody.
  FOREACH t IN ARRAY ARRAY['events', 'definition_versions', 'definition_states', 'state_moves', 'lifecycle_moves', 'audit_entries'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()', t || '_once', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['events', 'definition_versions', 'definition_states', 'state_moves', 'lifecycle_moves', 'audit_entries',
                           'instances', 'tasks', 'activity_executions', 'activity_attempts', 'step_instances', 'branches',
                           'incidents', 'timers', 'signals', 'kept_signals', 'files',
                           'webhook_deliveries'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', t || '_keep', t);
  END LOOP;
END $$;

-- Rights --------------------------------------------------------------------------------------------------------

-- Row-level security hides other tenants' rows from the app's role. The engine's functions take the tenant as an argument.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['people', 'roles', 'person_roles', 'api_keys', 'rules', 'audit_entries', 'definitions',
    'definition_versions', 'definition_states', 'state_moves', 'instances', 'events', 'step_instances', 'branches', 'tasks',
    'activity_executions', 'activity_attempts', 'activity_results', 'incidents', 'timers', 'signals', 'outbox',
    'event_sinks', 'event_deliveries', 'verification_runs', 'webhook_sources', 'webhook_deliveries', 'kept_signals',
    'schedules', 'files'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY own_tenant ON %I TO interlock_app USING (tenant_id = current_tenant())', t);
    EXECUTE format('CREATE POLICY engine ON %I TO interlock_engine USING (true) WITH CHECK (true)', t);
  END LOOP;
END $$;
ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON tenants TO interlock_app USING (id = current_tenant());
CREATE POLICY engine ON tenants TO interlock_engine USING (true);

-- The engine: what the functions below need, and nothing else.
GRANT USAGE ON SCHEMA public TO interlock_engine, interlock_app;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO interlock_engine;
GRANT INSERT, UPDATE ON instances, step_instances, branches, tasks, activity_executions, activity_attempts,
  activity_results, incidents, timers, signals TO interlock_engine;
GRANT INSERT ON events, event_deliveries, outbox, definition_versions, definition_states, state_moves TO interlock_engine;
GRANT UPDATE (active_version) ON definitions TO interlock_engine;
GRANT INSERT, UPDATE, DELETE ON schedules TO interlock_engine;
GRANT UPDATE (instance_id, handed_over_at, look_at) ON kept_signals TO interlock_engine;

-- The app: reads everything of its tenant; writes nothing that a state, a status or a history stands in.
GRANT SELECT ON ALL TABLES IN SCHEMA public TO interlock_app;
REVOKE SELECT ON outbox, sign_in_failures FROM interlock_app;
GRANT INSERT (id, name, time_zone), UPDATE (name, time_zone) ON tenants TO interlock_app;
GRANT INSERT, UPDATE ON people, roles, rules TO interlock_app;
GRANT INSERT, DELETE ON person_roles TO interlock_app;
GRANT INSERT, UPDATE (name, revoked_at, expires_at) ON api_keys TO interlock_app;
GRANT INSERT ON audit_entries TO interlock_app;
GRANT INSERT, UPDATE (name, url, subject, types, active) ON event_sinks TO interlock_app;
GRANT UPDATE (attempts, next_attempt_at, dead_at) ON event_deliveries TO interlock_app;
GRANT INSERT, UPDATE (name, mapping, window_seconds, key_number, active) ON webhook_sources TO interlock_app;
GRANT INSERT, UPDATE (repeats, repeated_at) ON webhook_deliveries TO interlock_app;
GRANT INSERT ON kept_signals TO interlock_app;
GRANT INSERT, DELETE ON files TO interlock_app;
GRANT INSERT (tenant_id, id, key, name, draft, draft_layout, revision, updated_by),
  UPDATE (name, draft, draft_layout, revision, updated_at, updated_by) ON definitions TO interlock_app;
GRANT SELECT, INSERT, DELETE ON sign_in_failures TO interlock_app;
GRANT INSERT, UPDATE, DELETE ON worker_processes TO interlock_app;

-- The functions that write are the engine's; nobody calls them but the app.
GRANT interlock_engine TO CURRENT_USER;
GRANT CREATE ON SCHEMA public TO interlock_engine;
DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['transition(uuid, uuid, bigint, jsonb)', 'load_snapshot(uuid, uuid, boolean)', 'rules_in_force(uuid)', 'load_definition(uuid, uuid)', 'load_start(uuid, text)',
    'publish_definition(uuid, uuid, integer, uuid, text, uuid)', 'sign_in_candidates(text)', 'find_api_key(bytea)',
    'expired_leases(integer)', 'extend_lease(uuid, uuid, text, text, integer)', 'outbox_depth()',
    'fetch_external_work(uuid, text[], integer)', 'claim_timers(integer, integer)',
    'postpone_timer(uuid, uuid, text, integer)', 'next_timer()', 'find_webhook_source(uuid)', 'claim_kept_signals(integer)',
    'hand_over_signal(uuid, uuid, uuid)', 'claim_schedules(integer, integer)',
    'settle_schedule(uuid, uuid, timestamptz, text, text, timestamptz, uuid, text)'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO interlock_app', f);
    EXECUTE format('ALTER FUNCTION %s OWNER TO interlock_engine', f);
  END LOOP;
END $$;
-- Deferred triggers run at the commit, outside of the function that caused them.
ALTER FUNCTION event_belongs() OWNER TO interlock_engine;
ALTER FUNCTION instance_has_history() OWNER TO interlock_engine;
-- A definition is also saved by the app's role, which has no right to schedules.
ALTER FUNCTION follow_schedule() OWNER TO interlock_engine;
REVOKE ALL ON FUNCTION event_belongs(), instance_has_history(), follow_schedule() FROM PUBLIC;
REVOKE CREATE ON SCHEMA public FROM interlock_engine;
REVOKE ALL ON FUNCTION relay_outbox(integer) FROM PUBLIC;

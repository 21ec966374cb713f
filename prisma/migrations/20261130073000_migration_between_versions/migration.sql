-- Migration between versions of a definition (DESIGN 4.4 and 13): instances go to another version along a list of states that
-- a plan has put there, and along no other.

CREATE TABLE state_migrations (
  tenant_id       uuid NOT NULL,
  from_version_id uuid NOT NULL,
  to_version_id   uuid NOT NULL,
  from_state      text NOT NULL,
  to_state        text NOT NULL,
  PRIMARY KEY (tenant_id, from_version_id, to_version_id, from_state, to_state),
  FOREIGN KEY (tenant_id, from_version_id, from_state) REFERENCES definition_states (tenant_id, version_id, state),
  FOREIGN KEY (tenant_id, to_version_id, to_state) REFERENCES definition_states (tenant_id, version_id, state),
  CHECK (from_version_id <> to_version_id)
);
COMMENT ON TABLE state_migrations IS 'Closed list of DESIGN 4.4: every pair of states along which instances may go from one version to another.';

-- A plan as it was carried out; it never changes. Each migrated instance names it in its history.
CREATE TABLE migration_plans (
  tenant_id       uuid NOT NULL REFERENCES tenants (id),
  id              uuid NOT NULL,
  definition_key  text NOT NULL,
  from_version_id uuid NOT NULL,
  from_version    integer NOT NULL,
  to_version_id   uuid NOT NULL,
  to_version      integer NOT NULL,
  -- Step of the old version → step of the new one.
  map             jsonb NOT NULL CHECK (jsonb_typeof(map) = 'object'),
  -- Path in the context → {value} or {expression}.
  data            jsonb NOT NULL CHECK (jsonb_typeof(data) = 'object'),
  -- Instance → path → value, for what each of them needs of its own.
  instances       jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(instances) = 'object'),
  work            text NOT NULL CHECK (work IN ('keep', 'restart')),
  created_by      uuid NOT NULL,
  created_by_name text NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, from_version_id) REFERENCES definition_versions (tenant_id, id),
  FOREIGN KEY (tenant_id, to_version_id) REFERENCES definition_versions (tenant_id, id)
);
CREATE INDEX migration_plans_by_definition ON migration_plans (tenant_id, definition_key, id DESC);

ALTER TABLE events
  ADD COLUMN from_version_id uuid,
  ADD COLUMN migrated_from text,
  ADD CONSTRAINT events_state_migration_fkey FOREIGN KEY (tenant_id, from_version_id, version_id, migrated_from, to_state)
    REFERENCES state_migrations (tenant_id, from_version_id, to_version_id, from_state, to_state),
  ADD CONSTRAINT events_migration_is_whole CHECK (
    (from_version_id IS NULL) = (migrated_from IS NULL)
    AND (migrated_from IS NULL OR (subject = 'state' AND from_state IS NULL))
    AND (migrated_from IS NOT NULL) = (type IN ('WORKFLOW_MIGRATED', 'BRANCH_MIGRATED')));
COMMENT ON COLUMN events.migrated_from IS 'The state of the old version that a migration left; the data, which the hash covers, says the same.';

-- Trigger of state_migrations: instances stay with their definition; only the version changes.
CREATE OR REPLACE FUNCTION public.guard_state_migration() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM FROM public.definition_versions a JOIN public.definition_versions b
    ON b.tenant_id = a.tenant_id AND b.definition_id = a.definition_id
  WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.from_version_id AND b.id = NEW.to_version_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a migration stays within one definition' USING ERRCODE = 'IL002';
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
    SELECT ev.sequence, ev.subject, ev.from_status, ev.to_status, coalesce(ev.from_state, ev.migrated_from) AS from_state,
      ev.to_state, ev.version_id
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

  IF OLD.status IN ('completed', 'reversed', 'cancelled') THEN
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
--   newChildren, changedChildren, newTimers, closedTimers, newSignals, consumedSignals    rows
--   terms         [{field, value, number, n}] by which the instance is found; those of a field take the place of its former ones
--   jobs          [{task, payload, runAt?}]
--   migration     {versionId, version}: the instance goes by this version from the WORKFLOW_MIGRATED of this call on
-- Returns the new version. Raises IL001 stale, IL002 not_allowed, IL003 terminal, IL005 not_found, IL007 duplicate (by subject, by
-- key, by its parent's asking, or by what it reopens), IL008 invalid plan.
--
-- The guards are triggers (guard_instance, guard_branch, guard_lifecycle, chain_event), so they hold against any other
-- writer too. The instance's row is written last: until then its version marks where this transaction's events begin.
-- Plans are generic: with plans made for each call's values, a third of a move went into planning. Every row is looked for by
-- its key, whatever the planner thinks of a small list: reading the closed lists whole for every event cost a move a tenth.
CREATE OR REPLACE FUNCTION public.transition(p_tenant uuid, p_instance uuid, p_version bigint, p_plan jsonb) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
DECLARE
  v_after bigint := p_version + jsonb_array_length(p_plan -> 'events');
  v_status text := p_plan ->> 'status';
  v_closed boolean := v_status IN ('completed', 'reversed', 'cancelled', 'failed');
  v_version_id uuid;
  -- By which the instance goes afterwards: another one when this call migrates it.
  v_version_to uuid;
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
        start_key, start_hash, reopened_from, parent_id, parent_child, depth)
      SELECT p_tenant, p_instance, v.definition_id, v.id, v.key, v.version, v.content #>> '{subject,type}', c."subjectId",
        coalesce((v.content #>> '{subject,unique}')::boolean, false), c."correlationKey", c."requesterId", c."requesterName",
        c."requesterEmail", c.input, c.facts, p_plan -> 'context', c."startKey", c."startHash", c."reopenedFrom",
        c."parentId", c."parentChild", coalesce(c.depth, 0)
      FROM jsonb_to_record(p_plan -> 'create') AS c (
        "definitionVersionId" uuid, "subjectId" text, "correlationKey" text, "requesterId" uuid, "requesterName" text,
        "requesterEmail" text, input jsonb, facts jsonb, "startKey" text, "startHash" text, "reopenedFrom" uuid,
        "parentId" uuid, "parentChild" text, depth integer)
      JOIN public.definition_versions v ON v.tenant_id = p_tenant AND v.id = c."definitionVersionId"
      RETURNING definition_version_id INTO v_version_id;
    EXCEPTION WHEN unique_violation THEN
      GET STACKED DIAGNOSTICS v_constraint = CONSTRAINT_NAME;
      IF v_constraint NOT IN ('instances_live_subject_key', 'instances_start_key', 'instances_child_key',
        'instances_reopened_key') THEN RAISE; END IF;
      RAISE EXCEPTION 'a live instance of this subject, or one started with this key, exists' USING ERRCODE = 'IL007',
        DETAIL = jsonb_build_object('by', CASE v_constraint WHEN 'instances_start_key' THEN 'key'
          WHEN 'instances_child_key' THEN 'parent' WHEN 'instances_reopened_key' THEN 'reopened' ELSE 'subject' END)::text;
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
    IF seen.status = 'failed' AND NOT v_closed THEN
      UPDATE public.step_instances s SET live = true
      WHERE s.tenant_id = p_tenant AND s.instance_id = p_instance AND s.exited_at IS NULL;
    END IF;
    v_version_id := seen.definition_version_id;
  END IF;

  v_version_to := coalesce((p_plan #>> '{migration,versionId}')::uuid, v_version_id);
  INSERT INTO public.events (
    tenant_id, instance_id, sequence, type, subject, branch, key, lifecycle, from_status, to_status,
    version_id, from_version_id, from_state, migrated_from, to_state, actor_type, actor_id, actor_name, on_behalf_of_id, on_behalf_of_name,
    reason, correlation_id, causation_id, worker_id, data)
  SELECT p_tenant, p_instance, p_version + e.n, e.type, e.subject, e.branch, e.key,
    CASE WHEN e."to" IS NULL THEN NULL WHEN e.subject = 'status' THEN 'instance'
         WHEN e.subject IN ('task', 'activity', 'branch', 'child') THEN e.subject END,
    CASE WHEN e.subject <> 'state' THEN e."from" END,
    CASE WHEN e.subject <> 'state' THEN e."to" END,
    CASE WHEN e.subject = 'state' THEN v_version_to END,
    CASE WHEN e.type IN ('WORKFLOW_MIGRATED', 'BRANCH_MIGRATED') THEN v_version_id END,
    CASE WHEN e.subject = 'state' AND e.type NOT IN ('WORKFLOW_MIGRATED', 'BRANCH_MIGRATED') THEN e."from" END,
    CASE WHEN e.type IN ('WORKFLOW_MIGRATED', 'BRANCH_MIGRATED') THEN e."from" END,
    CASE WHEN e.subject = 'state' THEN e."to" END,
    coalesce(e.actor ->> 'type', v_actor ->> 'type'), coalesce(e.actor ->> 'id', v_actor ->> 'id'),
    coalesce(e.actor ->> 'name', v_actor ->> 'name'),
    CASE WHEN e.actor IS NULL THEN v_actor -> 'onBehalfOf' ELSE e.actor -> 'onBehalfOf' END ->> 'id',
    CASE WHEN e.actor IS NULL THEN v_actor -> 'onBehalfOf' ELSE e.actor -> 'onBehalfOf' END ->> 'name',
    coalesce(e.reason, CASE WHEN e.actor IS NULL THEN p_plan ->> 'reason' END),
    p_plan ->> 'correlationId', p_plan ->> 'causationId', p_plan ->> 'workerId', e.data
  FROM ROWS FROM (jsonb_to_recordset(p_plan -> 'events') AS (
      type text, subject text, branch text, key text, "from" text, "to" text, data jsonb, actor jsonb, reason text
    )) WITH ORDINALITY AS e (type, subject, branch, key, "from", "to", data, actor, reason, n)
  ORDER BY e.n;

  IF p_plan ? 'stays' THEN
    INSERT INTO public.step_instances AS s (
      tenant_id, instance_id, key, branch, step, visit, exited_at, leaving, awaits, live)
    SELECT p_tenant, p_instance, r.key, r.branch, r.step, r.visit, CASE WHEN r.exited THEN now() END, r.leaving, r.awaits,
      NOT v_closed
    FROM jsonb_to_recordset(p_plan -> 'stays') AS r (
      key text, branch text, step text, visit integer, exited boolean, leaving jsonb, awaits text)
    ON CONFLICT (tenant_id, instance_id, key) DO UPDATE SET exited_at = excluded.exited_at, leaving = excluded.leaving,
      awaits = excluded.awaits
    WHERE s.exited_at IS NULL;
    -- A signal that came before this wait was kept, and is looked at now.
    IF p_plan @? '$.stays[*].awaits' THEN
      UPDATE public.kept_signals k SET look_at = now()
      FROM jsonb_to_recordset(p_plan -> 'stays') AS r (awaits text, exited boolean)
      JOIN public.instances i ON i.tenant_id = p_tenant AND i.id = p_instance
      WHERE k.tenant_id = p_tenant AND k.definition_key = i.definition_key AND k.correlation_key = r.awaits
        AND k.instance_id IS NULL AND NOT r.exited;
    END IF;
  END IF;

  -- Where an ended instance stands is not where one waits.
  IF v_closed AND p_version > 0 THEN
    UPDATE public.step_instances s SET live = false
    WHERE s.tenant_id = p_tenant AND s.instance_id = p_instance AND s.exited_at IS NULL AND s.live;
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
      votes, priority, due_at, due_basis, outcome, closed_at)
    SELECT p_tenant, public.new_id(), p_instance, r.key, r.branch, r.step, r.visit, r.status, r.title, r.instructions,
      (r.assignee ->> 'id')::uuid, r.assignee ->> 'name', r.assignee ->> 'email', r."candidateRoles",
      r."candidatePeople", r.excluded, r."limit", r.form, r.outcomes, r.facts, r.approvals, r.votes, r.priority,
      r."dueAt", r."dueBasis", r.outcome, CASE WHEN r.status IN ('completed', 'cancelled') THEN now() END
    FROM jsonb_to_recordset(p_plan -> 'newTasks') AS r (
      key text, branch text, step text, visit integer, status text, title text, instructions text, assignee jsonb,
      "candidateRoles" text[], "candidatePeople" text[], excluded text[], "limit" jsonb, form jsonb, outcomes jsonb,
      facts jsonb, approvals jsonb, votes jsonb, priority integer, "dueAt" timestamptz, "dueBasis" jsonb, outcome text);
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
      due_basis = r."dueBasis",
      assignee_id = (r.assignee ->> 'id')::uuid, assignee_name = r.assignee ->> 'name',
      assignee_email = r.assignee ->> 'email', candidate_roles = r."candidateRoles", candidate_people = r."candidatePeople",
      delegation = r.delegation,
      closed_at = CASE WHEN r.status IN ('completed', 'cancelled') THEN now() END
    FROM jsonb_to_recordset(p_plan -> 'changedTasks') AS r (
      key text, status text, votes jsonb, outcome text, priority integer, "dueAt" timestamptz, "dueBasis" jsonb, assignee jsonb,
      "candidateRoles" text[], "candidatePeople" text[], delegation jsonb)
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
    INSERT INTO public.incidents (tenant_id, instance_id, opened_sequence, key, step, code, message, definition_key)
    SELECT p_tenant, p_instance, r.sequence, r.key, r.step, r.code, r.message,
      (SELECT i.definition_key FROM public.instances i WHERE i.tenant_id = p_tenant AND i.id = p_instance)
    FROM jsonb_to_recordset(p_plan -> 'incidents') AS r (
      key text, closed boolean, sequence bigint, step text, code text, message text)
    WHERE NOT r.closed;
  END IF;

  IF p_plan ? 'terms' THEN
    DELETE FROM public.search_terms s
    WHERE p_version > 0 AND s.tenant_id = p_tenant AND s.instance_id = p_instance
      AND s.field IN (SELECT r.field FROM jsonb_to_recordset(p_plan -> 'terms') AS r (field text));
    INSERT INTO public.search_terms (tenant_id, instance_id, field, n, value, number)
    SELECT p_tenant, p_instance, r.field, r.n, r.value, r.number
    FROM jsonb_to_recordset(p_plan -> 'terms') AS r (field text, n smallint, value text, number double precision)
    WHERE r.value IS NOT NULL;
  END IF;

  IF p_plan ? 'newChildren' THEN
    INSERT INTO public.children (tenant_id, instance_id, key, branch, step, visit, position, attempt, definition, version, subject,
      input, status, child_id, cancelling, outcome, output, error, closed_at)
    SELECT p_tenant, p_instance, r.key, r.branch, r.step, r.visit, r.position, r.attempt, r.definition, r.version, r.subject,
      r.input, r.status, r.instance, r.cancelling, r.outcome, r.output, r.error,
      CASE WHEN r.status IN ('completed', 'failed', 'cancelled') THEN now() END
    FROM jsonb_to_recordset(p_plan -> 'newChildren') AS r (
      key text, branch text, step text, visit integer, position integer, attempt integer, definition text, version integer,
      subject text, input jsonb, status text, instance uuid, cancelling jsonb, outcome text, output jsonb, error jsonb);
  END IF;

  IF p_plan ? 'changedChildren' THEN
    UPDATE public.children c SET status = r.status, child_id = r.instance, cancelling = r.cancelling, outcome = r.outcome,
      output = r.output, error = r.error,
      closed_at = CASE WHEN r.status IN ('completed', 'failed', 'cancelled') THEN now() END
    FROM jsonb_to_recordset(p_plan -> 'changedChildren') AS r (
      key text, status text, instance uuid, cancelling jsonb, outcome text, output jsonb, error jsonb)
    WHERE c.tenant_id = p_tenant AND c.instance_id = p_instance AND c.key = r.key;
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
    INSERT INTO public.signals (
      tenant_id, instance_id, id, name, payload, correlation, sequence, expires_at, consumed_by, consumed_at)
    SELECT p_tenant, p_instance, r.id, r.name, r.payload, r.correlation, r.sequence, r."expiresAt", r."consumedBy",
      CASE WHEN r."consumedBy" IS NOT NULL THEN now() END
    FROM jsonb_to_recordset(p_plan -> 'newSignals') AS r (
      id text, name text, payload jsonb, correlation text, sequence bigint, "expiresAt" timestamptz, "consumedBy" text);
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
      OR EXISTS (SELECT FROM public.children c WHERE c.tenant_id = p_tenant AND c.instance_id = p_instance
                   AND c.closed_at IS NULL)
    THEN
      RAISE EXCEPTION 'instance % cannot end while a task, an activity, a timer or a child of it is open', p_instance
        USING ERRCODE = 'IL008';
    END IF;
    -- Its parent hears of it, whoever ended it: the job is there when the end is.
    INSERT INTO public.outbox (tenant_id, instance_id, task, payload)
    SELECT p_tenant, i.parent_id, 'settle-child', jsonb_build_object('child', i.parent_child)
    FROM public.instances i WHERE i.tenant_id = p_tenant AND i.id = p_instance AND i.parent_id IS NOT NULL;
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
    definition_version_id = v_version_to,
    definition_version = coalesce((p_plan #>> '{migration,version}')::integer, i.definition_version),
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

CREATE TRIGGER state_migrations_guard BEFORE INSERT ON state_migrations
  FOR EACH ROW EXECUTE FUNCTION guard_state_migration();
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['state_migrations', 'migration_plans'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()', t || '_once', t);
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', t || '_keep', t);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY own_tenant ON %I TO interlock_app USING (tenant_id = current_tenant())', t);
    EXECUTE format('CREATE POLICY engine ON %I TO interlock_engine USING (true)', t);
    EXECUTE format('GRANT SELECT ON %I TO interlock_engine', t);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO interlock_app', t);
  END LOOP;
END $$;

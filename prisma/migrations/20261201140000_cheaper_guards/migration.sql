-- What a move costs: checks that PostgreSQL would read anew for every statement stand in the guards that run anyway, the commit
-- looks once for each move and not for each of its events, and rows that exist are changed by their keys.
ALTER TABLE public.events ADD COLUMN opens_move boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN public.events.opens_move IS 'Whether it is the first event of its move: the one by which the commit looks whether the instance has taken the move on.';
ALTER TABLE public.archived_events ADD COLUMN opens_move boolean NOT NULL DEFAULT true;
DROP TRIGGER events_belong ON public.events;
CREATE CONSTRAINT TRIGGER events_belong AFTER INSERT ON public.events DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.opens_move) EXECUTE FUNCTION public.event_belongs();
ALTER TABLE public.events DROP CONSTRAINT events_instance_fkey;

-- Check of events: an event does not contradict itself, whatever triggers are off. One function, whose plan stays: the text of a
-- CHECK constraint is read anew for every statement, and ten of them were a twelfth of what a move cost.
CREATE OR REPLACE FUNCTION public.event_is_whole(
  p_sequence bigint, p_type text, p_subject text, p_actor_type text, p_lifecycle text, p_from_status text, p_to_status text,
  p_version_id uuid, p_from_state text, p_to_state text, p_from_version_id uuid, p_migrated_from text
) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE
AS $$
BEGIN
  RETURN p_sequence > 0
    AND p_subject IN ('status', 'state', 'branch', 'step', 'task', 'activity', 'child', 'transition', 'signal', 'timer', 'context')
    AND p_actor_type IN ('user', 'staff', 'system', 'worker', 'timer', 'scheduler', 'partner', 'parent_workflow', 'policy')
    -- A lifecycle is that of the subject and moves somewhere; the status of an instance always does.
    AND (p_lifecycle IS NULL) = (p_to_status IS NULL)
    AND (p_lifecycle IS NULL OR p_lifecycle = CASE p_subject WHEN 'status' THEN 'instance' ELSE p_subject END)
    AND (p_subject <> 'status' OR p_to_status IS NOT NULL)
    -- Only what begins comes from nowhere.
    AND CASE WHEN p_lifecycle IS NULL THEN p_from_status IS NULL
      WHEN p_from_status IS NOT NULL THEN true
      WHEN p_lifecycle = 'instance' THEN p_sequence = 1 AND p_to_status = 'created'
      WHEN p_lifecycle = 'task' THEN p_to_status = 'pending'
      ELSE p_lifecycle IN ('activity', 'child') AND p_to_status = 'created' END
    AND CASE WHEN p_subject = 'state' THEN p_version_id IS NOT NULL AND p_to_state IS NOT NULL
      ELSE num_nonnulls(p_version_id, p_from_state, p_to_state) = 0 END
    -- A migration says from which version and from which state, and nothing else does.
    AND (p_from_version_id IS NULL) = (p_migrated_from IS NULL)
    AND (p_migrated_from IS NOT NULL) = (p_type IN ('WORKFLOW_MIGRATED', 'BRANCH_MIGRATED'))
    AND (p_migrated_from IS NULL OR p_subject = 'state' AND p_from_state IS NULL);
END
$$;

-- Check of instances: a row does not contradict itself, whatever triggers are off. One function, as event_is_whole.
CREATE OR REPLACE FUNCTION public.instance_is_whole(
  p_subject_id text, p_status text, p_waiting_for text[], p_closed_at timestamptz, p_parent_id uuid, p_parent_child text, p_depth integer
) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE
AS $$
BEGIN
  RETURN p_subject_id <> ''
    AND (p_closed_at IS NOT NULL) = (p_status IN ('completed', 'reversed', 'cancelled', 'failed'))
    AND (p_status = 'waiting') = (p_waiting_for <> '{}')
    AND p_waiting_for <@ ARRAY['human_task', 'signal', 'webhook', 'message', 'timer', 'cron', 'file_upload', 'activity', 'child_workflow']
    AND (p_parent_id IS NULL) = (p_parent_child IS NULL) AND (p_depth > 0) = (p_parent_id IS NOT NULL);
END
$$;

-- What rows there are has met the same conditions so far, so they are not read again for them.
ALTER TABLE public.events
  DROP CONSTRAINT events_actor_type_check,
  DROP CONSTRAINT events_lifecycle_fits_subject,
  DROP CONSTRAINT events_lifecycle_is_whole,
  DROP CONSTRAINT events_migration_is_whole,
  DROP CONSTRAINT events_only_first_has_no_status,
  DROP CONSTRAINT events_sequence_check,
  DROP CONSTRAINT events_state_is_whole,
  DROP CONSTRAINT events_status_moves,
  DROP CONSTRAINT events_subject_check,
  ADD CONSTRAINT events_are_whole CHECK (public.event_is_whole(sequence, type, subject, actor_type, lifecycle, from_status, to_status,
    version_id, from_state, to_state, from_version_id, migrated_from)) NOT VALID;
ALTER TABLE public.instances
  DROP CONSTRAINT closed_when_ended,
  DROP CONSTRAINT instances_subject_id_check,
  DROP CONSTRAINT parent_is_whole,
  DROP CONSTRAINT waiting_has_a_reason,
  DROP CONSTRAINT waiting_reasons_are_known,
  ADD CONSTRAINT instances_are_whole CHECK (public.instance_is_whole(subject_id, status, waiting_for, closed_at, parent_id, parent_child,
    depth)) NOT VALID;
ALTER TABLE public.activity_executions
  DROP CONSTRAINT lease_is_whole,
  DROP CONSTRAINT lease_while_running,
  ADD CONSTRAINT lease_while_running CHECK (num_nonnulls(lease_worker, lease_token, lease_expires_at) = CASE status WHEN 'running' THEN 3 ELSE 0 END);
-- One constant instead of ten: the text of this condition is read for every statement, too.
DROP TRIGGER events_for_people ON public.events;
CREATE TRIGGER events_for_people AFTER INSERT ON public.events FOR EACH ROW
  WHEN (NEW.type = ANY ('{USER_TASK_CREATED,USER_TASK_REASSIGNED,USER_TASK_DECIDED,USER_TASK_COMPLETED,USER_TASK_CANCELLED,DEADLINE_PASSED,WORKFLOW_COMPLETED,WORKFLOW_CANCELLED,WORKFLOW_FAILED,WORKFLOW_REVERSED}'::text[])
    OR NEW.type = 'TIMER_FIRED' AND NEW.data ? 'followUp') EXECUTE FUNCTION public.note_for_people();

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

-- Constraint trigger of events, at commit: no event without the instance having moved to its sequence number. It looks once for
-- each move, by the event that opens it: those after it have no gap, so the last of them stands for all.
-- The commit is the caller's, and before version 18 PostgreSQL runs deferred triggers with the rights of that moment: to the
-- app's role, which has not named its tenant, row-level security would hide the instance. So the engine runs it.
-- Its plan looks by the key whatever the planner thinks of a small table: made while there are few instances, it read all of
-- them for every event, and took longer with each.
CREATE OR REPLACE FUNCTION public.event_belongs() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
DECLARE
  v_version bigint := (SELECT i.version FROM public.instances i WHERE i.tenant_id = NEW.tenant_id AND i.id = NEW.instance_id);
BEGIN
  IF EXISTS (
    SELECT FROM public.events e
    WHERE e.tenant_id = NEW.tenant_id AND e.instance_id = NEW.instance_id AND e.sequence > v_version
  ) THEN
    RAISE EXCEPTION 'event % of instance % changed nothing', NEW.sequence, NEW.instance_id USING ERRCODE = 'IL008';
  END IF;
  RETURN NULL;
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
  -- The event that the row of a task, an activity or a child took on last.
  taken_on bigint;
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
    SELECT ev.sequence, ev.subject, ev.branch, ev.key, ev.from_status, ev.to_status, coalesce(ev.from_state, ev.migrated_from) AS from_state,
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
      CONTINUE WHEN e.to_status IS NULL;
      CASE e.subject
      WHEN 'task' THEN
        SELECT t.status_event INTO taken_on FROM public.tasks t
        WHERE t.tenant_id = OLD.tenant_id AND t.instance_id = OLD.id AND t.key = e.key;
      WHEN 'activity' THEN
        SELECT x.status_event INTO taken_on FROM public.activity_executions x
        WHERE x.tenant_id = OLD.tenant_id AND x.instance_id = OLD.id AND x.key = e.key;
      ELSE
        SELECT c.status_event INTO taken_on FROM public.children c
        WHERE c.tenant_id = OLD.tenant_id AND c.instance_id = OLD.id AND c.key = e.key;
      END CASE;
      -- The row took on the last event of it, so none comes after the one that it names.
      IF (e.sequence <= taken_on) IS NOT TRUE THEN
        RAISE EXCEPTION 'event % tells of a task, an activity or a child whose row says something else', e.sequence
          USING ERRCODE = 'IL008';
      END IF;
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
  v_version bigint;
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

  -- The version by itself: joined, the whole history could be read to find what comes after it.
  SELECT i.version INTO v_version FROM public.instances i WHERE i.tenant_id = NEW.tenant_id AND i.id = NEW.instance_id;
  FOR e IN
    SELECT ev.sequence, ev.lifecycle, ev.from_status, ev.to_status
    FROM public.events ev
    WHERE ev.tenant_id = NEW.tenant_id AND ev.instance_id = NEW.instance_id
      AND ev.sequence > v_version AND ev.subject = TG_ARGV[0] AND ev.key = NEW.key
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
  -- A row of one of the plan's lists. Rows that exist are changed one by one, by their keys: joined with the list, PostgreSQL may
  -- read all rows that the instance has ever had.
  one jsonb;
  -- A failed instance that is undone is live again.
  v_revived boolean := false;
  v_undated boolean;
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
      v_revived := true;
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
    )) WITH ORDINALITY AS e (type, subject, branch, key, "from", "to", data, actor, reason, n);

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
      FOR one IN SELECT jsonb_path_query(p_plan, '$.stays[*] ? (@.exited == false && exists (@.awaits))') LOOP
        UPDATE public.kept_signals k SET look_at = now()
        WHERE k.tenant_id = p_tenant AND k.instance_id IS NULL AND k.correlation_key = one ->> 'awaits' AND k.definition_key = (
          SELECT i.definition_key FROM public.instances i WHERE i.tenant_id = p_tenant AND i.id = p_instance);
      END LOOP;
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
    FOR n IN 0 .. jsonb_array_length(p_plan -> 'changedBranches') - 1 LOOP
      one := p_plan -> 'changedBranches' -> n;
      UPDATE public.branches b SET state = one ->> 'state', status = one ->> 'status'
      WHERE b.tenant_id = p_tenant AND b.instance_id = p_instance AND b.key = one ->> 'key';
    END LOOP;
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
    FOR n IN 0 .. jsonb_array_length(p_plan -> 'changedTasks') - 1 LOOP
      one := p_plan -> 'changedTasks' -> n;
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
      FROM jsonb_to_record(one) AS r (
        status text, votes jsonb, outcome text, priority integer, "dueAt" timestamptz, "dueBasis" jsonb, assignee jsonb,
        "candidateRoles" text[], "candidatePeople" text[], delegation jsonb)
      WHERE t.tenant_id = p_tenant AND t.instance_id = p_instance AND t.key = one ->> 'key';
    END LOOP;
  END IF;

  IF p_plan ? 'newActivities' THEN
    INSERT INTO public.activity_executions (
      tenant_id, instance_id, key, branch, step, visit, activity, topic, status, attempts, losses, lease_worker,
      lease_token, lease_expires_at, next_attempt_at, output, error, compensation, irreversible, undo_of, resource, closed_at)
    SELECT p_tenant, p_instance, r.key, r.branch, r.step, r.visit, r.activity, r.topic, r.status, r.attempts,
      r.losses, r.lease ->> 'worker', r.lease ->> 'token', (r.lease ->> 'expiresAt')::timestamptz, r."nextAttemptAt",
      r.output, r.error, r.compensation, r.irreversible, r."undoOf", r.resource, CASE WHEN r.closed THEN now() END
    FROM jsonb_to_recordset(p_plan -> 'newActivities') AS r (
      key text, branch text, step text, visit integer, activity text, topic text, status text, attempts integer,
      losses integer, lease jsonb, "nextAttemptAt" timestamptz, output jsonb, error jsonb, compensation text,
      irreversible boolean, "undoOf" text, resource text, closed boolean);
  END IF;

  IF p_plan ? 'changedActivities' THEN
    FOR n IN 0 .. jsonb_array_length(p_plan -> 'changedActivities') - 1 LOOP
      one := p_plan -> 'changedActivities' -> n;
      UPDATE public.activity_executions x SET
        status = one ->> 'status', attempts = (one ->> 'attempts')::integer, losses = (one ->> 'losses')::integer,
        lease_worker = one #>> '{lease,worker}', lease_token = one #>> '{lease,token}',
        lease_expires_at = (one #>> '{lease,expiresAt}')::timestamptz, next_attempt_at = (one ->> 'nextAttemptAt')::timestamptz,
        output = nullif(one -> 'output', 'null'), error = nullif(one -> 'error', 'null'),
        closed_at = CASE WHEN (one ->> 'closed')::boolean THEN now() END
      WHERE x.tenant_id = p_tenant AND x.instance_id = p_instance AND x.key = one ->> 'key';
    END LOOP;
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
    FOR one IN SELECT jsonb_path_query(p_plan, '$.incidents[*] ? (@.closed == true)') LOOP
      UPDATE public.incidents c SET closed_at = now(), resolution = one ->> 'resolution'
      WHERE c.tenant_id = p_tenant AND c.instance_id = p_instance AND c.key = one ->> 'key' AND c.closed_at IS NULL;
    END LOOP;
    INSERT INTO public.incidents (tenant_id, instance_id, opened_sequence, key, step, code, message, definition_key)
    SELECT p_tenant, p_instance, r.sequence, r.key, r.step, r.code, r.message,
      (SELECT i.definition_key FROM public.instances i WHERE i.tenant_id = p_tenant AND i.id = p_instance)
    FROM jsonb_to_recordset(p_plan -> 'incidents') AS r (
      key text, closed boolean, sequence bigint, step text, code text, message text)
    WHERE NOT r.closed;
  END IF;

  IF p_plan ? 'terms' THEN
    IF p_version > 0 THEN
      WITH filled AS (
        DELETE FROM public.search_gaps g
        WHERE g.tenant_id = p_tenant AND g.instance_id = p_instance
          AND g.field IN (SELECT r.field FROM jsonb_to_recordset(p_plan -> 'terms') AS r (field text, value text) WHERE r.value IS NOT NULL))
      DELETE FROM public.search_terms s
      WHERE s.tenant_id = p_tenant AND s.instance_id = p_instance
        AND s.field IN (SELECT r.field FROM jsonb_to_recordset(p_plan -> 'terms') AS r (field text));
    END IF;
    INSERT INTO public.search_terms (tenant_id, instance_id, field, n, value, number)
    SELECT p_tenant, p_instance, r.field, r.n, r.value, r.number
    FROM jsonb_to_recordset(p_plan -> 'terms') AS r (field text, n smallint, value text, number double precision)
    WHERE r.value IS NOT NULL;
  END IF;
  -- What its version declares and the instance has no value of, so that those without one are found as fast as those with one.
  IF p_plan ?| '{create,migration}' OR p_plan ? 'terms' AND p_plan @? '$.terms[*] ? (@.value == null)' THEN
    INSERT INTO public.search_gaps (tenant_id, field, instance_id)
    SELECT p_tenant, f.field, p_instance
    FROM public.definition_versions v CROSS JOIN LATERAL unnest(v.fields || '{@subject}'::text[]
      || CASE WHEN p_plan #>> '{create,correlationKey}' IS NOT NULL THEN '{@key}'::text[] END) AS f (field)
    WHERE v.tenant_id = p_tenant AND v.id = v_version_to AND NOT EXISTS (
      SELECT FROM public.search_terms s
      WHERE s.tenant_id = p_tenant AND s.instance_id = p_instance AND s.field = f.field AND s.n = 0)
    ON CONFLICT DO NOTHING;
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
    FOR n IN 0 .. jsonb_array_length(p_plan -> 'changedChildren') - 1 LOOP
      one := p_plan -> 'changedChildren' -> n;
      UPDATE public.children c SET status = one ->> 'status', child_id = (one ->> 'instance')::uuid,
        cancelling = nullif(one -> 'cancelling', 'null'), outcome = one ->> 'outcome', output = nullif(one -> 'output', 'null'),
        error = nullif(one -> 'error', 'null'),
        closed_at = CASE WHEN one ->> 'status' IN ('completed', 'failed', 'cancelled') THEN now() END
      WHERE c.tenant_id = p_tenant AND c.instance_id = p_instance AND c.key = one ->> 'key';
    END LOOP;
  END IF;

  IF p_plan ? 'newTimers' THEN
    INSERT INTO public.timers (tenant_id, instance_id, key, branch, stay, purpose, rung, due_at, look_at, basis, ending, closed_at)
    SELECT p_tenant, p_instance, r.key, r.branch, r.stay, r.purpose, r.rung, r."dueAt", r."dueAt", r.basis, r.ending,
      CASE WHEN r.ending IS NOT NULL THEN now() END
    FROM jsonb_to_recordset(p_plan -> 'newTimers') AS r (
      key text, branch text, stay text, purpose text, rung text, "dueAt" timestamptz, basis jsonb, ending text);
  END IF;

  IF p_plan ? 'closedTimers' THEN
    FOR n IN 0 .. jsonb_array_length(p_plan -> 'closedTimers') - 1 LOOP
      one := p_plan -> 'closedTimers' -> n;
      UPDATE public.timers t SET ending = one ->> 'ending', closed_at = now()
      WHERE t.tenant_id = p_tenant AND t.instance_id = p_instance AND t.key = one ->> 'key';
    END LOOP;
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
    FOR n IN 0 .. jsonb_array_length(p_plan -> 'consumedSignals') - 1 LOOP
      one := p_plan -> 'consumedSignals' -> n;
      UPDATE public.signals s SET consumed_by = one ->> 'consumedBy', consumed_at = now()
      WHERE s.tenant_id = p_tenant AND s.instance_id = p_instance AND s.id = one ->> 'id';
    END LOOP;
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

  -- Nothing will happen by itself: no timer is open, and no task that has a deadline.
  IF v_closed THEN
    v_undated := false;
  ELSIF p_version = 0 OR p_plan ?| '{newTimers,closedTimers,newTasks,changedTasks}' OR v_revived THEN
    v_undated := NOT EXISTS (
        SELECT FROM public.timers r WHERE r.tenant_id = p_tenant AND r.instance_id = p_instance AND r.closed_at IS NULL)
      AND NOT EXISTS (
        SELECT FROM public.tasks k WHERE k.tenant_id = p_tenant AND k.instance_id = p_instance
          AND k.status IN ('pending', 'in_progress') AND k.due_at IS NOT NULL);
  END IF;

  UPDATE public.instances i SET
    version = v_after,
    definition_version_id = v_version_to,
    definition_version = coalesce((p_plan #>> '{migration,version}')::integer, i.definition_version),
    status = v_status,
    state = p_plan ->> 'state',
    waiting_for = translate(p_plan ->> 'waitingFor', '[]', '{}')::text[],
    outcome = p_plan ->> 'outcome',
    ending = p_plan -> 'ending',
    visits = coalesce(p_plan -> 'visits', i.visits),
    context = coalesce(p_plan -> 'context', i.context),
    started_at = CASE WHEN p_plan ? 'started' THEN now() ELSE i.started_at END,
    status_since = CASE WHEN i.status IS DISTINCT FROM v_status THEN now() ELSE i.status_since END,
    state_since = CASE WHEN p_plan ? 'visits' THEN now() ELSE i.state_since END,
    undated = coalesce(v_undated, i.undated),
    closed_at = CASE WHEN v_closed THEN now() END
  WHERE i.tenant_id = p_tenant AND i.id = p_instance;

  RETURN v_after;
END
$$;

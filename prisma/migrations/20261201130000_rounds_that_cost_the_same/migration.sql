-- The eight-hundredth round of a loop reads what the first one did. What a move asks is planned once for a connection, often while a
-- table is all but empty; where two ways cost the same then, PostgreSQL took one that reads an instance's whole table ever after.

-- A lookup by key fits every index that begins with the instance, and while the instance has one row, costs the same in each: then
-- the newest is taken. An index that is partial answers only what it is for. (`visit` and `fork` are never null: their
-- conditions say no more than that.)
DROP INDEX activity_executions_of_stay;
CREATE INDEX activity_executions_of_stay ON activity_executions (tenant_id, instance_id, branch, step, visit) WHERE visit IS NOT NULL;
ALTER TABLE step_instances DROP CONSTRAINT step_instances_tenant_id_instance_id_branch_step_visit_key;
CREATE UNIQUE INDEX step_instances_of_visit ON step_instances (tenant_id, instance_id, branch, step, visit) WHERE visit IS NOT NULL;
ALTER TABLE children DROP CONSTRAINT children_tenant_id_instance_id_branch_step_visit_position_a_key;
CREATE UNIQUE INDEX children_of_stay ON children (tenant_id, instance_id, branch, step, visit, position, attempt)
  WHERE visit IS NOT NULL;
DROP INDEX signals_of_stay;
CREATE INDEX signals_of_stay ON signals (tenant_id, instance_id, consumed_by) WHERE consumed_by IS NOT NULL;

-- What is open, and what belongs to a stay, without what has closed.
CREATE INDEX signals_open ON signals (tenant_id, instance_id) WHERE consumed_by IS NULL;
CREATE INDEX timers_open_of_instance ON timers (tenant_id, instance_id) WHERE closed_at IS NULL;
CREATE INDEX timers_of_stay ON timers (tenant_id, instance_id, stay) WHERE closed_at IS NOT NULL;
CREATE INDEX tasks_open_of_instance ON tasks (tenant_id, instance_id) WHERE status IN ('pending', 'in_progress');
-- By what the keys of the branches begin with that a stay in a fork opens: `main/checks.1/`.
CREATE INDEX branches_of_stay ON branches (tenant_id, instance_id, regexp_replace(key, '[^/]*$', '')) WHERE fork IS NOT NULL;

-- Trigger of signals: a signal is what the event says that received it, and is consumed once, by the stay that an event names.
CREATE OR REPLACE FUNCTION public.guard_signal() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  v_version bigint;
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('interlock.erasing', true) <> '' THEN
    IF public.is_erasure(OLD.tenant_id, OLD.instance_id, to_jsonb(OLD), to_jsonb(NEW)) THEN RETURN NEW; END IF;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a signal is not deleted: it is part of the history' USING ERRCODE = 'IL006';
  END IF;
  -- Read by itself: a plan that joins the two, made while the history was short, reads all of it ever after.
  v_version := (SELECT i.version FROM public.instances i WHERE i.tenant_id = NEW.tenant_id AND i.id = NEW.instance_id);
  IF TG_OP = 'UPDATE' THEN
    IF OLD.consumed_by IS NOT NULL THEN
      RAISE EXCEPTION 'the signal % is consumed and does not change any more', OLD.id
        USING ERRCODE = 'IL003', DETAIL = jsonb_build_object('id', OLD.id)::text;
    END IF;
    IF to_jsonb(NEW) - '{consumed_by,consumed_at}'::text[] <> to_jsonb(OLD) - '{consumed_by,consumed_at}'::text[] THEN
      RAISE EXCEPTION 'what a signal says does not change' USING ERRCODE = 'IL006';
    END IF;
  ELSIF NOT EXISTS (
    SELECT FROM public.events ev
    WHERE ev.tenant_id = NEW.tenant_id AND ev.instance_id = NEW.instance_id AND ev.sequence > v_version
      AND ev.sequence = NEW.sequence AND ev.type IN ('SIGNAL_RECEIVED', 'FILE_RECEIVED') AND ev.key = NEW.id
      AND ev.data ->> 'name' = NEW.name AND ev.data -> 'payload' = NEW.payload
      AND ev.data ->> 'correlation' IS NOT DISTINCT FROM NEW.correlation
      AND ev.data ->> 'expiresAt' = public.instant_text(NEW.expires_at)
  ) THEN
    RAISE EXCEPTION 'the signal % may not be received without its event', NEW.id
      USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('id', NEW.id)::text;
  END IF;
  IF NEW.consumed_by IS NOT NULL AND NOT EXISTS (
    SELECT FROM public.events ev
    WHERE ev.tenant_id = NEW.tenant_id AND ev.instance_id = NEW.instance_id AND ev.sequence > v_version
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
  v_version bigint;
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('interlock.erasing', true) <> '' THEN
    IF public.is_erasure(OLD.tenant_id, OLD.instance_id, to_jsonb(OLD), to_jsonb(NEW)) THEN RETURN NEW; END IF;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a timer is not deleted: it is part of the history' USING ERRCODE = 'IL006';
  END IF;
  -- Read by itself: a plan that joins the two, made while the history was short, reads all of it ever after.
  v_version := (SELECT i.version FROM public.instances i WHERE i.tenant_id = NEW.tenant_id AND i.id = NEW.instance_id);
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
      SELECT FROM public.events ev
      WHERE ev.tenant_id = NEW.tenant_id AND ev.instance_id = NEW.instance_id AND ev.sequence > v_version
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
      SELECT FROM public.events ev
      WHERE ev.tenant_id = NEW.tenant_id AND ev.instance_id = NEW.instance_id AND ev.sequence > v_version
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

-- Trigger of branches: a branch is in the state and has the status that the events of this transaction say, beginning as open
-- at a step to which its fork leads, or in the fork while activities of its way there run. The instance's own row is written last, so its version still marks where they begin.
CREATE OR REPLACE FUNCTION public.guard_branch() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  e record;
  reached text;
  reached_at bigint;
  reached_status text := 'open';
  ended_at bigint;
  v_version bigint;
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
  -- Read by itself: a plan that joins the two, made while the history was short, reads all of it ever after.
  v_version := (SELECT i.version FROM public.instances i WHERE i.tenant_id = NEW.tenant_id AND i.id = NEW.instance_id);
  FOR e IN
    SELECT ev.sequence, ev.subject, ev.from_status, ev.to_status, coalesce(ev.from_state, ev.migrated_from) AS from_state,
      ev.to_state, ev.version_id
    FROM public.events ev
    WHERE ev.tenant_id = NEW.tenant_id AND ev.instance_id = NEW.instance_id AND ev.sequence > v_version
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
    IF reached IS NULL AND e.to_state IS DISTINCT FROM NEW.fork AND NOT EXISTS (
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

-- Trigger of children, besides that of their lifecycle: what a child is about is what the event says that asked for it, and
-- does not change; it is started when there is its instance, and completed when that is, with its outcome.
CREATE OR REPLACE FUNCTION public.guard_child() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  v_version bigint;
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('interlock.erasing', true) <> '' THEN
    IF public.is_erasure(OLD.tenant_id, OLD.instance_id, to_jsonb(OLD), to_jsonb(NEW)) THEN RETURN NEW; END IF;
  END IF;
  IF TG_OP = 'INSERT' THEN
    -- Read by itself: a plan that joins the two, made while the history was short, reads all of it ever after.
    v_version := (SELECT i.version FROM public.instances i WHERE i.tenant_id = NEW.tenant_id AND i.id = NEW.instance_id);
    PERFORM FROM public.events ev
    WHERE ev.tenant_id = NEW.tenant_id AND ev.instance_id = NEW.instance_id AND ev.sequence > v_version
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

-- What `decide` reads of an instance, in the shape of lib/engine/snapshot.ts, in one round trip; null when there is none.
-- The database's clock comes along as `now`. With p_whole, closed tasks, executions, stays, branches and incidents come too
-- (for replay). What has closed is not read otherwise, so that step 800 costs what step 1 does: hence the branches of p_whole by
-- themselves, and one generic plan, in which they are not run. That plan may be made while the tables are all but empty: what is read
-- of each open stay is a lookup of its own (OFFSET 0), and never a join that reads an instance's whole table and compares.
-- PL/pgSQL, since before version 18 PostgreSQL plans an SQL function anew for every call: four fifths of what a load took.
CREATE OR REPLACE FUNCTION public.load_snapshot(p_tenant uuid, p_instance uuid, p_whole boolean DEFAULT false) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
BEGIN
  RETURN (
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
        'input', i.input, 'parent', CASE WHEN i.parent_id IS NOT NULL THEN jsonb_build_object(
          'instance', i.parent_id, 'child', i.parent_child, 'depth', i.depth) END, 'reopenedFrom', i.reopened_from, 'startedAt', public.instant_text(i.started_at), 'sequence', i.version, 'status', i.status, 'state', i.state,
        'waitingFor', to_jsonb(i.waiting_for), 'outcome', i.outcome, 'ending', i.ending, 'context', i.context, 'visits', i.visits,
        'stays', coalesce((
          SELECT jsonb_object_agg(s.key, jsonb_build_object(
            'key', s.key, 'branch', s.branch, 'step', s.step, 'visit', s.visit,
            'enteredAt', public.instant_text(s.entered_at), 'exitedAt', public.instant_text(s.exited_at))
            || CASE WHEN s.leaving IS NULL THEN '{}' ELSE jsonb_build_object('leaving', s.leaving) END
            || CASE WHEN s.awaits IS NULL THEN '{}' ELSE jsonb_build_object('awaits', s.awaits) END)
          FROM (
            SELECT s.* FROM public.step_instances s
            WHERE s.tenant_id = i.tenant_id AND s.instance_id = i.id AND s.exited_at IS NULL
            UNION ALL
            SELECT s.* FROM public.step_instances s
            WHERE p_whole AND s.tenant_id = i.tenant_id AND s.instance_id = i.id AND s.exited_at IS NOT NULL) AS s), '{}'),
        'branches', coalesce((
          SELECT jsonb_object_agg(b.key, jsonb_build_object(
            'key', b.key, 'parent', b.parent, 'fork', b.fork, 'state', b.state, 'status', b.status))
          FROM (
            SELECT b.* FROM public.step_instances s
            CROSS JOIN LATERAL (SELECT b.* FROM public.branches b
              WHERE b.tenant_id = s.tenant_id AND b.instance_id = s.instance_id AND b.parent = s.branch AND b.fork = s.step
                AND regexp_replace(b.key, '[^/]*$', '') = s.branch || '/' || s.step || '.' || s.visit || '/' OFFSET 0) AS b
            WHERE s.tenant_id = i.tenant_id AND s.instance_id = i.id AND s.exited_at IS NULL
            UNION ALL
            SELECT b.* FROM public.branches b WHERE p_whole AND b.tenant_id = i.tenant_id AND b.instance_id = i.id) AS b), '{}'),
        'tasks', coalesce((
          SELECT jsonb_object_agg(t.key, jsonb_build_object(
            'key', t.key, 'branch', t.branch, 'step', t.step, 'visit', t.visit, 'status', t.status, 'title', t.title,
            'instructions', t.instructions,
            'assignee', CASE WHEN t.assignee_id IS NOT NULL THEN jsonb_build_object(
              'id', t.assignee_id, 'name', t.assignee_name, 'email', t.assignee_email) END,
            'candidateRoles', to_jsonb(t.candidate_roles), 'candidatePeople', to_jsonb(t.candidate_people),
            'excluded', to_jsonb(t.excluded), 'limit', t.authority_limit, 'form', t.form, 'outcomes', t.outcomes,
            'facts', t.facts, 'approvals', t.approvals, 'votes', t.votes, 'priority', t.priority,
            'dueAt', public.instant_text(t.due_at), 'dueBasis', t.due_basis, 'createdAt', public.instant_text(t.created_at),
            'closedAt', public.instant_text(t.closed_at), 'outcome', t.outcome)
            || CASE WHEN t.delegation IS NULL THEN '{}' ELSE jsonb_build_object('delegation', t.delegation) END)
          FROM (
            SELECT t.* FROM public.step_instances s
            CROSS JOIN LATERAL (SELECT t.* FROM public.tasks t
              WHERE t.tenant_id = s.tenant_id AND t.instance_id = s.instance_id AND t.key = s.key OFFSET 0) AS t
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
            'undoOf', x.undo_of, 'compensation', x.compensation, 'irreversible', x.irreversible)
            || CASE WHEN x.resource IS NULL THEN '{}' ELSE jsonb_build_object('resource', x.resource) END)
          FROM (
            SELECT x.* FROM public.step_instances s
            CROSS JOIN LATERAL (SELECT x.* FROM public.activity_executions x
              WHERE x.tenant_id = s.tenant_id AND x.instance_id = s.instance_id
                AND x.step = s.step AND x.visit = s.visit AND x.branch = s.branch OFFSET 0) AS x
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
                      AND u.closed_at IS NOT NULL OFFSET 0) END
            UNION ALL
            SELECT x.* FROM public.activity_executions x
            WHERE p_whole AND x.tenant_id = i.tenant_id AND x.instance_id = i.id) AS x), '{}'),
        'results', coalesce((
          SELECT jsonb_object_agg(r.activity, jsonb_build_object('output', r.output, 'execution', r.execution))
          FROM public.activity_results r WHERE r.tenant_id = i.tenant_id AND r.instance_id = i.id), '{}'),
        'children', coalesce((
          SELECT jsonb_object_agg(c.key, jsonb_build_object(
            'key', c.key, 'branch', c.branch, 'step', c.step, 'visit', c.visit, 'position', c.position, 'attempt', c.attempt,
            'definition', c.definition, 'version', c.version, 'subject', c.subject, 'input', c.input, 'status', c.status,
            'instance', c.child_id, 'cancelling', c.cancelling, 'outcome', c.outcome, 'output', c.output, 'error', c.error,
            'createdAt', public.instant_text(c.created_at), 'closedAt', public.instant_text(c.closed_at)))
          FROM (
            SELECT c.* FROM public.step_instances s
            CROSS JOIN LATERAL (SELECT c.* FROM public.children c
              WHERE c.tenant_id = s.tenant_id AND c.instance_id = s.instance_id
                AND c.branch = s.branch AND c.step = s.step AND c.visit = s.visit OFFSET 0) AS c
            WHERE s.tenant_id = i.tenant_id AND s.instance_id = i.id AND s.exited_at IS NULL
            UNION ALL
            SELECT c.* FROM public.children c WHERE p_whole AND c.tenant_id = i.tenant_id AND c.instance_id = i.id) AS c), '{}'),
        'incidents', coalesce((
          SELECT jsonb_object_agg(c.key, jsonb_build_object(
            'key', c.key, 'step', c.step, 'code', c.code, 'message', c.message,
            'openedAt', public.instant_text(c.opened_at), 'closedAt', public.instant_text(c.closed_at),
            'resolution', c.resolution) ORDER BY c.opened_sequence)
          FROM (
            SELECT c.* FROM public.incidents c
            WHERE c.tenant_id = i.tenant_id AND c.instance_id = i.id AND c.closed_at IS NULL
            UNION ALL
            SELECT c.* FROM public.incidents c
            WHERE p_whole AND c.tenant_id = i.tenant_id AND c.instance_id = i.id AND c.closed_at IS NOT NULL) AS c), '{}'),
        'timers', coalesce((
          SELECT jsonb_object_agg(r.key, jsonb_build_object(
            'key', r.key, 'branch', r.branch, 'stay', r.stay, 'purpose', r.purpose, 'rung', r.rung,
            'dueAt', public.instant_text(r.due_at), 'basis', r.basis, 'setAt', public.instant_text(r.set_at),
            'closedAt', public.instant_text(r.closed_at), 'ending', r.ending))
          FROM (
            SELECT r.* FROM public.timers r
            WHERE r.tenant_id = i.tenant_id AND r.instance_id = i.id AND r.closed_at IS NULL
            UNION ALL
            SELECT r.* FROM public.step_instances s
            CROSS JOIN LATERAL (SELECT r.* FROM public.timers r
              WHERE r.tenant_id = s.tenant_id AND r.instance_id = s.instance_id AND r.stay = s.key
                AND r.closed_at IS NOT NULL OFFSET 0) AS r
            WHERE s.tenant_id = i.tenant_id AND s.instance_id = i.id AND s.exited_at IS NULL
            UNION ALL
            SELECT r.* FROM public.timers r
            WHERE p_whole AND r.tenant_id = i.tenant_id AND r.instance_id = i.id AND r.closed_at IS NOT NULL) AS r), '{}'),
        'signals', coalesce((
          SELECT jsonb_object_agg(g.id, jsonb_build_object(
            'id', g.id, 'name', g.name, 'payload', g.payload, 'sequence', g.sequence,
            'receivedAt', public.instant_text(g.received_at), 'expiresAt', public.instant_text(g.expires_at),
            'consumedBy', g.consumed_by, 'consumedAt', public.instant_text(g.consumed_at))
            || CASE WHEN g.correlation IS NULL THEN '{}' ELSE jsonb_build_object('correlation', g.correlation) END)
          FROM (
            SELECT g.* FROM public.signals g
            WHERE g.tenant_id = i.tenant_id AND g.instance_id = i.id AND g.consumed_by IS NULL
            UNION ALL
            SELECT g.* FROM public.step_instances s
            CROSS JOIN LATERAL (SELECT g.* FROM public.signals g
              WHERE g.tenant_id = s.tenant_id AND g.instance_id = s.instance_id AND g.consumed_by = s.key OFFSET 0) AS g
            WHERE s.tenant_id = i.tenant_id AND s.instance_id = i.id AND s.exited_at IS NULL
            UNION ALL
            SELECT g.* FROM public.signals g
            WHERE p_whole AND g.tenant_id = i.tenant_id AND g.instance_id = i.id AND g.consumed_by IS NOT NULL) AS g), '{}')))
    FROM public.instances i
    WHERE i.tenant_id = p_tenant AND i.id = p_instance
      AND coalesce(public.current_tenant(), p_tenant) = p_tenant
  );
END
$$;

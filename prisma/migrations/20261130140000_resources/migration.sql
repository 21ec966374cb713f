-- Resources (DESIGN 8.10): what several activities share and only bears so much at a time, such as a partner's API.
-- An operator's, in which tenants may have a part: all of them together keep to it. Only the owner writes it.
CREATE TABLE shared_resources (
  key        text PRIMARY KEY CHECK (key ~ '^[a-z][a-z0-9_-]{0,63}$'),
  title      text NOT NULL CHECK (title <> ''),
  at_once    integer CHECK (at_once BETWEEN 0 AND 10000),
  per_second numeric(8, 2) CHECK (per_second BETWEEN 0.01 AND 10000),
  CHECK (at_once IS NOT NULL OR per_second IS NOT NULL)
);
COMMENT ON TABLE shared_resources IS 'Capacities that all tenants together keep to; resources.shared takes part in one.';

CREATE TABLE resources (
  tenant_id       uuid NOT NULL REFERENCES tenants (id),
  key             text NOT NULL CHECK (key ~ '^[a-z][a-z0-9_-]{0,63}$'),
  title           text NOT NULL CHECK (title <> ''),
  -- Attempts that run at the same moment; 0 stops all.
  at_once         integer CHECK (at_once BETWEEN 0 AND 10000),
  -- Attempts that begin in a second.
  per_second      numeric(8, 2) CHECK (per_second BETWEEN 0.01 AND 10000),
  shared          text REFERENCES shared_resources (key),
  revision        integer NOT NULL DEFAULT 1 CHECK (revision > 0),
  changed_at      timestamptz NOT NULL DEFAULT now(),
  changed_by_name text NOT NULL,
  -- Whose turn it is among the tenants of a shared one.
  last_granted_at timestamptz,
  PRIMARY KEY (tenant_id, key),
  CHECK (at_once IS NOT NULL OR per_second IS NOT NULL OR shared IS NOT NULL)
);
CREATE INDEX resources_shared ON resources (shared) WHERE shared IS NOT NULL;
COMMENT ON TABLE resources IS 'What activities may name as their resource, and how much of it there is. Definitions name them, so none is deleted.';

ALTER TABLE activity_executions ADD COLUMN resource text;

CREATE TABLE resource_requests (
  tenant_id   uuid NOT NULL,
  instance_id uuid NOT NULL,
  execution   text NOT NULL,
  resource    text NOT NULL,
  -- Of work that workers elsewhere fetch: it stands in line while one asks for it.
  topic       text,
  state       text NOT NULL CHECK (state IN ('unasked', 'waiting', 'granted', 'held')),
  -- Its place in the line: when it asked, or when its next attempt may begin.
  due_at      timestamptz NOT NULL,
  -- Until when a place that was given may be taken up, or a worker elsewhere asks.
  until       timestamptz,
  -- Since when it asks, or has the place.
  since       timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, instance_id, execution),
  FOREIGN KEY (tenant_id, instance_id, execution) REFERENCES activity_executions (tenant_id, instance_id, key),
  FOREIGN KEY (tenant_id, resource) REFERENCES resources (tenant_id, key)
);
CREATE INDEX resource_requests_in_line ON resource_requests (tenant_id, resource, due_at) WHERE state = 'waiting';
CREATE INDEX resource_requests_asked ON resource_requests (tenant_id, resource) WHERE state IN ('waiting', 'granted');
CREATE INDEX resource_requests_taken ON resource_requests (tenant_id, resource) WHERE state IN ('granted', 'held');
CREATE INDEX resource_requests_due ON resource_requests (due_at) WHERE state = 'waiting';
CREATE INDEX resource_requests_until ON resource_requests (until) WHERE until IS NOT NULL;
CREATE INDEX resource_requests_pulled ON resource_requests (tenant_id, topic, due_at) WHERE topic IS NOT NULL;
COMMENT ON TABLE resource_requests IS 'Attempts that wait for room at a resource, and those that have a place there; follows activity_executions by a trigger.';

CREATE TABLE resource_starts (
  tenant_id uuid NOT NULL,
  resource  text NOT NULL,
  at        timestamptz NOT NULL,
  FOREIGN KEY (tenant_id, resource) REFERENCES resources (tenant_id, key)
);
CREATE INDEX resource_starts_at ON resource_starts (tenant_id, resource, at);
COMMENT ON TABLE resource_starts IS 'When attempts began lately, of resources that have a rate.';

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
          'dueAt', public.instant_text(t.due_at), 'dueBasis', t.due_basis, 'createdAt', public.instant_text(t.created_at),
          'closedAt', public.instant_text(t.closed_at), 'outcome', t.outcome)
          || CASE WHEN t.delegation IS NULL THEN '{}' ELSE jsonb_build_object('delegation', t.delegation) END)
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
          'undoOf', x.undo_of, 'compensation', x.compensation, 'irreversible', x.irreversible)
          || CASE WHEN x.resource IS NULL THEN '{}' ELSE jsonb_build_object('resource', x.resource) END)
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
      'children', coalesce((
        SELECT jsonb_object_agg(c.key, jsonb_build_object(
          'key', c.key, 'branch', c.branch, 'step', c.step, 'visit', c.visit, 'position', c.position, 'attempt', c.attempt,
          'definition', c.definition, 'version', c.version, 'subject', c.subject, 'input', c.input, 'status', c.status,
          'instance', c.child_id, 'cancelling', c.cancelling, 'outcome', c.outcome, 'output', c.output, 'error', c.error,
          'createdAt', public.instant_text(c.created_at), 'closedAt', public.instant_text(c.closed_at)))
        FROM (
          SELECT c.* FROM public.step_instances s
          JOIN public.children c ON c.tenant_id = s.tenant_id AND c.instance_id = s.instance_id
            AND c.branch = s.branch AND c.step = s.step AND c.visit = s.visit
          WHERE s.tenant_id = i.tenant_id AND s.instance_id = i.id AND s.exited_at IS NULL
          UNION ALL
          SELECT c.* FROM public.children c WHERE p_whole AND c.tenant_id = i.tenant_id AND c.instance_id = i.id) AS c), '{}'),
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
          'consumedBy', g.consumed_by, 'consumedAt', public.instant_text(g.consumed_at))
          || CASE WHEN g.correlation IS NULL THEN '{}' ELSE jsonb_build_object('correlation', g.correlation) END)
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
    -- What needs a place at a resource is there to be fetched when it has got one.
    AND (x.resource IS NULL OR EXISTS (
      SELECT FROM public.resource_requests q
      WHERE q.tenant_id = x.tenant_id AND q.instance_id = x.instance_id AND q.execution = x.key
        AND q.state = 'granted' AND q.until > clock_timestamp()))
    AND coalesce(public.current_tenant(), p_tenant) = p_tenant
  ORDER BY x.created_at, x.instance_id, x.key
  LIMIT p_limit
  FOR NO KEY UPDATE OF i SKIP LOCKED
$$;

-- Trigger of activity executions that need a place at a resource: the request for one follows the status. Nothing begins without a
-- place that was given to it (grant_room), whoever writes; a place is free again in the commit in which the attempt has ended.
CREATE OR REPLACE FUNCTION public.follow_resource_request() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF NEW.status IN ('ready', 'retrying') THEN
    INSERT INTO public.resource_requests AS q (tenant_id, instance_id, execution, resource, topic, state, due_at)
    VALUES (NEW.tenant_id, NEW.instance_id, NEW.key, NEW.resource, NEW.topic,
      CASE WHEN NEW.topic IS NULL THEN 'waiting' ELSE 'unasked' END, coalesce(NEW.next_attempt_at, clock_timestamp()))
    ON CONFLICT (tenant_id, instance_id, execution)
    DO UPDATE SET state = excluded.state, due_at = excluded.due_at, until = NULL, since = clock_timestamp();
  ELSIF NEW.status = 'running' THEN
    UPDATE public.resource_requests q SET state = 'held', until = NULL, since = clock_timestamp()
    WHERE q.tenant_id = NEW.tenant_id AND q.instance_id = NEW.instance_id AND q.execution = NEW.key
      AND q.state = 'granted' AND q.until > clock_timestamp();
    IF NOT FOUND THEN
      RAISE EXCEPTION 'there is no room for % at the resource %', NEW.key, NEW.resource USING ERRCODE = 'IL002',
        DETAIL = jsonb_build_object('execution', NEW.key, 'resource', NEW.resource)::text;
    END IF;
    INSERT INTO public.resource_starts (tenant_id, resource, at)
    SELECT r.tenant_id, r.key, clock_timestamp()
    FROM public.resources r LEFT JOIN public.shared_resources s ON s.key = r.shared
    WHERE r.tenant_id = NEW.tenant_id AND r.key = NEW.resource
      AND (r.per_second IS NOT NULL OR s.per_second IS NOT NULL);
  ELSIF NEW.status <> 'scheduled' THEN
    DELETE FROM public.resource_requests q
    WHERE q.tenant_id = NEW.tenant_id AND q.instance_id = NEW.instance_id AND q.execution = NEW.key;
  END IF;
  RETURN NULL;
END
$$;

-- Gives free places at resources to those who wait for one (DESIGN 8.10), and brings a worker along; says to whom. One at a time
-- decides about a resource: its row is locked, or that of the shared one that several tenants have a part in, always in the order
-- of the keys. Never more than `at_once` are given and held; never more than `per_second` begin in any second: what was given
-- and has not begun counts like what has just begun. Of several tenants the one with the fewest places is next, then the one that
-- has waited longest for its turn. A place that nobody has taken up for p_seconds (p_pulled for work that workers elsewhere fetch)
-- goes back, and who had it is first in line again.
CREATE OR REPLACE FUNCTION public.grant_room(p_most integer, p_seconds integer, p_pulled integer)
RETURNS TABLE (tenant_id uuid, instance_id uuid, execution text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  gate record;
  turn record;
  chosen record;
  given integer := 0;
BEGIN
  FOR gate IN
    -- One look for each resource that somebody asks for, however many do.
    WITH RECURSIVE asked AS (
      (SELECT q.tenant_id, q.resource FROM public.resource_requests q WHERE q.state IN ('waiting', 'granted')
       ORDER BY q.tenant_id, q.resource LIMIT 1)
      UNION ALL
      SELECT n.tenant_id, n.resource FROM asked a CROSS JOIN LATERAL (
        SELECT q.tenant_id, q.resource FROM public.resource_requests q
        WHERE q.state IN ('waiting', 'granted') AND (q.tenant_id, q.resource) > (a.tenant_id, a.resource)
        ORDER BY q.tenant_id, q.resource LIMIT 1) AS n)
    SELECT DISTINCT r.shared, CASE WHEN r.shared IS NULL THEN r.tenant_id END AS tenant,
      CASE WHEN r.shared IS NULL THEN r.key END AS key
    FROM asked a JOIN public.resources r ON r.tenant_id = a.tenant_id AND r.key = a.resource
    ORDER BY 1, 2, 3
  LOOP
    IF gate.shared IS NULL THEN
      PERFORM FROM public.resources r WHERE r.tenant_id = gate.tenant AND r.key = gate.key FOR NO KEY UPDATE;
    ELSE
      PERFORM FROM public.shared_resources s WHERE s.key = gate.shared FOR NO KEY UPDATE;
    END IF;

    UPDATE public.resource_requests q SET state = CASE WHEN q.topic IS NULL THEN 'waiting' ELSE 'unasked' END, until = NULL
    FROM public.resources r
    WHERE CASE WHEN gate.shared IS NULL THEN r.tenant_id = gate.tenant AND r.key = gate.key ELSE r.shared = gate.shared END
      AND q.tenant_id = r.tenant_id AND q.resource = r.key AND q.state IN ('waiting', 'granted') AND q.until <= clock_timestamp();
    -- No rate counts further back than its own window, and none is longer than 100 s.
    DELETE FROM public.resource_starts b USING public.resources r
    WHERE CASE WHEN gate.shared IS NULL THEN r.tenant_id = gate.tenant AND r.key = gate.key ELSE r.shared = gate.shared END
      AND b.tenant_id = r.tenant_id AND b.resource = r.key AND b.at < clock_timestamp() - interval '101 seconds';

    WHILE given < p_most LOOP
      IF gate.shared IS NOT NULL THEN
        PERFORM FROM public.shared_resources s
        CROSS JOIN LATERAL (
          SELECT count(*) AS n, count(*) FILTER (WHERE q.state = 'granted') AS granted
          FROM public.resources r JOIN public.resource_requests q ON q.tenant_id = r.tenant_id AND q.resource = r.key
          WHERE r.shared = s.key AND q.state IN ('granted', 'held')) AS taken
        CROSS JOIN LATERAL (
          SELECT count(*) AS n FROM public.resources r
          JOIN public.resource_starts b ON b.tenant_id = r.tenant_id AND b.resource = r.key
          WHERE r.shared = s.key
            AND b.at > clock_timestamp() - make_interval(secs => greatest(1, floor(s.per_second)) / s.per_second)) AS begun
        WHERE s.key = gate.shared AND (s.at_once IS NULL OR taken.n < s.at_once)
          AND (s.per_second IS NULL OR taken.granted + begun.n < greatest(1, floor(s.per_second)));
        EXIT WHEN NOT FOUND;
      END IF;

      SELECT r.tenant_id AS tenant, r.key INTO turn
      FROM public.resources r
      CROSS JOIN LATERAL (
        SELECT count(*) AS n, count(*) FILTER (WHERE q.state = 'granted') AS granted
        FROM public.resource_requests q
        WHERE q.tenant_id = r.tenant_id AND q.resource = r.key AND q.state IN ('granted', 'held')) AS taken
      WHERE CASE WHEN gate.shared IS NULL THEN r.tenant_id = gate.tenant AND r.key = gate.key ELSE r.shared = gate.shared END
        AND (r.at_once IS NULL OR taken.n < r.at_once)
        AND (r.per_second IS NULL OR taken.granted + (
          SELECT count(*) FROM public.resource_starts b
          WHERE b.tenant_id = r.tenant_id AND b.resource = r.key
            AND b.at > clock_timestamp() - make_interval(secs => greatest(1, floor(r.per_second)) / r.per_second)
          ) < greatest(1, floor(r.per_second)))
        AND EXISTS (
          SELECT FROM public.resource_requests q
          JOIN public.instances i ON i.tenant_id = q.tenant_id AND i.id = q.instance_id
          WHERE q.tenant_id = r.tenant_id AND q.resource = r.key AND q.state = 'waiting' AND q.due_at <= clock_timestamp()
            AND i.status IN ('running', 'waiting', 'compensating'))
      ORDER BY taken.n, r.last_granted_at NULLS FIRST, r.tenant_id, r.key
      LIMIT 1;
      EXIT WHEN NOT FOUND;

      -- Passed over while somebody moves its instance: that move says what becomes of it.
      SELECT q.instance_id AS instance, q.execution AS work, q.topic INTO chosen
      FROM public.resource_requests q JOIN public.instances i ON i.tenant_id = q.tenant_id AND i.id = q.instance_id
      WHERE q.tenant_id = turn.tenant AND q.resource = turn.key AND q.state = 'waiting' AND q.due_at <= clock_timestamp()
        AND i.status IN ('running', 'waiting', 'compensating')
      ORDER BY q.due_at, q.instance_id, q.execution
      LIMIT 1
      FOR NO KEY UPDATE OF q SKIP LOCKED;
      EXIT WHEN NOT FOUND;

      UPDATE public.resource_requests q SET state = 'granted', until = clock_timestamp() + make_interval(
        secs => CASE WHEN chosen.topic IS NULL THEN p_seconds ELSE p_pulled END)
      WHERE q.tenant_id = turn.tenant AND q.instance_id = chosen.instance AND q.execution = chosen.work;
      UPDATE public.resources r SET last_granted_at = clock_timestamp() WHERE r.tenant_id = turn.tenant AND r.key = turn.key;
      IF chosen.topic IS NULL THEN
        INSERT INTO public.outbox (tenant_id, instance_id, task, payload)
        VALUES (turn.tenant, chosen.instance, 'run-activity', jsonb_build_object('execution', chosen.work));
      END IF;
      given := given + 1;
      tenant_id := turn.tenant;
      instance_id := chosen.instance;
      execution := chosen.work;
      RETURN NEXT;
    END LOOP;
  END LOOP;
END
$$;

-- Milliseconds until grant_room may have something to give by itself: a retry that comes due, a place that nobody has taken up, the
-- next instant of a rate. Null when nobody waits. A place that becomes free is told by the move that frees it.
CREATE OR REPLACE FUNCTION public.next_room() RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT greatest(1, least(86400000, ceil(extract(epoch FROM min(w.at) - clock_timestamp()) * 1000)))::integer
  FROM (
    (SELECT q.due_at AS at FROM public.resource_requests q
     WHERE q.state = 'waiting' AND q.due_at > clock_timestamp() ORDER BY q.due_at LIMIT 1)
    UNION ALL
    (SELECT q.until FROM public.resource_requests q
     WHERE q.state IN ('waiting', 'granted') AND q.until IS NOT NULL ORDER BY q.until LIMIT 1)
    UNION ALL
    SELECT min(b.at) + make_interval(secs => greatest(1, floor(rate.per_second)) / rate.per_second)
    FROM (
      SELECT r.tenant_id, r.key, r.per_second FROM public.resources r WHERE r.per_second IS NOT NULL
      UNION ALL
      SELECT r.tenant_id, r.key, s.per_second FROM public.resources r JOIN public.shared_resources s ON s.key = r.shared
      WHERE s.per_second IS NOT NULL) AS rate
    JOIN public.resource_starts b ON b.tenant_id = rate.tenant_id AND b.resource = rate.key
      AND b.at > clock_timestamp() - make_interval(secs => greatest(1, floor(rate.per_second)) / rate.per_second)
    WHERE EXISTS (
      SELECT FROM public.resource_requests q
      WHERE q.tenant_id = rate.tenant_id AND q.resource = rate.key AND q.state = 'waiting')
    GROUP BY rate.tenant_id, rate.key, rate.per_second) AS w
$$;

-- A worker elsewhere asks for work of these topics: what needs a place at a resource stands in line for p_seconds. Without anybody
-- who asks it would take places from work that somebody would do. Says how much stands in line now, or has got its
-- place meanwhile.
CREATE OR REPLACE FUNCTION public.ask_for_room(p_tenant uuid, p_topics text[], p_limit integer, p_seconds integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  asked integer;
BEGIN
  WITH oldest AS (
    SELECT q.instance_id, q.execution FROM public.resource_requests q
    WHERE q.tenant_id = p_tenant AND q.topic = ANY (p_topics) AND q.state IN ('unasked', 'waiting')
      AND q.due_at <= clock_timestamp() AND coalesce(public.current_tenant(), p_tenant) = p_tenant
    ORDER BY q.due_at, q.instance_id, q.execution
    LIMIT p_limit
    FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE public.resource_requests q SET state = 'waiting', until = clock_timestamp() + make_interval(secs => p_seconds)
  FROM oldest
  WHERE q.tenant_id = p_tenant AND q.instance_id = oldest.instance_id AND q.execution = oldest.execution;
  GET DIAGNOSTICS asked = ROW_COUNT;
  RETURN asked + (
    SELECT count(*) FROM public.resource_requests q
    WHERE q.tenant_id = p_tenant AND q.topic = ANY (p_topics) AND q.state = 'granted' AND q.until > clock_timestamp()
      AND coalesce(public.current_tenant(), p_tenant) = p_tenant);
END
$$;

CREATE TRIGGER activity_executions_room AFTER INSERT OR UPDATE OF status ON activity_executions
  FOR EACH ROW WHEN (NEW.resource IS NOT NULL AND NEW.status <> 'created') EXECUTE FUNCTION follow_resource_request();

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['resources', 'resource_requests', 'resource_starts'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY own_tenant ON %I TO interlock_app USING (tenant_id = current_tenant())', t);
    EXECUTE format('CREATE POLICY engine ON %I TO interlock_engine USING (true) WITH CHECK (true)', t);
    EXECUTE format('GRANT SELECT ON %I TO interlock_engine, interlock_app', t);
  END LOOP;
END $$;
GRANT SELECT ON shared_resources TO interlock_engine, interlock_app;
-- Locking a row needs the right to change one.
GRANT UPDATE (title) ON shared_resources TO interlock_engine;
GRANT UPDATE (last_granted_at) ON resources TO interlock_engine;
GRANT INSERT, UPDATE, DELETE ON resource_requests TO interlock_engine;
GRANT INSERT, DELETE ON resource_starts TO interlock_engine;
GRANT INSERT (tenant_id, key, title, at_once, per_second, shared, revision, changed_at, changed_by_name),
  UPDATE (title, at_once, per_second, shared, revision, changed_at, changed_by_name) ON resources TO interlock_app;

GRANT interlock_engine TO CURRENT_USER;
GRANT CREATE ON SCHEMA public TO interlock_engine;
DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['grant_room(integer, integer, integer)', 'next_room()', 'ask_for_room(uuid, text[], integer, integer)'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO interlock_app', f);
    EXECUTE format('ALTER FUNCTION %s OWNER TO interlock_engine', f);
  END LOOP;
END $$;
ALTER FUNCTION follow_resource_request() OWNER TO interlock_engine;
REVOKE ALL ON FUNCTION follow_resource_request() FROM PUBLIC;
REVOKE CREATE ON SCHEMA public FROM interlock_engine;

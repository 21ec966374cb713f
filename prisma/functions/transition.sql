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

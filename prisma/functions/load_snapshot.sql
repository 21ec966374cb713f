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

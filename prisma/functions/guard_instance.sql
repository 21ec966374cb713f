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

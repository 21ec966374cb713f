-- Retention (DESIGN 18): the histories of instances that have ended long ago, which are most of what a database of processes holds,
-- stand in an archive. Their instances stay where they are: search, lists and pages are the same.

CREATE TABLE archived_events (
  LIKE events,
  PRIMARY KEY (tenant_id, instance_id, sequence),
  FOREIGN KEY (tenant_id, instance_id) REFERENCES instances (tenant_id, id)
);
COMMENT ON TABLE archived_events IS 'Histories of instances that ended long ago; what stood in events stands here row for row, hashes included.';

-- After how many days the histories of a definition go, where it is not the setting of the whole product.
CREATE TABLE retention_rules (
  tenant_id      uuid NOT NULL REFERENCES tenants (id),
  definition_key text NOT NULL,
  days           integer NOT NULL CHECK (days BETWEEN 1 AND 36500),
  PRIMARY KEY (tenant_id, definition_key)
);

ALTER TABLE instances ADD COLUMN history_archived boolean NOT NULL DEFAULT false;
CREATE INDEX instances_to_archive ON instances (closed_at) WHERE closed_at IS NOT NULL AND NOT history_archived;
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (received_at);

-- Trigger of events: history is written once. A row may leave only for the archive, which then has the very same one.
CREATE OR REPLACE FUNCTION public.guard_history() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM FROM public.archived_events a
    WHERE a.tenant_id = OLD.tenant_id AND a.instance_id = OLD.instance_id AND a.sequence = OLD.sequence AND a.hash = OLD.hash;
    IF FOUND THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION '% of % is refused: its rows are written once', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'IL006', DETAIL = jsonb_build_object('table', TG_TABLE_NAME, 'operation', TG_OP)::text;
END
$$;
-- Trigger of archived_events, before insert: the archive takes in what the history has, of an instance that never moves again.
CREATE OR REPLACE FUNCTION public.guard_archived_event() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM FROM public.events e JOIN public.instances i ON i.tenant_id = e.tenant_id AND i.id = e.instance_id
  WHERE e.tenant_id = NEW.tenant_id AND e.instance_id = NEW.instance_id AND e.sequence = NEW.sequence
    AND to_jsonb(e) = to_jsonb(NEW) AND i.status IN ('completed', 'reversed', 'cancelled');
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the archive takes in nothing but the history of an ended instance' USING ERRCODE = 'IL006';
  END IF;
  RETURN NEW;
END
$$;
-- The history of an instance, wherever it is kept. The planner sees through it: a condition on the sequence uses the key of both.
CREATE OR REPLACE FUNCTION public.history_of(p_tenant uuid, p_instance uuid) RETURNS SETOF public.events
LANGUAGE sql STABLE
AS $$
  SELECT e.* FROM public.events e WHERE e.tenant_id = p_tenant AND e.instance_id = p_instance
  UNION ALL
  SELECT a.* FROM public.archived_events a WHERE a.tenant_id = p_tenant AND a.instance_id = p_instance
$$;
-- Moves the histories of some instances that have ended long ago into the archive: p_days ago, or as many as the rule of their
-- definition says; at most p_most of them, so that it never holds much for long. What somebody still has to hear of stays.
-- Returns how many it moved.
CREATE OR REPLACE FUNCTION public.archive_histories(p_days integer, p_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  r record;
  v_moved integer := 0;
BEGIN
  FOR r IN
    SELECT i.tenant_id, i.id FROM public.instances i
    LEFT JOIN public.retention_rules k ON k.tenant_id = i.tenant_id AND k.definition_key = i.definition_key
    WHERE i.closed_at IS NOT NULL AND NOT i.history_archived
      AND i.closed_at < now() - make_interval(days => coalesce(k.days, p_days))
      AND i.status IN ('completed', 'reversed', 'cancelled')
      AND NOT EXISTS (SELECT FROM public.event_deliveries d WHERE d.tenant_id = i.tenant_id AND d.instance_id = i.id)
      AND NOT EXISTS (SELECT FROM public.pending_notices n WHERE n.tenant_id = i.tenant_id AND n.instance_id = i.id)
    ORDER BY i.closed_at LIMIT p_most
    FOR NO KEY UPDATE OF i SKIP LOCKED
  LOOP
    INSERT INTO public.archived_events SELECT e.* FROM public.events e WHERE e.tenant_id = r.tenant_id AND e.instance_id = r.id;
    DELETE FROM public.events e WHERE e.tenant_id = r.tenant_id AND e.instance_id = r.id;
    UPDATE public.instances i SET history_archived = true WHERE i.tenant_id = r.tenant_id AND i.id = r.id;
    v_moved := v_moved + 1;
  END LOOP;
  RETURN v_moved;
END
$$;
-- Removes what nobody needs any more: webhook deliveries older than p_days, 31 at least (by then no sender sends one again), and files whose
-- upload ended halfway a day ago, so that no history names them. At most p_most of each. Returns how many it removed.
CREATE OR REPLACE FUNCTION public.clean_up(p_days integer, p_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_deliveries integer;
  v_files integer;
BEGIN
  DELETE FROM public.webhook_deliveries d WHERE (d.tenant_id, d.id) IN (
    SELECT o.tenant_id, o.id FROM public.webhook_deliveries o
    WHERE o.received_at < now() - make_interval(days => greatest(p_days, 31)) ORDER BY o.received_at LIMIT p_most);
  GET DIAGNOSTICS v_deliveries = ROW_COUNT;
  DELETE FROM public.files f WHERE (f.tenant_id, f.id) IN (
    SELECT o.tenant_id, o.id FROM public.files o
    WHERE o.uploaded_at < now() - interval '1 day' AND NOT EXISTS (
      SELECT FROM public.signals s WHERE s.tenant_id = o.tenant_id AND s.instance_id = o.instance_id AND s.id = o.id::text)
    LIMIT p_most);
  GET DIAGNOSTICS v_files = ROW_COUNT;
  RETURN v_deliveries + v_files;
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
-- The text of an event that its hash covers. Anyone can rebuild it: a JSON array of texts and nulls, ", " between them.
-- The data enters by its own hash, so that erasing data leaves the chain whole (DESIGN 5.4). What a
-- migration between versions says stands at the end where there is something: other events keep the text that they had.
CREATE OR REPLACE FUNCTION public.event_text(e public.events) RETURNS text
LANGUAGE sql STABLE
AS $$
  SELECT json_build_array(
    e.tenant_id::text, e.instance_id::text, e.sequence::text, e.type, e.subject, e.branch, e.key,
    e.lifecycle, e.from_status, e.to_status, e.version_id::text, e.from_state, e.to_state,
    e.actor_type, e.actor_id, e.actor_name, e.on_behalf_of_id, e.on_behalf_of_name,
    e.reason, e.correlation_id, e.causation_id, e.worker_id,
    encode(e.data_hash, 'hex'), (extract(epoch FROM e.occurred_at) * 1000000)::bigint::text
  )::text || CASE WHEN num_nonnulls(e.from_version_id, e.migrated_from) > 0
    THEN json_build_array(e.from_version_id::text, e.migrated_from)::text ELSE '' END
$$;

DROP TRIGGER events_once ON events;
CREATE TRIGGER events_once BEFORE UPDATE OR DELETE ON events FOR EACH ROW EXECUTE FUNCTION guard_history();
CREATE TRIGGER archived_events_guard BEFORE INSERT ON archived_events FOR EACH ROW EXECUTE FUNCTION guard_archived_event();
CREATE TRIGGER archived_events_once BEFORE UPDATE OR DELETE ON archived_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER archived_events_keep BEFORE TRUNCATE ON archived_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- A delivery stays as long as it may come again.
DROP TRIGGER webhook_deliveries_stay ON webhook_deliveries;
CREATE TRIGGER webhook_deliveries_stay BEFORE DELETE ON webhook_deliveries
  FOR EACH ROW WHEN (OLD.received_at > now() - interval '30 days') EXECUTE FUNCTION refuse_change();

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['archived_events', 'retention_rules'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY own_tenant ON %I TO interlock_app USING (tenant_id = current_tenant())', t);
    EXECUTE format('CREATE POLICY engine ON %I TO interlock_engine USING (true) WITH CHECK (true)', t);
    EXECUTE format('GRANT SELECT ON %I TO interlock_engine, interlock_app', t);
  END LOOP;
END $$;
GRANT INSERT ON archived_events TO interlock_engine;
GRANT DELETE ON events, webhook_deliveries, files TO interlock_engine;
GRANT INSERT, UPDATE (days), DELETE ON retention_rules TO interlock_app;

GRANT interlock_engine TO CURRENT_USER;
GRANT CREATE ON SCHEMA public TO interlock_engine;
DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['archive_histories(integer, integer)', 'clean_up(integer, integer)'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO interlock_app', f);
    EXECUTE format('ALTER FUNCTION %s OWNER TO interlock_engine', f);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM interlock_engine;

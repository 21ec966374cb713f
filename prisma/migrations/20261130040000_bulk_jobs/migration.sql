-- Bulk jobs (DESIGN 14): one action on a frozen list of instances, worked off in batches by any worker.

CREATE TABLE bulk_moves (
  lifecycle   text NOT NULL CHECK (lifecycle IN ('bulk_job', 'bulk_item')),
  from_status text NOT NULL,
  to_status   text NOT NULL,
  PRIMARY KEY (lifecycle, from_status, to_status)
);
COMMENT ON TABLE bulk_moves IS 'Closed lists of bulk jobs and of what they are about; lib/bulk-jobs/lifecycle.ts has the same.';
INSERT INTO bulk_moves (lifecycle, from_status, to_status) VALUES
  ('bulk_job', 'prepared', 'running'),
  ('bulk_job', 'running', 'paused'), ('bulk_job', 'running', 'done'), ('bulk_job', 'running', 'cancelled'),
  ('bulk_job', 'paused', 'running'), ('bulk_job', 'paused', 'cancelled'),
  ('bulk_job', 'done', 'running'), ('bulk_job', 'cancelled', 'running'),
  ('bulk_item', 'pending', 'running'), ('bulk_item', 'pending', 'cancelled'),
  ('bulk_item', 'running', 'started'), ('bulk_item', 'running', 'done'), ('bulk_item', 'running', 'refused'),
  ('bulk_item', 'running', 'failed'),
  ('bulk_item', 'started', 'done'), ('bulk_item', 'started', 'failed'),
  ('bulk_item', 'failed', 'pending');

CREATE TABLE bulk_jobs (
  tenant_id       uuid NOT NULL REFERENCES tenants (id),
  id              uuid NOT NULL,
  action          text NOT NULL CHECK (action IN ('cancel', 'pause', 'resume', 'retry', 'skip', 'signal', 'reassign', 'resend', 'migrate')),
  settings        jsonb NOT NULL DEFAULT '{}',
  reason          text NOT NULL CHECK (reason <> ''),
  -- How the list was chosen: {ids: n} or {filter: {…}}.
  selection       jsonb NOT NULL,
  total           integer NOT NULL CHECK (total > 0),
  per_minute      integer CHECK (per_minute > 0),
  -- It pauses after so many failures; of these, `forgiven` are those after which a person has gone on.
  stop_after      integer CHECK (stop_after > 0),
  forgiven        integer NOT NULL DEFAULT 0,
  -- It pauses after the first so many, until a person goes on.
  canary          integer CHECK (canary > 0),
  canary_passed   boolean NOT NULL DEFAULT false,
  status          text NOT NULL DEFAULT 'prepared' CHECK (status IN ('prepared', 'running', 'paused', 'done', 'cancelled')),
  paused_because  text CHECK (paused_because IN ('person', 'canary', 'failures', 'rights')),
  -- On whose authority it works: a person, or a key that acts as nobody. Their rights are those of the moment.
  created_by      uuid NOT NULL,
  created_by_name text NOT NULL,
  api_key_id      uuid,
  created_at      timestamptz NOT NULL DEFAULT now(),
  started_at      timestamptz,
  closed_at       timestamptz,
  -- When a worker looks at it again.
  next_at         timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT bulk_jobs_pause_has_a_cause CHECK ((status = 'paused') = (paused_because IS NOT NULL)),
  CONSTRAINT bulk_jobs_closed CHECK ((closed_at IS NOT NULL) = (status IN ('done', 'cancelled')))
);
CREATE INDEX bulk_jobs_running ON bulk_jobs (next_at) WHERE status = 'running';

-- No foreign key to the instance: it may be in the archive before its job is forgotten.
CREATE TABLE bulk_job_items (
  tenant_id     uuid NOT NULL,
  job_id        uuid NOT NULL,
  position      integer NOT NULL CHECK (position > 0),
  instance_id   uuid NOT NULL,
  status        text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'running', 'started', 'done', 'refused', 'failed', 'cancelled')),
  attempt       integer NOT NULL DEFAULT 0,
  code          text,
  message       text,
  -- When another worker takes it over, or looks what came of it.
  claimed_until timestamptz,
  worked_at     timestamptz,
  PRIMARY KEY (tenant_id, job_id, position),
  UNIQUE (tenant_id, job_id, instance_id),
  FOREIGN KEY (tenant_id, job_id) REFERENCES bulk_jobs (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX bulk_job_items_by_status ON bulk_job_items (tenant_id, job_id, status, position);
-- One at a time: no two jobs work on the same instance at the same moment.
CREATE UNIQUE INDEX bulk_job_items_one_at_a_time ON bulk_job_items (tenant_id, instance_id) WHERE status IN ('running', 'started');

-- Trigger of bulk_jobs and bulk_job_items (argument: the lifecycle): the status follows the closed list, and what was chosen
-- when the job was prepared does not change any more, so that what was shown is what happens.
CREATE OR REPLACE FUNCTION public.guard_bulk_job() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  frozen text[] := CASE TG_ARGV[0]
    WHEN 'bulk_job' THEN ARRAY['tenant_id', 'id', 'action', 'settings', 'reason', 'selection', 'total', 'per_minute', 'stop_after',
      'canary', 'created_by', 'created_by_name', 'api_key_id', 'created_at']
    ELSE ARRAY['tenant_id', 'job_id', 'position', 'instance_id'] END;
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF TG_ARGV[0] = 'bulk_job' THEN
      IF OLD.status = 'prepared' THEN RETURN OLD; END IF;
    ELSE
      PERFORM FROM public.bulk_jobs b WHERE b.tenant_id = OLD.tenant_id AND b.id = OLD.job_id AND b.status <> 'prepared';
      IF NOT FOUND THEN RETURN OLD; END IF;
    END IF;
    RAISE EXCEPTION 'a bulk job that has begun is not deleted' USING ERRCODE = 'IL006';
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.status <> (CASE TG_ARGV[0] WHEN 'bulk_job' THEN 'prepared' ELSE 'pending' END) THEN
      RAISE EXCEPTION 'a bulk job begins as prepared, and what it is about as pending' USING ERRCODE = 'IL002';
    END IF;
    IF TG_ARGV[0] = 'bulk_item' THEN
      PERFORM FROM public.bulk_jobs b WHERE b.tenant_id = NEW.tenant_id AND b.id = NEW.job_id AND b.status = 'prepared';
      IF NOT FOUND THEN
        RAISE EXCEPTION 'the list of a bulk job is frozen when it begins' USING ERRCODE = 'IL006';
      END IF;
    END IF;
    RETURN NEW;
  END IF;
  IF EXISTS (SELECT FROM unnest(frozen) AS f (name) WHERE to_jsonb(NEW) -> f.name IS DISTINCT FROM to_jsonb(OLD) -> f.name) THEN
    RAISE EXCEPTION 'what a bulk job is about does not change' USING ERRCODE = 'IL006';
  END IF;
  IF NEW.status <> OLD.status AND NOT EXISTS (
    SELECT FROM public.bulk_moves m
    WHERE m.lifecycle = TG_ARGV[0] AND m.from_status = OLD.status AND m.to_status = NEW.status)
  THEN
    RAISE EXCEPTION 'a % may not move from % to %', TG_ARGV[0], OLD.status, NEW.status
      USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('from', OLD.status, 'to', NEW.status)::text;
  END IF;
  RETURN NEW;
END
$$;
-- Takes a part of one running bulk job in hand: at most p_most instances for p_seconds, as many as its rate, its canary and its
-- limit of failures leave room for. Whoever has taken them and died is followed by another after that time.
-- The job's row is locked meanwhile, so several workers share a job without passing its limits; where it has nothing left
-- to do, it ends or pauses here.
-- `work` says what an item wants: `do` it, `again` (somebody else had it and may have done it), `watch` what came of it.
CREATE OR REPLACE FUNCTION public.claim_bulk_items(p_most integer, p_seconds integer)
RETURNS TABLE (tenant_id uuid, job_id uuid, "position" integer, instance_id uuid, attempt integer, work text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  j public.bulk_jobs;
  v_failed integer;
  v_open integer;
  v_held integer;
  v_canary boolean;
  v_room integer := p_most;
  v_taken integer;
BEGIN
  SELECT * INTO j FROM public.bulk_jobs b
  WHERE b.next_at <= now() AND (b.status = 'running'
    -- What was under way when it paused or was cancelled comes to its end.
    OR (b.tenant_id, b.id) IN (SELECT i.tenant_id, i.job_id FROM public.bulk_job_items i WHERE i.status IN ('running', 'started')))
  ORDER BY b.next_at LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;

  v_canary := j.canary IS NOT NULL AND NOT j.canary_passed;
  SELECT count(*) FILTER (WHERE i.status = 'failed'),
    count(*) FILTER (WHERE i.status = 'pending' AND (NOT v_canary OR i.position <= j.canary)),
    count(*) FILTER (WHERE i.status IN ('running', 'started'))
  INTO v_failed, v_open, v_held
  FROM public.bulk_job_items i WHERE i.tenant_id = j.tenant_id AND i.job_id = j.id;

  IF j.status = 'running' AND v_held = 0 AND j.stop_after IS NOT NULL AND v_failed - j.forgiven >= j.stop_after THEN
    UPDATE public.bulk_jobs b SET status = 'paused', paused_because = 'failures' WHERE b.tenant_id = j.tenant_id AND b.id = j.id;
    RETURN;
  END IF;
  IF j.status = 'running' AND v_held = 0 AND v_open = 0 THEN
    IF v_canary AND j.canary < j.total THEN
      UPDATE public.bulk_jobs b SET status = 'paused', paused_because = 'canary', canary_passed = true
      WHERE b.tenant_id = j.tenant_id AND b.id = j.id;
    ELSE
      UPDATE public.bulk_jobs b SET status = 'done', closed_at = now() WHERE b.tenant_id = j.tenant_id AND b.id = j.id;
    END IF;
    RETURN;
  END IF;

  -- Failures under way may still become as many, so no more begin than the limit has left.
  IF j.stop_after IS NOT NULL THEN
    v_room := least(v_room, greatest(j.stop_after - (v_failed - j.forgiven) - v_held, 0));
  END IF;
  IF j.status <> 'running' THEN v_room := 0; END IF;
  IF j.per_minute IS NOT NULL THEN v_room := least(v_room, greatest(ceil(j.per_minute / 60.0)::integer, 1)); END IF;

  RETURN QUERY
  WITH held AS (
    SELECT i.position, i.status FROM public.bulk_job_items i
    WHERE i.tenant_id = j.tenant_id AND i.job_id = j.id AND i.status IN ('running', 'started') AND i.claimed_until < now()
    ORDER BY i.position LIMIT p_most
  )
  UPDATE public.bulk_job_items i SET claimed_until = now() + make_interval(secs => p_seconds)
  FROM held WHERE i.tenant_id = j.tenant_id AND i.job_id = j.id AND i.position = held.position
  RETURNING i.tenant_id, i.job_id, i.position, i.instance_id, i.attempt,
    CASE held.status WHEN 'started' THEN 'watch' ELSE 'again' END;

  -- One at a time for each instance: what another job has in hand waits here.
  RETURN QUERY
  WITH next AS (
    SELECT i.position FROM public.bulk_job_items i
    WHERE i.tenant_id = j.tenant_id AND i.job_id = j.id AND i.status = 'pending' AND (NOT v_canary OR i.position <= j.canary)
      AND NOT EXISTS (SELECT FROM public.bulk_job_items o
        WHERE o.tenant_id = i.tenant_id AND o.instance_id = i.instance_id AND o.status IN ('running', 'started'))
    ORDER BY i.position LIMIT v_room
  )
  UPDATE public.bulk_job_items i SET status = 'running', attempt = i.attempt + 1, worked_at = now(),
    claimed_until = now() + make_interval(secs => p_seconds)
  FROM next WHERE i.tenant_id = j.tenant_id AND i.job_id = j.id AND i.position = next.position
  RETURNING i.tenant_id, i.job_id, i.position, i.instance_id, i.attempt, 'do';
  GET DIAGNOSTICS v_taken = ROW_COUNT;

  UPDATE public.bulk_jobs b SET next_at = now() + CASE
    WHEN j.per_minute IS NOT NULL AND v_taken > 0 THEN make_interval(secs => v_taken * 60.0 / j.per_minute)
    ELSE make_interval(secs => 0.2) END
  WHERE b.tenant_id = j.tenant_id AND b.id = j.id;
END
$$;

CREATE TRIGGER bulk_moves_complete BEFORE INSERT OR UPDATE OR DELETE ON bulk_moves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bulk_jobs_guard BEFORE INSERT OR UPDATE OR DELETE ON bulk_jobs
  FOR EACH ROW EXECUTE FUNCTION guard_bulk_job('bulk_job');
CREATE TRIGGER bulk_job_items_guard BEFORE INSERT OR UPDATE OR DELETE ON bulk_job_items
  FOR EACH ROW EXECUTE FUNCTION guard_bulk_job('bulk_item');

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['bulk_jobs', 'bulk_job_items'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY own_tenant ON %I TO interlock_app USING (tenant_id = current_tenant())', t);
    EXECUTE format('CREATE POLICY engine ON %I TO interlock_engine USING (true) WITH CHECK (true)', t);
    EXECUTE format('GRANT SELECT, UPDATE ON %I TO interlock_engine', t);
    EXECUTE format('GRANT SELECT, INSERT, DELETE ON %I TO interlock_app', t);
  END LOOP;
END $$;
GRANT SELECT ON bulk_moves TO interlock_engine, interlock_app;
GRANT UPDATE (status, paused_because, forgiven, started_at, closed_at, next_at) ON bulk_jobs TO interlock_app;
GRANT UPDATE (status, code, message, claimed_until) ON bulk_job_items TO interlock_app;

GRANT interlock_engine TO CURRENT_USER;
GRANT CREATE ON SCHEMA public TO interlock_engine;
REVOKE ALL ON FUNCTION claim_bulk_items(integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_bulk_items(integer, integer) TO interlock_app;
ALTER FUNCTION claim_bulk_items(integer, integer) OWNER TO interlock_engine;
REVOKE CREATE ON SCHEMA public FROM interlock_engine;

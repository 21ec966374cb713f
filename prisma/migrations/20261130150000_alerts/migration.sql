-- Alerts: rules over live instances, what they found, and whom it was told.
CREATE TABLE alert_rules (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  kind text NOT NULL CHECK (kind IN ('instance_age', 'state_age', 'queue_age', 'failure_rate')),
  definition_key text,
  step text,
  age_seconds integer CHECK (age_seconds > 0),
  percent integer CHECK (percent BETWEEN 1 AND 100),
  window_seconds integer CHECK (window_seconds > 0),
  least integer CHECK (least > 0),
  mails text[] NOT NULL DEFAULT '{}',
  webhook text CHECK (webhook ~ '^https?://'),
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT alert_rule_measures CHECK (CASE kind
    WHEN 'failure_rate' THEN age_seconds IS NULL AND num_nulls(percent, window_seconds, least) = 0
    ELSE age_seconds IS NOT NULL AND num_nonnulls(percent, window_seconds, least) = 0 END),
  CONSTRAINT alert_rule_step CHECK (step IS NULL OR kind = 'state_age' AND definition_key IS NOT NULL),
  CONSTRAINT alert_rule_tells_somebody CHECK (webhook IS NOT NULL OR mails <> '{}')
);
CREATE TABLE alerts (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  rule_id uuid NOT NULL,
  subject text NOT NULL,
  definition_key text NOT NULL,
  step text,
  count integer NOT NULL,
  measured double precision NOT NULL,
  example_id uuid,
  opened_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  misses integer NOT NULL DEFAULT 0,
  closed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, rule_id) REFERENCES alert_rules (tenant_id, id),
  FOREIGN KEY (tenant_id, example_id) REFERENCES instances (tenant_id, id)
);
COMMENT ON TABLE alerts IS 'What a rule has found: one row as long as it holds, however often it is looked at.';
CREATE UNIQUE INDEX alerts_open ON alerts (tenant_id, rule_id, subject) WHERE closed_at IS NULL;
CREATE INDEX alerts_newest ON alerts (tenant_id, opened_at DESC);
CREATE TABLE alert_notices (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  alert_id uuid NOT NULL,
  about text NOT NULL CHECK (about IN ('raised', 'resolved')),
  channel text NOT NULL CHECK (channel IN ('mail', 'webhook')),
  target text NOT NULL,
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'sent', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  error text,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, alert_id, about, channel, target),
  FOREIGN KEY (tenant_id, alert_id) REFERENCES alerts (tenant_id, id)
);
CREATE INDEX alert_notices_due ON alert_notices (next_attempt_at) WHERE status = 'queued';

-- Tenants for whom something is to be looked at: they have an active rule, or an alert that is still open.
CREATE OR REPLACE FUNCTION public.alert_tenants() RETURNS TABLE (tenant_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT r.tenant_id FROM public.alert_rules r WHERE r.active
  UNION
  SELECT a.tenant_id FROM public.alerts a WHERE a.closed_at IS NULL
$$;

-- Takes notices of alerts that are due, of all tenants, in hand, the oldest first: for p_seconds no other worker gets them, and one
-- that dies with them in hand leaves them to the next.
CREATE OR REPLACE FUNCTION public.claim_alert_notices(p_limit integer, p_seconds integer) RETURNS TABLE (tenant_id uuid, id uuid)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  WITH due AS (
    SELECT n.tenant_id, n.id FROM public.alert_notices n
    WHERE n.status = 'queued' AND n.next_attempt_at <= now()
    ORDER BY n.next_attempt_at LIMIT p_limit
    FOR UPDATE SKIP LOCKED
  )
  UPDATE public.alert_notices n SET next_attempt_at = now() + make_interval(secs => p_seconds)
  FROM due WHERE n.tenant_id = due.tenant_id AND n.id = due.id
  RETURNING n.tenant_id, n.id
$$;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['alert_rules', 'alerts', 'alert_notices'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY own_tenant ON %I TO interlock_app USING (tenant_id = current_tenant())', t);
    EXECUTE format('CREATE POLICY engine ON %I TO interlock_engine USING (true) WITH CHECK (true)', t);
    EXECUTE format('GRANT SELECT ON %I TO interlock_engine', t);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO interlock_app', t);
  END LOOP;
END $$;
GRANT UPDATE (name, definition_key, step, age_seconds, percent, window_seconds, least, mails, webhook, active) ON alert_rules TO interlock_app;
GRANT UPDATE (count, measured, example_id, seen_at, misses, closed_at) ON alerts TO interlock_app;
GRANT UPDATE (status, attempts, next_attempt_at, sent_at, error) ON alert_notices TO interlock_app;
GRANT UPDATE (next_attempt_at) ON alert_notices TO interlock_engine;

GRANT interlock_engine TO CURRENT_USER;
GRANT CREATE ON SCHEMA public TO interlock_engine;
DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['alert_tenants()', 'claim_alert_notices(integer, integer)'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO interlock_app', f);
    EXECUTE format('ALTER FUNCTION %s OWNER TO interlock_engine', f);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM interlock_engine;

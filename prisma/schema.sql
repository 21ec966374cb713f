-- The migrated database, written by `npm run schema:dump`. Not applied by anything: migrations are.

CREATE EXTENSION btree_gist;

CREATE EXTENSION pg_trgm;

CREATE TABLE absences (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  person_id uuid NOT NULL,
  deputy_id uuid NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  processes text[] NOT NULL DEFAULT '{}'::text[],
  most_amount numeric,
  note text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  recalled_at timestamp with time zone,
  CONSTRAINT absences_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT absences_tenant_id_deputy_id_fkey FOREIGN KEY (tenant_id, deputy_id) REFERENCES people(tenant_id, id),
  CONSTRAINT absences_tenant_id_person_id_fkey FOREIGN KEY (tenant_id, person_id) REFERENCES people(tenant_id, id),
  CONSTRAINT absence_has_a_length CHECK ((starts_at < ends_at)),
  CONSTRAINT absence_has_another_deputy CHECK ((person_id <> deputy_id)),
  CONSTRAINT absences_most_amount_check CHECK ((most_amount >= (0)::numeric)),
  CONSTRAINT absences_note_check CHECK (((length(note) >= 1) AND (length(note) <= 1000)))
);
COMMENT ON TABLE absences IS 'When somebody is away, and who acts for them then. Only recalling changes one; none is deleted.';
CREATE INDEX absences_by_deputy ON public.absences USING btree (tenant_id, deputy_id, ends_at) WHERE (recalled_at IS NULL);
CREATE INDEX absences_by_person ON public.absences USING btree (tenant_id, person_id, ends_at);
CREATE TRIGGER absences_keep BEFORE TRUNCATE ON public.absences FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE absences ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON absences TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON absences TO interlock_app USING ((tenant_id = current_tenant()));
GRANT INSERT, SELECT ON absences TO interlock_app;
GRANT SELECT ON absences TO interlock_engine;
GRANT UPDATE (recalled_at) ON absences TO interlock_app;

CREATE TABLE activity_attempts (
  tenant_id uuid NOT NULL,
  instance_id uuid NOT NULL,
  execution text NOT NULL,
  number integer NOT NULL,
  worker text NOT NULL,
  started_at timestamp with time zone NOT NULL DEFAULT now(),
  ended_at timestamp with time zone,
  result text,
  error jsonb,
  CONSTRAINT activity_attempts_pkey PRIMARY KEY (tenant_id, instance_id, execution, number),
  CONSTRAINT activity_attempts_tenant_id_instance_id_execution_fkey FOREIGN KEY (tenant_id, instance_id, execution) REFERENCES activity_executions(tenant_id, instance_id, key),
  CONSTRAINT activity_attempts_check CHECK (((ended_at IS NULL) = (result IS NULL))),
  CONSTRAINT activity_attempts_number_check CHECK ((number > 0)),
  CONSTRAINT activity_attempts_result_check CHECK ((result = ANY (ARRAY['completed'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE TRIGGER activity_attempts_keep BEFORE TRUNCATE ON public.activity_attempts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE activity_attempts ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON activity_attempts TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON activity_attempts TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON activity_attempts TO interlock_app;
GRANT INSERT, SELECT, UPDATE ON activity_attempts TO interlock_engine;

CREATE TABLE activity_executions (
  tenant_id uuid NOT NULL,
  instance_id uuid NOT NULL,
  key text NOT NULL,
  branch text NOT NULL,
  step text NOT NULL,
  visit integer NOT NULL,
  activity text NOT NULL,
  topic text,
  status text NOT NULL,
  status_event bigint NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  losses integer NOT NULL DEFAULT 0,
  lease_worker text,
  lease_token text,
  lease_expires_at timestamp with time zone,
  next_attempt_at timestamp with time zone,
  output jsonb,
  error jsonb,
  compensation text,
  irreversible boolean NOT NULL DEFAULT false,
  undo_of text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  closed_at timestamp with time zone,
  resource text,
  CONSTRAINT activity_executions_pkey PRIMARY KEY (tenant_id, instance_id, key),
  CONSTRAINT activity_executions_tenant_id_instance_id_fkey FOREIGN KEY (tenant_id, instance_id) REFERENCES instances(tenant_id, id),
  CONSTRAINT activity_executions_tenant_id_instance_id_undo_of_fkey FOREIGN KEY (tenant_id, instance_id, undo_of) REFERENCES activity_executions(tenant_id, instance_id, key),
  CONSTRAINT lease_while_running CHECK ((num_nonnulls(lease_worker, lease_token, lease_expires_at) =
CASE status
    WHEN 'running'::text THEN 3
    ELSE 0
END))
);
CREATE INDEX activity_executions_leased ON public.activity_executions USING btree (lease_expires_at) WHERE (status = 'running'::text);
CREATE INDEX activity_executions_ledger ON public.activity_executions USING btree (tenant_id, instance_id) WHERE ((compensation IS NOT NULL) OR irreversible OR (undo_of IS NOT NULL));
CREATE INDEX activity_executions_of_stay ON public.activity_executions USING btree (tenant_id, instance_id, branch, step, visit) WHERE (visit IS NOT NULL);
CREATE INDEX activity_executions_retrying ON public.activity_executions USING btree (tenant_id, instance_id) WHERE (status = 'retrying'::text);
CREATE INDEX activity_executions_to_fetch ON public.activity_executions USING btree (tenant_id, topic, created_at) WHERE ((topic IS NOT NULL) AND (status = ANY (ARRAY['ready'::text, 'retrying'::text])));
CREATE UNIQUE INDEX activity_executions_undo ON public.activity_executions USING btree (tenant_id, instance_id, undo_of) WHERE (undo_of IS NOT NULL);
CREATE TRIGGER activity_executions_guard BEFORE INSERT OR DELETE OR UPDATE ON public.activity_executions FOR EACH ROW EXECUTE FUNCTION guard_lifecycle('activity');
CREATE TRIGGER activity_executions_keep BEFORE TRUNCATE ON public.activity_executions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER activity_executions_room AFTER INSERT OR UPDATE OF status ON public.activity_executions FOR EACH ROW WHEN (((new.resource IS NOT NULL) AND (new.status <> 'created'::text))) EXECUTE FUNCTION follow_resource_request();
ALTER TABLE activity_executions ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON activity_executions TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON activity_executions TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON activity_executions TO interlock_app;
GRANT INSERT, SELECT, UPDATE ON activity_executions TO interlock_engine;

CREATE TABLE activity_results (
  tenant_id uuid NOT NULL,
  instance_id uuid NOT NULL,
  activity text NOT NULL,
  execution text NOT NULL,
  output jsonb NOT NULL,
  CONSTRAINT activity_results_pkey PRIMARY KEY (tenant_id, instance_id, activity),
  CONSTRAINT activity_results_tenant_id_instance_id_execution_fkey FOREIGN KEY (tenant_id, instance_id, execution) REFERENCES activity_executions(tenant_id, instance_id, key)
);
COMMENT ON TABLE activity_results IS 'Latest output of each activity: one row however often a loop ran it, so that a snapshot does not grow with the history.';
ALTER TABLE activity_results ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON activity_results TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON activity_results TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON activity_results TO interlock_app;
GRANT INSERT, SELECT, UPDATE ON activity_results TO interlock_engine;

CREATE TABLE alert_notices (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  alert_id uuid NOT NULL,
  about text NOT NULL,
  channel text NOT NULL,
  target text NOT NULL,
  status text NOT NULL DEFAULT 'queued'::text,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone NOT NULL DEFAULT now(),
  sent_at timestamp with time zone,
  error text,
  CONSTRAINT alert_notices_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT alert_notices_tenant_id_alert_id_about_channel_target_key UNIQUE (tenant_id, alert_id, about, channel, target),
  CONSTRAINT alert_notices_tenant_id_alert_id_fkey FOREIGN KEY (tenant_id, alert_id) REFERENCES alerts(tenant_id, id),
  CONSTRAINT alert_notices_about_check CHECK ((about = ANY (ARRAY['raised'::text, 'resolved'::text]))),
  CONSTRAINT alert_notices_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'webhook'::text]))),
  CONSTRAINT alert_notices_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text])))
);
CREATE INDEX alert_notices_due ON public.alert_notices USING btree (next_attempt_at) WHERE (status = 'queued'::text);
ALTER TABLE alert_notices ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON alert_notices TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON alert_notices TO interlock_app USING ((tenant_id = current_tenant()));
GRANT INSERT, SELECT ON alert_notices TO interlock_app;
GRANT SELECT ON alert_notices TO interlock_engine;
GRANT UPDATE (status, attempts, next_attempt_at, sent_at, error) ON alert_notices TO interlock_app;
GRANT UPDATE (next_attempt_at) ON alert_notices TO interlock_engine;

CREATE TABLE alert_rules (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  definition_key text,
  step text,
  age_seconds integer,
  percent integer,
  window_seconds integer,
  "least" integer,
  mails text[] NOT NULL DEFAULT '{}'::text[],
  webhook text,
  active boolean NOT NULL DEFAULT true,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  CONSTRAINT alert_rules_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT alert_rules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT alert_rule_measures CHECK (
CASE kind
    WHEN 'failure_rate'::text THEN ((age_seconds IS NULL) AND (num_nulls(percent, window_seconds, "least") = 0))
    ELSE ((age_seconds IS NOT NULL) AND (num_nonnulls(percent, window_seconds, "least") = 0))
END),
  CONSTRAINT alert_rule_step CHECK (((step IS NULL) OR ((kind = 'state_age'::text) AND (definition_key IS NOT NULL)))),
  CONSTRAINT alert_rule_tells_somebody CHECK (((webhook IS NOT NULL) OR (mails <> '{}'::text[]))),
  CONSTRAINT alert_rules_age_seconds_check CHECK ((age_seconds > 0)),
  CONSTRAINT alert_rules_kind_check CHECK ((kind = ANY (ARRAY['instance_age'::text, 'state_age'::text, 'queue_age'::text, 'failure_rate'::text]))),
  CONSTRAINT alert_rules_least_check CHECK (("least" > 0)),
  CONSTRAINT alert_rules_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  CONSTRAINT alert_rules_percent_check CHECK (((percent >= 1) AND (percent <= 100))),
  CONSTRAINT alert_rules_webhook_check CHECK ((webhook ~ '^https?://'::text)),
  CONSTRAINT alert_rules_window_seconds_check CHECK ((window_seconds > 0))
);
ALTER TABLE alert_rules ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON alert_rules TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON alert_rules TO interlock_app USING ((tenant_id = current_tenant()));
GRANT INSERT, SELECT ON alert_rules TO interlock_app;
GRANT SELECT ON alert_rules TO interlock_engine;
GRANT UPDATE (name, definition_key, step, age_seconds, percent, window_seconds, least, mails, webhook, active) ON alert_rules TO interlock_app;

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
  opened_at timestamp with time zone NOT NULL DEFAULT now(),
  seen_at timestamp with time zone NOT NULL DEFAULT now(),
  misses integer NOT NULL DEFAULT 0,
  closed_at timestamp with time zone,
  CONSTRAINT alerts_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT alerts_tenant_id_example_id_fkey FOREIGN KEY (tenant_id, example_id) REFERENCES instances(tenant_id, id),
  CONSTRAINT alerts_tenant_id_rule_id_fkey FOREIGN KEY (tenant_id, rule_id) REFERENCES alert_rules(tenant_id, id)
);
COMMENT ON TABLE alerts IS 'What a rule has found: one row as long as it holds, however often it is looked at.';
CREATE INDEX alerts_newest ON public.alerts USING btree (tenant_id, opened_at DESC);
CREATE UNIQUE INDEX alerts_open ON public.alerts USING btree (tenant_id, rule_id, subject) WHERE (closed_at IS NULL);
ALTER TABLE alerts ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON alerts TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON alerts TO interlock_app USING ((tenant_id = current_tenant()));
GRANT INSERT, SELECT ON alerts TO interlock_app;
GRANT SELECT ON alerts TO interlock_engine;
GRANT UPDATE (count, measured, example_id, seen_at, misses, closed_at) ON alerts TO interlock_app;

CREATE TABLE api_keys (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  key_hash bytea NOT NULL,
  permissions text[] NOT NULL,
  topics text[] NOT NULL DEFAULT '{}'::text[],
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  CONSTRAINT api_keys_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT api_keys_key_hash_key UNIQUE (key_hash),
  CONSTRAINT api_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT api_keys_key_hash_check CHECK ((octet_length(key_hash) = 32)),
  CONSTRAINT api_keys_name_check CHECK ((name <> ''::text))
);
ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON api_keys TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON api_keys TO interlock_app USING ((tenant_id = current_tenant()));
GRANT INSERT, SELECT ON api_keys TO interlock_app;
GRANT SELECT ON api_keys TO interlock_engine;
GRANT UPDATE (name, expires_at, revoked_at, last_used_at) ON api_keys TO interlock_app;

CREATE TABLE archived_events (
  tenant_id uuid NOT NULL,
  instance_id uuid NOT NULL,
  sequence bigint NOT NULL,
  type text NOT NULL,
  subject text NOT NULL,
  branch text NOT NULL,
  key text,
  lifecycle text,
  from_status text,
  to_status text,
  version_id uuid,
  from_state text,
  to_state text,
  actor_type text NOT NULL,
  actor_id text NOT NULL,
  actor_name text NOT NULL,
  on_behalf_of_id text,
  on_behalf_of_name text,
  reason text,
  correlation_id text,
  causation_id text,
  worker_id text,
  data jsonb,
  data_hash bytea NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  from_version_id uuid,
  migrated_from text,
  opens_move boolean NOT NULL DEFAULT true,
  CONSTRAINT archived_events_pkey PRIMARY KEY (tenant_id, instance_id, sequence),
  CONSTRAINT archived_events_tenant_id_instance_id_fkey FOREIGN KEY (tenant_id, instance_id) REFERENCES instances(tenant_id, id)
);
COMMENT ON TABLE archived_events IS 'Histories of instances that ended long ago; what stood in events stands here row for row, hashes included.';
CREATE TRIGGER archived_events_guard AFTER INSERT ON public.archived_events REFERENCING NEW TABLE AS coming FOR EACH STATEMENT EXECUTE FUNCTION guard_archived_event();
CREATE TRIGGER archived_events_keep BEFORE TRUNCATE ON public.archived_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER archived_events_kept BEFORE DELETE ON public.archived_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER archived_events_once AFTER UPDATE ON public.archived_events REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION guard_erased_history();
ALTER TABLE archived_events ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON archived_events TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON archived_events TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON archived_events TO interlock_app;
GRANT INSERT, SELECT ON archived_events TO interlock_engine;
GRANT UPDATE (reason, correlation_id, data) ON archived_events TO interlock_engine;

CREATE TABLE audit_entries (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  occurred_at timestamp with time zone NOT NULL DEFAULT now(),
  actor_id text NOT NULL,
  actor_name text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  data jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT audit_entries_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT audit_entries_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX audit_entries_by_subject ON public.audit_entries USING btree (tenant_id, subject, id DESC);
CREATE TRIGGER audit_entries_keep BEFORE TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_once BEFORE DELETE OR UPDATE ON public.audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE audit_entries ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON audit_entries TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON audit_entries TO interlock_app USING ((tenant_id = current_tenant()));
GRANT INSERT, SELECT ON audit_entries TO interlock_app;
GRANT INSERT, SELECT ON audit_entries TO interlock_engine;

CREATE TABLE branches (
  tenant_id uuid NOT NULL,
  instance_id uuid NOT NULL,
  key text NOT NULL,
  parent text NOT NULL,
  fork text NOT NULL,
  state text,
  state_event bigint NOT NULL DEFAULT 0,
  status text NOT NULL,
  status_event bigint NOT NULL DEFAULT 0,
  CONSTRAINT branches_pkey PRIMARY KEY (tenant_id, instance_id, key),
  CONSTRAINT branches_tenant_id_instance_id_fkey FOREIGN KEY (tenant_id, instance_id) REFERENCES instances(tenant_id, id),
  CONSTRAINT branches_status_check CHECK ((status = ANY (ARRAY['open'::text, 'arrived'::text, 'ended'::text, 'cancelled'::text])))
);
CREATE INDEX branches_of_stay ON public.branches USING btree (tenant_id, instance_id, regexp_replace(key, '[^/]*$'::text, ''::text)) WHERE (fork IS NOT NULL);
CREATE TRIGGER branches_guard BEFORE INSERT OR DELETE OR UPDATE ON public.branches FOR EACH ROW EXECUTE FUNCTION guard_branch();
CREATE TRIGGER branches_keep BEFORE TRUNCATE ON public.branches FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE branches ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON branches TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON branches TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON branches TO interlock_app;
GRANT INSERT, SELECT, UPDATE ON branches TO interlock_engine;

CREATE TABLE bulk_job_items (
  tenant_id uuid NOT NULL,
  job_id uuid NOT NULL,
  "position" integer NOT NULL,
  instance_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'pending'::text,
  attempt integer NOT NULL DEFAULT 0,
  code text,
  message text,
  claimed_until timestamp with time zone,
  worked_at timestamp with time zone,
  CONSTRAINT bulk_job_items_pkey PRIMARY KEY (tenant_id, job_id, "position"),
  CONSTRAINT bulk_job_items_tenant_id_job_id_instance_id_key UNIQUE (tenant_id, job_id, instance_id),
  CONSTRAINT bulk_job_items_tenant_id_job_id_fkey FOREIGN KEY (tenant_id, job_id) REFERENCES bulk_jobs(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT bulk_job_items_position_check CHECK (("position" > 0)),
  CONSTRAINT bulk_job_items_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'started'::text, 'done'::text, 'refused'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX bulk_job_items_by_instance ON public.bulk_job_items USING btree (tenant_id, instance_id, job_id);
CREATE INDEX bulk_job_items_by_status ON public.bulk_job_items USING btree (tenant_id, job_id, status, "position");
CREATE UNIQUE INDEX bulk_job_items_one_at_a_time ON public.bulk_job_items USING btree (tenant_id, instance_id) WHERE (status = ANY (ARRAY['running'::text, 'started'::text]));
CREATE TRIGGER bulk_job_items_guard BEFORE INSERT OR DELETE OR UPDATE ON public.bulk_job_items FOR EACH ROW EXECUTE FUNCTION guard_bulk_job('bulk_item');
ALTER TABLE bulk_job_items ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON bulk_job_items TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON bulk_job_items TO interlock_app USING ((tenant_id = current_tenant()));
GRANT DELETE, INSERT, SELECT ON bulk_job_items TO interlock_app;
GRANT SELECT, UPDATE ON bulk_job_items TO interlock_engine;
GRANT UPDATE (status, code, message, claimed_until) ON bulk_job_items TO interlock_app;

CREATE TABLE bulk_jobs (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  action text NOT NULL,
  settings jsonb NOT NULL DEFAULT '{}'::jsonb,
  reason text NOT NULL,
  selection jsonb NOT NULL,
  total integer NOT NULL,
  per_minute integer,
  stop_after integer,
  forgiven integer NOT NULL DEFAULT 0,
  canary integer,
  canary_passed boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'prepared'::text,
  paused_because text,
  created_by uuid NOT NULL,
  created_by_name text NOT NULL,
  api_key_id uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  started_at timestamp with time zone,
  closed_at timestamp with time zone,
  next_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT bulk_jobs_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT bulk_jobs_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT bulk_jobs_action_check CHECK ((action = ANY (ARRAY['cancel'::text, 'pause'::text, 'resume'::text, 'retry'::text, 'skip'::text, 'signal'::text, 'reassign'::text, 'resend'::text, 'migrate'::text]))),
  CONSTRAINT bulk_jobs_canary_check CHECK ((canary > 0)),
  CONSTRAINT bulk_jobs_closed CHECK (((closed_at IS NOT NULL) = (status = ANY (ARRAY['done'::text, 'cancelled'::text])))),
  CONSTRAINT bulk_jobs_pause_has_a_cause CHECK (((status = 'paused'::text) = (paused_because IS NOT NULL))),
  CONSTRAINT bulk_jobs_paused_because_check CHECK ((paused_because = ANY (ARRAY['person'::text, 'canary'::text, 'failures'::text, 'rights'::text]))),
  CONSTRAINT bulk_jobs_per_minute_check CHECK ((per_minute > 0)),
  CONSTRAINT bulk_jobs_reason_check CHECK ((reason <> ''::text)),
  CONSTRAINT bulk_jobs_status_check CHECK ((status = ANY (ARRAY['prepared'::text, 'running'::text, 'paused'::text, 'done'::text, 'cancelled'::text]))),
  CONSTRAINT bulk_jobs_stop_after_check CHECK ((stop_after > 0)),
  CONSTRAINT bulk_jobs_total_check CHECK ((total > 0))
);
CREATE INDEX bulk_jobs_running ON public.bulk_jobs USING btree (next_at) WHERE (status = 'running'::text);
CREATE TRIGGER bulk_jobs_guard BEFORE INSERT OR DELETE OR UPDATE ON public.bulk_jobs FOR EACH ROW EXECUTE FUNCTION guard_bulk_job('bulk_job');
ALTER TABLE bulk_jobs ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON bulk_jobs TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON bulk_jobs TO interlock_app USING ((tenant_id = current_tenant()));
GRANT DELETE, INSERT, SELECT ON bulk_jobs TO interlock_app;
GRANT SELECT, UPDATE ON bulk_jobs TO interlock_engine;
GRANT UPDATE (forgiven, status, paused_because, started_at, closed_at, next_at) ON bulk_jobs TO interlock_app;

CREATE TABLE bulk_moves (
  lifecycle text NOT NULL,
  from_status text NOT NULL,
  to_status text NOT NULL,
  CONSTRAINT bulk_moves_pkey PRIMARY KEY (lifecycle, from_status, to_status),
  CONSTRAINT bulk_moves_lifecycle_check CHECK ((lifecycle = ANY (ARRAY['bulk_job'::text, 'bulk_item'::text])))
);
COMMENT ON TABLE bulk_moves IS 'Closed lists of bulk jobs and of what they are about; lib/bulk-jobs/lifecycle.ts has the same.';
CREATE TRIGGER bulk_moves_complete BEFORE INSERT OR DELETE OR UPDATE ON public.bulk_moves FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT ON bulk_moves TO interlock_app;
GRANT SELECT ON bulk_moves TO interlock_engine;

CREATE TABLE calendar_versions (
  tenant_id uuid NOT NULL,
  key text NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  content jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  created_by_name text NOT NULL,
  CONSTRAINT calendar_versions_pkey PRIMARY KEY (tenant_id, key, version),
  CONSTRAINT calendar_versions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT calendar_versions_key_check CHECK ((key ~ '^[a-z][a-z0-9_-]{0,63}$'::text)),
  CONSTRAINT calendar_versions_name_check CHECK ((name <> ''::text)),
  CONSTRAINT calendar_versions_version_check CHECK ((version > 0))
);
COMMENT ON TABLE calendar_versions IS 'Working hours and days off; append-only, the highest version of a key is in force.';
CREATE TRIGGER calendar_versions_keep BEFORE TRUNCATE ON public.calendar_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER calendar_versions_once BEFORE DELETE OR UPDATE ON public.calendar_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE calendar_versions ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON calendar_versions TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON calendar_versions TO interlock_app USING ((tenant_id = current_tenant()));
GRANT INSERT, SELECT ON calendar_versions TO interlock_app;
GRANT SELECT ON calendar_versions TO interlock_engine;

CREATE TABLE children (
  tenant_id uuid NOT NULL,
  instance_id uuid NOT NULL,
  key text NOT NULL,
  branch text NOT NULL,
  step text NOT NULL,
  visit integer NOT NULL,
  "position" integer NOT NULL,
  attempt integer NOT NULL,
  definition text NOT NULL,
  version integer,
  subject text NOT NULL,
  input jsonb NOT NULL,
  status text NOT NULL,
  status_event bigint NOT NULL DEFAULT 0,
  child_id uuid,
  cancelling jsonb,
  outcome text,
  output jsonb,
  error jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  closed_at timestamp with time zone,
  CONSTRAINT children_pkey PRIMARY KEY (tenant_id, instance_id, key),
  CONSTRAINT children_tenant_id_child_id_fkey FOREIGN KEY (tenant_id, child_id) REFERENCES instances(tenant_id, id),
  CONSTRAINT children_tenant_id_instance_id_fkey FOREIGN KEY (tenant_id, instance_id) REFERENCES instances(tenant_id, id),
  CONSTRAINT child_closed_when_ended CHECK (((closed_at IS NOT NULL) = (status = ANY (ARRAY['completed'::text, 'failed'::text, 'cancelled'::text])))),
  CONSTRAINT children_attempt_check CHECK ((attempt > 0)),
  CONSTRAINT children_position_check CHECK (("position" >= 0)),
  CONSTRAINT children_subject_check CHECK ((subject <> ''::text)),
  CONSTRAINT started_child_is_known CHECK (((child_id IS NOT NULL) OR (status <> ALL (ARRAY['started'::text, 'completed'::text]))))
);
COMMENT ON TABLE children IS 'What SUB_WORKFLOW steps have asked for and what became of it, as the parent sees it.';
CREATE UNIQUE INDEX children_of_stay ON public.children USING btree (tenant_id, instance_id, branch, step, visit, "position", attempt) WHERE (visit IS NOT NULL);
CREATE TRIGGER children_guard BEFORE INSERT OR DELETE OR UPDATE ON public.children FOR EACH ROW EXECUTE FUNCTION guard_lifecycle('child');
CREATE TRIGGER children_guard_truth BEFORE INSERT OR UPDATE ON public.children FOR EACH ROW EXECUTE FUNCTION guard_child();
CREATE TRIGGER children_keep BEFORE TRUNCATE ON public.children FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE children ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON children TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON children TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON children TO interlock_app;
GRANT INSERT, SELECT, UPDATE ON children TO interlock_engine;

CREATE TABLE comments (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  instance_id uuid NOT NULL,
  author_id uuid NOT NULL,
  author_name text NOT NULL,
  text text NOT NULL,
  file_id uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  mentions uuid[] NOT NULL DEFAULT '{}'::uuid[],
  CONSTRAINT comments_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT comments_tenant_id_author_id_fkey FOREIGN KEY (tenant_id, author_id) REFERENCES people(tenant_id, id),
  CONSTRAINT comments_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES files(tenant_id, id),
  CONSTRAINT comments_tenant_id_instance_id_fkey FOREIGN KEY (tenant_id, instance_id) REFERENCES instances(tenant_id, id),
  CONSTRAINT comment_says_something CHECK (((text <> ''::text) OR (file_id IS NOT NULL)))
);
CREATE INDEX comments_by_file ON public.comments USING btree (tenant_id, file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX comments_of_instance ON public.comments USING btree (tenant_id, instance_id, id);
CREATE TRIGGER comments_keep BEFORE TRUNCATE ON public.comments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE comments ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON comments TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON comments TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON comments TO interlock_app;
GRANT INSERT, SELECT, UPDATE ON comments TO interlock_engine;

CREATE TABLE definition_states (
  tenant_id uuid NOT NULL,
  version_id uuid NOT NULL,
  state text NOT NULL,
  entry boolean NOT NULL,
  waits_for text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT definition_states_pkey PRIMARY KEY (tenant_id, version_id, state),
  CONSTRAINT definition_states_tenant_id_version_id_fkey FOREIGN KEY (tenant_id, version_id) REFERENCES definition_versions(tenant_id, id)
);
CREATE TRIGGER definition_states_guard AFTER INSERT ON public.definition_states REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION guard_version_list();
CREATE TRIGGER definition_states_keep BEFORE TRUNCATE ON public.definition_states FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER definition_states_once BEFORE DELETE OR UPDATE ON public.definition_states FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE definition_states ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON definition_states TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON definition_states TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON definition_states TO interlock_app;
GRANT INSERT, SELECT ON definition_states TO interlock_engine;

CREATE TABLE definition_versions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  definition_id uuid NOT NULL,
  key text NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  content jsonb NOT NULL,
  layout jsonb,
  content_hash text NOT NULL,
  published_at timestamp with time zone NOT NULL DEFAULT now(),
  published_by uuid,
  scenarios jsonb NOT NULL DEFAULT '[]'::jsonb,
  fields text[] NOT NULL DEFAULT business_fields(content),
  CONSTRAINT definition_versions_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT definition_versions_tenant_id_definition_id_version_key UNIQUE (tenant_id, definition_id, version),
  CONSTRAINT definition_versions_tenant_id_definition_id_fkey FOREIGN KEY (tenant_id, definition_id) REFERENCES definitions(tenant_id, id),
  CONSTRAINT definition_versions_content_hash_check CHECK ((content_hash ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT definition_versions_version_check CHECK ((version > 0))
);
CREATE TRIGGER definition_versions_keep BEFORE TRUNCATE ON public.definition_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER definition_versions_once BEFORE DELETE OR UPDATE ON public.definition_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE definition_versions ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON definition_versions TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON definition_versions TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON definition_versions TO interlock_app;
GRANT INSERT, SELECT ON definition_versions TO interlock_engine;

CREATE TABLE definitions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  key text NOT NULL,
  name text NOT NULL,
  draft jsonb,
  draft_layout jsonb,
  revision integer NOT NULL DEFAULT 1,
  active_version integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_by uuid,
  draft_scenarios jsonb NOT NULL DEFAULT '[]'::jsonb,
  retired_at timestamp with time zone,
  retired_by uuid,
  retired_reason text,
  CONSTRAINT definitions_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT definitions_tenant_id_key_key UNIQUE (tenant_id, key),
  CONSTRAINT definitions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT definitions_tenant_id_id_active_version_fkey FOREIGN KEY (tenant_id, id, active_version) REFERENCES definition_versions(tenant_id, definition_id, version),
  CONSTRAINT definitions_key_check CHECK ((key ~ '^[a-z][a-z0-9_-]{0,63}$'::text)),
  CONSTRAINT definitions_retired_for_a_reason CHECK (((retired_at IS NULL) = (retired_reason IS NULL))),
  CONSTRAINT definitions_retired_has_no_active CHECK (((retired_at IS NULL) OR (active_version IS NULL)))
);
CREATE TRIGGER definitions_schedule AFTER INSERT OR UPDATE OF active_version ON public.definitions FOR EACH ROW EXECUTE FUNCTION follow_schedule();
ALTER TABLE definitions ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON definitions TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON definitions TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON definitions TO interlock_app;
GRANT SELECT ON definitions TO interlock_engine;
GRANT INSERT (tenant_id, id, key, name, draft, draft_layout, revision, updated_by, draft_scenarios) ON definitions TO interlock_app;
GRANT UPDATE (name, draft, draft_layout, revision, updated_at, updated_by, draft_scenarios) ON definitions TO interlock_app;
GRANT UPDATE (active_version, retired_at, retired_by, retired_reason) ON definitions TO interlock_engine;

CREATE TABLE draft_presence (
  tenant_id uuid NOT NULL,
  definition_id uuid NOT NULL,
  person_id uuid NOT NULL,
  since timestamp with time zone NOT NULL DEFAULT now(),
  seen_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT draft_presence_pkey PRIMARY KEY (tenant_id, definition_id, person_id),
  CONSTRAINT draft_presence_tenant_id_definition_id_fkey FOREIGN KEY (tenant_id, definition_id) REFERENCES definitions(tenant_id, id),
  CONSTRAINT draft_presence_tenant_id_person_id_fkey FOREIGN KEY (tenant_id, person_id) REFERENCES people(tenant_id, id) ON DELETE CASCADE
) WITH (fillfactor=50);
COMMENT ON TABLE draft_presence IS 'Who has a draft open, since when; who has not been seen for a while has left.';
ALTER TABLE draft_presence ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON draft_presence TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON draft_presence TO interlock_app USING ((tenant_id = current_tenant()));
GRANT DELETE, INSERT, SELECT ON draft_presence TO interlock_app;
GRANT SELECT ON draft_presence TO interlock_engine;
GRANT UPDATE (since, seen_at) ON draft_presence TO interlock_app;

CREATE TABLE event_deliveries (
  tenant_id uuid NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  sink_id uuid NOT NULL,
  instance_id uuid NOT NULL,
  sequence bigint NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone NOT NULL DEFAULT now(),
  dead_at timestamp with time zone,
  error text,
  CONSTRAINT event_deliveries_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT event_deliveries_tenant_id_instance_id_sequence_sink_id_key UNIQUE (tenant_id, instance_id, sequence, sink_id),
  CONSTRAINT event_deliveries_tenant_id_instance_id_sequence_fkey FOREIGN KEY (tenant_id, instance_id, sequence) REFERENCES events(tenant_id, instance_id, sequence),
  CONSTRAINT event_deliveries_tenant_id_sink_id_fkey FOREIGN KEY (tenant_id, sink_id) REFERENCES event_sinks(tenant_id, id)
);
COMMENT ON TABLE event_deliveries IS 'What sinks have not got yet, a row for each sink and event, written by the move; it goes when it was delivered.';
CREATE INDEX event_deliveries_dead ON public.event_deliveries USING btree (tenant_id, id DESC) WHERE (dead_at IS NOT NULL);
CREATE INDEX event_deliveries_due ON public.event_deliveries USING btree (next_attempt_at) WHERE (dead_at IS NULL);
ALTER TABLE event_deliveries ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON event_deliveries TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON event_deliveries TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON event_deliveries TO interlock_app;
GRANT INSERT, SELECT, UPDATE ON event_deliveries TO interlock_engine;
GRANT UPDATE (attempts, next_attempt_at, dead_at) ON event_deliveries TO interlock_app;

CREATE TABLE event_sinks (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  subject text,
  types text[] NOT NULL DEFAULT '{}'::text[],
  active boolean NOT NULL DEFAULT true,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT event_sinks_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT event_sinks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT event_sinks_check CHECK (((subject IS NOT NULL) = (url ~ '^(nats|tls)://'::text))),
  CONSTRAINT event_sinks_name_check CHECK ((name <> ''::text)),
  CONSTRAINT event_sinks_url_check CHECK ((url ~ '^(https?|nats|tls)://'::text))
);
ALTER TABLE event_sinks ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON event_sinks TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON event_sinks TO interlock_app USING ((tenant_id = current_tenant()));
GRANT INSERT, SELECT ON event_sinks TO interlock_app;
GRANT SELECT ON event_sinks TO interlock_engine;
GRANT UPDATE (name, url, subject, types, active) ON event_sinks TO interlock_app;

CREATE TABLE events (
  tenant_id uuid NOT NULL,
  instance_id uuid NOT NULL,
  sequence bigint NOT NULL,
  type text NOT NULL,
  subject text NOT NULL,
  branch text NOT NULL,
  key text,
  lifecycle text,
  from_status text,
  to_status text,
  version_id uuid,
  from_state text,
  to_state text,
  actor_type text NOT NULL,
  actor_id text NOT NULL,
  actor_name text NOT NULL,
  on_behalf_of_id text,
  on_behalf_of_name text,
  reason text,
  correlation_id text,
  causation_id text,
  worker_id text,
  data jsonb,
  data_hash bytea NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  from_version_id uuid,
  migrated_from text,
  opens_move boolean NOT NULL DEFAULT true,
  CONSTRAINT events_pkey PRIMARY KEY (tenant_id, instance_id, sequence),
  CONSTRAINT events_lifecycle_move_fkey FOREIGN KEY (lifecycle, from_status, to_status) REFERENCES lifecycle_moves(lifecycle, from_status, to_status),
  CONSTRAINT events_state_fkey FOREIGN KEY (tenant_id, version_id, to_state) REFERENCES definition_states(tenant_id, version_id, state),
  CONSTRAINT events_state_migration_fkey FOREIGN KEY (tenant_id, from_version_id, version_id, migrated_from, to_state) REFERENCES state_migrations(tenant_id, from_version_id, to_version_id, from_state, to_state),
  CONSTRAINT events_state_move_fkey FOREIGN KEY (tenant_id, version_id, from_state, to_state) REFERENCES state_moves(tenant_id, version_id, from_state, to_state),
  CONSTRAINT events_are_whole CHECK (event_is_whole(sequence, type, subject, actor_type, lifecycle, from_status, to_status, version_id, from_state, to_state, from_version_id, migrated_from)) NOT VALID
);
COMMENT ON TABLE events IS 'History: append-only, chained by SHA-256. The hash covers the hash of the data, not the data.';
CREATE INDEX events_on_behalf_of ON public.events USING btree (tenant_id, on_behalf_of_id, occurred_at DESC) WHERE (on_behalf_of_id IS NOT NULL);
CREATE CONSTRAINT TRIGGER events_belong AFTER INSERT ON public.events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.opens_move) EXECUTE FUNCTION event_belongs();
CREATE TRIGGER events_chain BEFORE INSERT ON public.events FOR EACH ROW EXECUTE FUNCTION chain_event();
CREATE TRIGGER events_for_people AFTER INSERT ON public.events FOR EACH ROW WHEN (((new.type = ANY ('{USER_TASK_CREATED,USER_TASK_REASSIGNED,USER_TASK_DECIDED,USER_TASK_COMPLETED,USER_TASK_CANCELLED,DEADLINE_PASSED,WORKFLOW_COMPLETED,WORKFLOW_CANCELLED,WORKFLOW_FAILED,WORKFLOW_REVERSED}'::text[])) OR ((new.type = 'TIMER_FIRED'::text) AND (new.data ? 'followUp'::text)))) EXECUTE FUNCTION note_for_people();
CREATE TRIGGER events_keep BEFORE TRUNCATE ON public.events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER events_kept BEFORE DELETE ON public.events FOR EACH ROW EXECUTE FUNCTION guard_history();
CREATE TRIGGER events_once AFTER UPDATE ON public.events REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION guard_erased_history();
ALTER TABLE events ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON events TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON events TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON events TO interlock_app;
GRANT DELETE, INSERT, SELECT ON events TO interlock_engine;
GRANT UPDATE (reason, correlation_id, data) ON events TO interlock_engine;

CREATE TABLE files (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  instance_id uuid,
  step text NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  size integer NOT NULL,
  sha256 text NOT NULL,
  content bytea NOT NULL,
  uploaded_by_id text NOT NULL,
  uploaded_by_name text NOT NULL,
  uploaded_at timestamp with time zone NOT NULL DEFAULT now(),
  erased_at timestamp with time zone,
  CONSTRAINT files_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT files_tenant_id_instance_id_fkey FOREIGN KEY (tenant_id, instance_id) REFERENCES instances(tenant_id, id),
  CONSTRAINT file_is_whole CHECK (
CASE
    WHEN (erased_at IS NULL) THEN ((octet_length(content) = size) AND (encode(sha256(content), 'hex'::text) = sha256))
    ELSE (content = '\x'::bytea)
END),
  CONSTRAINT files_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255))),
  CONSTRAINT files_size_check CHECK ((size > 0))
);
CREATE INDEX files_by_instance ON public.files USING btree (tenant_id, instance_id);
CREATE INDEX files_for_a_start ON public.files USING btree (tenant_id, uploaded_by_id) WHERE (instance_id IS NULL);
CREATE TRIGGER files_guard BEFORE DELETE OR UPDATE ON public.files FOR EACH ROW EXECUTE FUNCTION guard_file();
CREATE TRIGGER files_keep BEFORE TRUNCATE ON public.files FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE files ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON files TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON files TO interlock_app USING ((tenant_id = current_tenant()));
GRANT DELETE, INSERT, SELECT ON files TO interlock_app;
GRANT DELETE, SELECT, UPDATE ON files TO interlock_engine;

CREATE TABLE hidden_views (
  tenant_id uuid NOT NULL,
  person_id uuid NOT NULL,
  view_id uuid NOT NULL,
  CONSTRAINT hidden_views_pkey PRIMARY KEY (tenant_id, person_id, view_id),
  CONSTRAINT hidden_views_tenant_id_person_id_fkey FOREIGN KEY (tenant_id, person_id) REFERENCES people(tenant_id, id),
  CONSTRAINT hidden_views_tenant_id_view_id_fkey FOREIGN KEY (tenant_id, view_id) REFERENCES saved_views(tenant_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE hidden_views IS 'Views of others that a person does not want to see among theirs.';
CREATE INDEX hidden_views_by_view ON public.hidden_views USING btree (tenant_id, view_id);
ALTER TABLE hidden_views ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON hidden_views TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON hidden_views TO interlock_app USING ((tenant_id = current_tenant()));
GRANT DELETE, INSERT, SELECT ON hidden_views TO interlock_app;

CREATE TABLE incident_groups (
  tenant_id uuid NOT NULL,
  cause_id uuid NOT NULL,
  owner_id uuid,
  note text,
  snoozed_until timestamp with time zone,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_by uuid,
  CONSTRAINT incident_groups_pkey PRIMARY KEY (tenant_id, cause_id),
  CONSTRAINT incident_groups_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT incident_groups_tenant_id_owner_id_fkey FOREIGN KEY (tenant_id, owner_id) REFERENCES people(tenant_id, id),
  CONSTRAINT incident_groups_tenant_id_updated_by_fkey FOREIGN KEY (tenant_id, updated_by) REFERENCES people(tenant_id, id)
);
COMMENT ON TABLE incident_groups IS 'Owner, note and snooze of the incidents of one cause; a cause of which nobody has said anything has no row.';
ALTER TABLE incident_groups ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON incident_groups TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON incident_groups TO interlock_app USING ((tenant_id = current_tenant()));
GRANT INSERT, SELECT, UPDATE ON incident_groups TO interlock_app;
GRANT SELECT ON incident_groups TO interlock_engine;

CREATE TABLE incidents (
  tenant_id uuid NOT NULL,
  instance_id uuid NOT NULL,
  opened_sequence bigint NOT NULL,
  key text NOT NULL,
  step text,
  code text NOT NULL,
  message text NOT NULL,
  opened_at timestamp with time zone NOT NULL DEFAULT now(),
  closed_at timestamp with time zone,
  resolution text,
  definition_key text,
  cause text DEFAULT incident_cause(message),
  cause_id uuid DEFAULT (md5(((((((COALESCE(definition_key, ''::text) || ' '::text) || COALESCE(step, ''::text)) || ' '::text) || code) || ' '::text) || incident_cause(message))))::uuid,
  CONSTRAINT incidents_pkey PRIMARY KEY (tenant_id, instance_id, opened_sequence),
  CONSTRAINT incidents_tenant_id_instance_id_fkey FOREIGN KEY (tenant_id, instance_id) REFERENCES instances(tenant_id, id)
);
CREATE INDEX incidents_by_cause ON public.incidents USING btree (tenant_id, cause_id, opened_at);
CREATE INDEX incidents_by_time ON public.incidents USING btree (tenant_id, opened_at);
CREATE UNIQUE INDEX incidents_open ON public.incidents USING btree (tenant_id, instance_id, key) WHERE (closed_at IS NULL);
CREATE INDEX incidents_open_by_cause ON public.incidents USING btree (tenant_id, cause_id, instance_id) WHERE (closed_at IS NULL);
CREATE TRIGGER incidents_keep BEFORE TRUNCATE ON public.incidents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE incidents ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON incidents TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON incidents TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON incidents TO interlock_app;
GRANT INSERT, SELECT, UPDATE ON incidents TO interlock_engine;

CREATE TABLE instances (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  definition_id uuid NOT NULL,
  definition_version_id uuid NOT NULL,
  definition_key text NOT NULL,
  definition_version integer NOT NULL,
  subject_type text NOT NULL,
  subject_id text NOT NULL,
  subject_unique boolean NOT NULL,
  correlation_key text,
  requester_id uuid,
  requester_name text,
  requester_email text,
  input jsonb NOT NULL,
  facts jsonb NOT NULL DEFAULT '[]'::jsonb,
  context jsonb NOT NULL,
  version bigint NOT NULL DEFAULT 0,
  status text NOT NULL DEFAULT 'created'::text,
  state text,
  waiting_for text[] NOT NULL DEFAULT '{}'::text[],
  outcome text,
  ending jsonb,
  visits jsonb NOT NULL DEFAULT '{}'::jsonb,
  start_key text,
  start_hash text,
  reopened_from uuid,
  parent_id uuid,
  parent_child text,
  depth integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  started_at timestamp with time zone,
  status_since timestamp with time zone NOT NULL DEFAULT now(),
  state_since timestamp with time zone NOT NULL DEFAULT now(),
  closed_at timestamp with time zone,
  rare_status text DEFAULT 
CASE
    WHEN (status <> ALL (ARRAY['created'::text, 'validated'::text, 'scheduled'::text, 'running'::text, 'waiting'::text, 'resumed'::text])) THEN status
    ELSE NULL::text
END,
  closed_state text DEFAULT 
CASE
    WHEN (closed_at IS NOT NULL) THEN state
    ELSE NULL::text
END,
  history_archived boolean NOT NULL DEFAULT false,
  undated boolean NOT NULL DEFAULT false,
  CONSTRAINT instances_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT instances_tenant_id_definition_id_fkey FOREIGN KEY (tenant_id, definition_id) REFERENCES definitions(tenant_id, id),
  CONSTRAINT instances_tenant_id_definition_version_id_fkey FOREIGN KEY (tenant_id, definition_version_id) REFERENCES definition_versions(tenant_id, id),
  CONSTRAINT instances_tenant_id_parent_id_parent_child_fkey FOREIGN KEY (tenant_id, parent_id, parent_child) REFERENCES children(tenant_id, instance_id, key),
  CONSTRAINT instances_tenant_id_reopened_from_fkey FOREIGN KEY (tenant_id, reopened_from) REFERENCES instances(tenant_id, id),
  CONSTRAINT instances_tenant_id_requester_id_fkey FOREIGN KEY (tenant_id, requester_id) REFERENCES people(tenant_id, id),
  CONSTRAINT instances_are_whole CHECK (instance_is_whole(subject_id, status, waiting_for, closed_at, parent_id, parent_child, depth)) NOT VALID
) WITH (fillfactor=85);
CREATE INDEX instances_by_closed ON public.instances USING btree (tenant_id, closed_at DESC, id DESC) WHERE (closed_at IS NOT NULL);
CREATE INDEX instances_by_closed_state ON public.instances USING btree (tenant_id, closed_state, id DESC) WHERE (closed_state IS NOT NULL);
CREATE INDEX instances_by_correlation ON public.instances USING btree (tenant_id, correlation_key) WHERE (correlation_key IS NOT NULL);
CREATE INDEX instances_by_rare_status ON public.instances USING btree (tenant_id, rare_status, id DESC) WHERE (rare_status IS NOT NULL);
CREATE INDEX instances_by_reopened ON public.instances USING btree (tenant_id, reopened_from) WHERE (reopened_from IS NOT NULL);
CREATE INDEX instances_by_requester ON public.instances USING btree (tenant_id, requester_id, id DESC);
CREATE INDEX instances_by_subject ON public.instances USING btree (tenant_id, subject_id);
CREATE UNIQUE INDEX instances_child_key ON public.instances USING btree (tenant_id, parent_id, parent_child) WHERE (parent_id IS NOT NULL);
CREATE INDEX instances_closed_by_definition ON public.instances USING btree (tenant_id, definition_id, closed_at) INCLUDE (definition_version) WHERE (closed_at IS NOT NULL);
CREATE INDEX instances_live ON public.instances USING btree (tenant_id, definition_key, definition_version) WHERE (closed_at IS NULL);
CREATE INDEX instances_live_by_id ON public.instances USING btree (tenant_id, id DESC) WHERE (closed_at IS NULL);
CREATE UNIQUE INDEX instances_live_subject_key ON public.instances USING btree (tenant_id, definition_id, subject_type, subject_id) WHERE (subject_unique AND (closed_at IS NULL));
CREATE INDEX instances_of_definition ON public.instances USING btree (tenant_id, definition_id, id DESC) INCLUDE (definition_version);
CREATE INDEX instances_of_version ON public.instances USING btree (tenant_id, definition_id, definition_version, id DESC);
CREATE UNIQUE INDEX instances_reopened_key ON public.instances USING btree (tenant_id, reopened_from) WHERE ((reopened_from IS NOT NULL) AND (closed_at IS NULL));
CREATE UNIQUE INDEX instances_start_key ON public.instances USING btree (tenant_id, start_key) WHERE (start_key IS NOT NULL);
CREATE INDEX instances_to_archive ON public.instances USING btree (closed_at) WHERE ((closed_at IS NOT NULL) AND (NOT history_archived));
CREATE INDEX instances_undated ON public.instances USING btree (tenant_id, id DESC) WHERE undated;
CREATE INDEX instances_without_key ON public.instances USING btree (tenant_id, id DESC) WHERE (correlation_key IS NULL);
CREATE TRIGGER instances_guard BEFORE INSERT OR DELETE OR UPDATE ON public.instances FOR EACH ROW EXECUTE FUNCTION guard_instance();
CREATE CONSTRAINT TRIGGER instances_have_history AFTER INSERT ON public.instances DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION instance_has_history();
CREATE TRIGGER instances_keep BEFORE TRUNCATE ON public.instances FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER instances_keep_files AFTER INSERT ON public.instances FOR EACH ROW WHEN ((new.requester_id IS NOT NULL)) EXECUTE FUNCTION keep_start_files();
ALTER TABLE instances ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON instances TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON instances TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON instances TO interlock_app;
GRANT INSERT, SELECT, UPDATE ON instances TO interlock_engine;

CREATE TABLE kept_signals (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  definition_key text NOT NULL,
  subject_id text,
  correlation_key text,
  signal_id text NOT NULL,
  name text NOT NULL,
  payload jsonb NOT NULL,
  sender jsonb NOT NULL,
  received_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  instance_id uuid,
  handed_over_at timestamp with time zone,
  look_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT kept_signals_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT kept_signals_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT kept_signals_tenant_id_instance_id_fkey FOREIGN KEY (tenant_id, instance_id) REFERENCES instances(tenant_id, id),
  CONSTRAINT kept_signals_check CHECK ((num_nonnulls(subject_id, correlation_key) = 1)),
  CONSTRAINT kept_signals_check1 CHECK (((instance_id IS NULL) = (handed_over_at IS NULL))),
  CONSTRAINT kept_signals_signal_id_check CHECK (((length(signal_id) >= 1) AND (length(signal_id) <= 200)))
);
CREATE UNIQUE INDEX kept_signals_once ON public.kept_signals USING btree (tenant_id, definition_key, COALESCE(subject_id, ''::text), COALESCE(correlation_key, ''::text), signal_id);
CREATE INDEX kept_signals_open ON public.kept_signals USING btree (tenant_id, definition_key) WHERE (instance_id IS NULL);
CREATE INDEX kept_signals_to_look_at ON public.kept_signals USING btree (look_at) WHERE (instance_id IS NULL);
CREATE TRIGGER kept_signals_guard BEFORE INSERT OR DELETE OR UPDATE ON public.kept_signals FOR EACH ROW EXECUTE FUNCTION guard_kept_signal();
CREATE TRIGGER kept_signals_keep BEFORE TRUNCATE ON public.kept_signals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE kept_signals ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON kept_signals TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON kept_signals TO interlock_app USING ((tenant_id = current_tenant()));
GRANT INSERT, SELECT ON kept_signals TO interlock_app;
GRANT SELECT, UPDATE ON kept_signals TO interlock_engine;
GRANT UPDATE (instance_id, handed_over_at, look_at) ON kept_signals TO interlock_engine;

CREATE TABLE lifecycle_moves (
  lifecycle text NOT NULL,
  from_status text NOT NULL,
  to_status text NOT NULL,
  CONSTRAINT lifecycle_moves_pkey PRIMARY KEY (lifecycle, from_status, to_status),
  CONSTRAINT lifecycle_moves_lifecycle_check CHECK ((lifecycle = ANY (ARRAY['instance'::text, 'activity'::text, 'task'::text, 'branch'::text, 'child'::text])))
);
COMMENT ON TABLE lifecycle_moves IS 'Closed lists of DESIGN 4.1-4.3, and those of branches and children; the same rows stand in lib/engine/lifecycle.ts.';
CREATE TRIGGER lifecycle_moves_complete BEFORE INSERT ON public.lifecycle_moves FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER lifecycle_moves_keep BEFORE TRUNCATE ON public.lifecycle_moves FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER lifecycle_moves_once BEFORE DELETE OR UPDATE ON public.lifecycle_moves FOR EACH ROW EXECUTE FUNCTION refuse_change();
GRANT SELECT ON lifecycle_moves TO interlock_app;
GRANT SELECT ON lifecycle_moves TO interlock_engine;

CREATE TABLE mail_links (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  task_id uuid NOT NULL,
  person_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL DEFAULT (now() + '30 days'::interval),
  superseded_at timestamp with time zone,
  CONSTRAINT mail_links_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT mail_links_tenant_id_person_id_fkey FOREIGN KEY (tenant_id, person_id) REFERENCES people(tenant_id, id),
  CONSTRAINT mail_links_tenant_id_task_id_fkey FOREIGN KEY (tenant_id, task_id) REFERENCES tasks(tenant_id, id)
);
CREATE UNIQUE INDEX mail_links_live ON public.mail_links USING btree (tenant_id, task_id, person_id) WHERE (superseded_at IS NULL);
ALTER TABLE mail_links ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON mail_links TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON mail_links TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON mail_links TO interlock_app;
GRANT INSERT, SELECT, UPDATE ON mail_links TO interlock_engine;
GRANT UPDATE (expires_at) ON mail_links TO interlock_app;

CREATE TABLE migration_plans (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  definition_key text NOT NULL,
  from_version_id uuid NOT NULL,
  from_version integer NOT NULL,
  to_version_id uuid NOT NULL,
  to_version integer NOT NULL,
  map jsonb NOT NULL,
  data jsonb NOT NULL,
  instances jsonb NOT NULL DEFAULT '{}'::jsonb,
  work text NOT NULL,
  created_by uuid NOT NULL,
  created_by_name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT migration_plans_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT migration_plans_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT migration_plans_tenant_id_from_version_id_fkey FOREIGN KEY (tenant_id, from_version_id) REFERENCES definition_versions(tenant_id, id),
  CONSTRAINT migration_plans_tenant_id_to_version_id_fkey FOREIGN KEY (tenant_id, to_version_id) REFERENCES definition_versions(tenant_id, id),
  CONSTRAINT migration_plans_data_check CHECK ((jsonb_typeof(data) = 'object'::text)),
  CONSTRAINT migration_plans_instances_check CHECK ((jsonb_typeof(instances) = 'object'::text)),
  CONSTRAINT migration_plans_map_check CHECK ((jsonb_typeof(map) = 'object'::text)),
  CONSTRAINT migration_plans_work_check CHECK ((work = ANY (ARRAY['keep'::text, 'restart'::text])))
);
CREATE INDEX migration_plans_by_definition ON public.migration_plans USING btree (tenant_id, definition_key, id DESC);
CREATE TRIGGER migration_plans_keep BEFORE TRUNCATE ON public.migration_plans FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER migration_plans_once BEFORE DELETE OR UPDATE ON public.migration_plans FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE migration_plans ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON migration_plans TO interlock_engine USING (true);
CREATE POLICY own_tenant ON migration_plans TO interlock_app USING ((tenant_id = current_tenant()));
GRANT INSERT, SELECT ON migration_plans TO interlock_app;
GRANT SELECT ON migration_plans TO interlock_engine;

CREATE TABLE notification_settings (
  tenant_id uuid NOT NULL,
  person_id uuid NOT NULL,
  tasks text NOT NULL DEFAULT 'at_once'::text,
  requests text NOT NULL DEFAULT 'at_once'::text,
  decided boolean NOT NULL DEFAULT false,
  digest_at text NOT NULL DEFAULT '08:00'::text,
  quiet_from text,
  quiet_until text,
  CONSTRAINT notification_settings_pkey PRIMARY KEY (tenant_id, person_id),
  CONSTRAINT notification_settings_tenant_id_person_id_fkey FOREIGN KEY (tenant_id, person_id) REFERENCES people(tenant_id, id),
  CONSTRAINT notification_settings_check CHECK (((quiet_from IS NULL) = (quiet_until IS NULL))),
  CONSTRAINT notification_settings_digest_at_check CHECK ((digest_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  CONSTRAINT notification_settings_quiet_from_check CHECK ((quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  CONSTRAINT notification_settings_quiet_until_check CHECK ((quiet_until ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  CONSTRAINT notification_settings_requests_check CHECK ((requests = ANY (ARRAY['at_once'::text, 'digest'::text, 'never'::text]))),
  CONSTRAINT notification_settings_tasks_check CHECK ((tasks = ANY (ARRAY['at_once'::text, 'digest'::text, 'never'::text])))
);
ALTER TABLE notification_settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON notification_settings TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON notification_settings TO interlock_app USING ((tenant_id = current_tenant()));
GRANT INSERT, SELECT, UPDATE ON notification_settings TO interlock_app;
GRANT SELECT ON notification_settings TO interlock_engine;

CREATE TABLE notifications (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  person_id uuid NOT NULL,
  kind text NOT NULL,
  instance_id uuid NOT NULL,
  about text NOT NULL,
  task_id uuid,
  text text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  read_at timestamp with time zone,
  outdated_at timestamp with time zone,
  mail text NOT NULL,
  mail_at timestamp with time zone,
  digest boolean NOT NULL DEFAULT false,
  mail_attempts integer NOT NULL DEFAULT 0,
  mail_error text,
  mail_sent_at timestamp with time zone,
  mail_to text,
  resends integer NOT NULL DEFAULT 0,
  CONSTRAINT notifications_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT notifications_tenant_id_instance_id_about_person_id_kind_key UNIQUE (tenant_id, instance_id, about, person_id, kind),
  CONSTRAINT notifications_tenant_id_instance_id_fkey FOREIGN KEY (tenant_id, instance_id) REFERENCES instances(tenant_id, id),
  CONSTRAINT notifications_tenant_id_person_id_fkey FOREIGN KEY (tenant_id, person_id) REFERENCES people(tenant_id, id),
  CONSTRAINT notifications_tenant_id_task_id_fkey FOREIGN KEY (tenant_id, task_id) REFERENCES tasks(tenant_id, id),
  CONSTRAINT notifications_check CHECK (((mail = 'none'::text) = (mail_at IS NULL))),
  CONSTRAINT notifications_check1 CHECK (((mail <> 'sent'::text) OR (mail_sent_at IS NOT NULL))),
  CONSTRAINT notifications_kind_check CHECK ((kind = ANY (ARRAY['task_waits'::text, 'task_reminder'::text, 'task_overdue'::text, 'task_decided'::text, 'request_ended'::text, 'comment'::text, 'mention'::text, 'watched_decided'::text, 'watched_overdue'::text, 'watched_ended'::text]))),
  CONSTRAINT notifications_mail_check CHECK ((mail = ANY (ARRAY['none'::text, 'queued'::text, 'sent'::text, 'failed'::text, 'outdated'::text])))
);
COMMENT ON TABLE notifications IS 'One message for each event (or comment) and person, with the state of its mail. Nothing depends on a mail: the inbox is a query over tasks.';
CREATE INDEX notifications_due ON public.notifications USING btree (mail_at, person_id) WHERE (mail = 'queued'::text);
CREATE INDEX notifications_of_person ON public.notifications USING btree (tenant_id, person_id, id DESC);
CREATE INDEX notifications_of_task ON public.notifications USING btree (tenant_id, task_id) WHERE (task_id IS NOT NULL);
CREATE INDEX notifications_unread ON public.notifications USING btree (tenant_id, person_id) WHERE ((read_at IS NULL) AND (outdated_at IS NULL));
ALTER TABLE notifications ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON notifications TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON notifications TO interlock_app USING ((tenant_id = current_tenant()));
GRANT INSERT, SELECT ON notifications TO interlock_app;
GRANT INSERT, SELECT, UPDATE ON notifications TO interlock_engine;
GRANT UPDATE (read_at, mail, mail_at, mail_attempts, mail_error, mail_sent_at, mail_to, resends) ON notifications TO interlock_app;

CREATE TABLE operations_counts (
  tenant_id uuid NOT NULL,
  slot timestamp with time zone NOT NULL,
  taken_at timestamp with time zone NOT NULL DEFAULT now(),
  counts jsonb NOT NULL,
  CONSTRAINT operations_counts_pkey PRIMARY KEY (tenant_id, slot),
  CONSTRAINT operations_counts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
COMMENT ON TABLE operations_counts IS 'The operations board reads these instead of counting; older rows are its trend.';
ALTER TABLE operations_counts ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON operations_counts TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON operations_counts TO interlock_app USING ((tenant_id = current_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON operations_counts TO interlock_app;
GRANT SELECT ON operations_counts TO interlock_engine;

CREATE TABLE outbox (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  tenant_id uuid NOT NULL,
  instance_id uuid NOT NULL,
  task text NOT NULL,
  payload jsonb NOT NULL,
  run_at timestamp with time zone,
  CONSTRAINT outbox_pkey PRIMARY KEY (id),
  CONSTRAINT outbox_tenant_id_instance_id_fkey FOREIGN KEY (tenant_id, instance_id) REFERENCES instances(tenant_id, id),
  CONSTRAINT outbox_payload_check CHECK ((jsonb_typeof(payload) = 'object'::text)),
  CONSTRAINT outbox_task_check CHECK (((length(task) >= 1) AND (length(task) <= 128)))
);
COMMENT ON TABLE outbox IS 'Jobs written in the transaction of the move that asks for them; the relay hands them to the queue after commit.';
ALTER TABLE outbox ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON outbox TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON outbox TO interlock_app USING ((tenant_id = current_tenant()));
GRANT INSERT, SELECT, UPDATE ON outbox TO interlock_engine;

CREATE TABLE pending_notices (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  tenant_id uuid NOT NULL,
  instance_id uuid NOT NULL,
  sequence bigint NOT NULL,
  CONSTRAINT pending_notices_pkey PRIMARY KEY (id),
  CONSTRAINT pending_notices_tenant_id_instance_id_sequence_fkey FOREIGN KEY (tenant_id, instance_id, sequence) REFERENCES events(tenant_id, instance_id, sequence)
);
COMMENT ON TABLE pending_notices IS 'Events that people may have to be told of, written in the transaction of the move; write_notifications() takes them.';
CREATE INDEX pending_notices_of_event ON public.pending_notices USING btree (tenant_id, instance_id, sequence);
ALTER TABLE pending_notices ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON pending_notices TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON pending_notices TO interlock_app USING ((tenant_id = current_tenant()));
GRANT DELETE, INSERT, SELECT ON pending_notices TO interlock_engine;

CREATE TABLE people (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  password_hash text,
  locale text NOT NULL DEFAULT 'en'::text,
  time_zone text NOT NULL DEFAULT 'UTC'::text,
  active boolean NOT NULL DEFAULT true,
  session_version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  manager_id uuid,
  CONSTRAINT people_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT people_manager_fkey FOREIGN KEY (tenant_id, manager_id) REFERENCES people(tenant_id, id),
  CONSTRAINT people_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT people_email_check CHECK (((email = lower(email)) AND (email ~~ '%_@_%'::text))),
  CONSTRAINT people_manage_others CHECK ((manager_id <> id)),
  CONSTRAINT people_name_check CHECK ((name <> ''::text))
);
CREATE UNIQUE INDEX people_email_key ON public.people USING btree (tenant_id, email) WHERE active;
ALTER TABLE people ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON people TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON people TO interlock_app USING ((tenant_id = current_tenant()));
GRANT INSERT, SELECT, UPDATE ON people TO interlock_app;
GRANT SELECT ON people TO interlock_engine;

CREATE TABLE person_roles (
  tenant_id uuid NOT NULL,
  person_id uuid NOT NULL,
  role_key text NOT NULL,
  CONSTRAINT person_roles_pkey PRIMARY KEY (tenant_id, person_id, role_key),
  CONSTRAINT person_roles_tenant_id_person_id_fkey FOREIGN KEY (tenant_id, person_id) REFERENCES people(tenant_id, id),
  CONSTRAINT person_roles_tenant_id_role_key_fkey FOREIGN KEY (tenant_id, role_key) REFERENCES roles(tenant_id, key)
);
ALTER TABLE person_roles ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON person_roles TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON person_roles TO interlock_app USING ((tenant_id = current_tenant()));
GRANT DELETE, INSERT, SELECT ON person_roles TO interlock_app;
GRANT SELECT ON person_roles TO interlock_engine;

CREATE TABLE resource_requests (
  tenant_id uuid NOT NULL,
  instance_id uuid NOT NULL,
  execution text NOT NULL,
  resource text NOT NULL,
  topic text,
  state text NOT NULL,
  due_at timestamp with time zone NOT NULL,
  until timestamp with time zone,
  since timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT resource_requests_pkey PRIMARY KEY (tenant_id, instance_id, execution),
  CONSTRAINT resource_requests_tenant_id_instance_id_execution_fkey FOREIGN KEY (tenant_id, instance_id, execution) REFERENCES activity_executions(tenant_id, instance_id, key),
  CONSTRAINT resource_requests_tenant_id_resource_fkey FOREIGN KEY (tenant_id, resource) REFERENCES resources(tenant_id, key),
  CONSTRAINT resource_requests_state_check CHECK ((state = ANY (ARRAY['unasked'::text, 'waiting'::text, 'granted'::text, 'held'::text])))
);
COMMENT ON TABLE resource_requests IS 'Attempts that wait for room at a resource, and those that have a place there; follows activity_executions by a trigger.';
CREATE INDEX resource_requests_asked ON public.resource_requests USING btree (tenant_id, resource) WHERE (state = ANY (ARRAY['waiting'::text, 'granted'::text]));
CREATE INDEX resource_requests_due ON public.resource_requests USING btree (due_at) WHERE (state = 'waiting'::text);
CREATE INDEX resource_requests_in_line ON public.resource_requests USING btree (tenant_id, resource, due_at) WHERE (state = 'waiting'::text);
CREATE INDEX resource_requests_pulled ON public.resource_requests USING btree (tenant_id, topic, due_at) WHERE (topic IS NOT NULL);
CREATE INDEX resource_requests_taken ON public.resource_requests USING btree (tenant_id, resource) WHERE (state = ANY (ARRAY['granted'::text, 'held'::text]));
CREATE INDEX resource_requests_until ON public.resource_requests USING btree (until) WHERE (until IS NOT NULL);
ALTER TABLE resource_requests ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON resource_requests TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON resource_requests TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON resource_requests TO interlock_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON resource_requests TO interlock_engine;

CREATE TABLE resource_starts (
  tenant_id uuid NOT NULL,
  resource text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT resource_starts_tenant_id_resource_fkey FOREIGN KEY (tenant_id, resource) REFERENCES resources(tenant_id, key)
);
COMMENT ON TABLE resource_starts IS 'When attempts began lately, of resources that have a rate.';
CREATE INDEX resource_starts_at ON public.resource_starts USING btree (tenant_id, resource, at);
ALTER TABLE resource_starts ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON resource_starts TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON resource_starts TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON resource_starts TO interlock_app;
GRANT DELETE, INSERT, SELECT ON resource_starts TO interlock_engine;

CREATE TABLE resources (
  tenant_id uuid NOT NULL,
  key text NOT NULL,
  title text NOT NULL,
  at_once integer,
  per_second numeric(8,2),
  shared text,
  revision integer NOT NULL DEFAULT 1,
  changed_at timestamp with time zone NOT NULL DEFAULT now(),
  changed_by_name text NOT NULL,
  last_granted_at timestamp with time zone,
  CONSTRAINT resources_pkey PRIMARY KEY (tenant_id, key),
  CONSTRAINT resources_shared_fkey FOREIGN KEY (shared) REFERENCES shared_resources(key),
  CONSTRAINT resources_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT resources_at_once_check CHECK (((at_once >= 0) AND (at_once <= 10000))),
  CONSTRAINT resources_check CHECK (((at_once IS NOT NULL) OR (per_second IS NOT NULL) OR (shared IS NOT NULL))),
  CONSTRAINT resources_key_check CHECK ((key ~ '^[a-z][a-z0-9_-]{0,63}$'::text)),
  CONSTRAINT resources_per_second_check CHECK (((per_second >= 0.01) AND (per_second <= (10000)::numeric))),
  CONSTRAINT resources_revision_check CHECK ((revision > 0)),
  CONSTRAINT resources_title_check CHECK ((title <> ''::text))
);
COMMENT ON TABLE resources IS 'What activities may name as their resource, and how much of it there is. Definitions name them, so none is deleted.';
CREATE INDEX resources_shared ON public.resources USING btree (shared) WHERE (shared IS NOT NULL);
ALTER TABLE resources ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON resources TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON resources TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON resources TO interlock_app;
GRANT SELECT ON resources TO interlock_engine;
GRANT INSERT (tenant_id, key, title, at_once, per_second, shared, revision, changed_at, changed_by_name) ON resources TO interlock_app;
GRANT UPDATE (title, at_once, per_second, shared, revision, changed_at, changed_by_name) ON resources TO interlock_app;
GRANT UPDATE (last_granted_at) ON resources TO interlock_engine;

CREATE TABLE retention_rules (
  tenant_id uuid NOT NULL,
  definition_key text NOT NULL,
  days integer NOT NULL,
  CONSTRAINT retention_rules_pkey PRIMARY KEY (tenant_id, definition_key),
  CONSTRAINT retention_rules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT retention_rules_days_check CHECK (((days >= 1) AND (days <= 36500)))
);
ALTER TABLE retention_rules ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON retention_rules TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON retention_rules TO interlock_app USING ((tenant_id = current_tenant()));
GRANT DELETE, INSERT, SELECT ON retention_rules TO interlock_app;
GRANT SELECT ON retention_rules TO interlock_engine;
GRANT UPDATE (days) ON retention_rules TO interlock_app;

CREATE TABLE roles (
  tenant_id uuid NOT NULL,
  key text NOT NULL,
  name text NOT NULL,
  permissions text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT roles_pkey PRIMARY KEY (tenant_id, key),
  CONSTRAINT roles_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT roles_key_check CHECK ((key ~ '^[a-z][a-z0-9_-]{0,63}$'::text)),
  CONSTRAINT roles_name_check CHECK ((name <> ''::text))
);
ALTER TABLE roles ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON roles TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON roles TO interlock_app USING ((tenant_id = current_tenant()));
GRANT INSERT, SELECT, UPDATE ON roles TO interlock_app;
GRANT SELECT ON roles TO interlock_engine;

CREATE TABLE rules (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  key text NOT NULL,
  value jsonb NOT NULL,
  effective_from timestamp with time zone NOT NULL,
  effective_to timestamp with time zone,
  CONSTRAINT rules_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT rules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT rules_do_not_overlap EXCLUDE USING gist (tenant_id WITH =, key WITH =, tstzrange(effective_from, effective_to) WITH &&),
  CONSTRAINT rules_check CHECK (((effective_to IS NULL) OR (effective_to > effective_from))),
  CONSTRAINT rules_key_check CHECK ((key ~ '^[a-z][a-z0-9_-]{0,63}$'::text))
);
ALTER TABLE rules ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON rules TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON rules TO interlock_app USING ((tenant_id = current_tenant()));
GRANT INSERT, SELECT, UPDATE ON rules TO interlock_app;
GRANT SELECT ON rules TO interlock_engine;

CREATE TABLE saved_views (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  place text NOT NULL,
  name text NOT NULL,
  owner_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  colour text NOT NULL,
  query jsonb NOT NULL,
  shared_with text,
  CONSTRAINT saved_views_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT saved_views_name_key UNIQUE (tenant_id, owner_id, place, name),
  CONSTRAINT saved_views_tenant_id_owner_id_fkey FOREIGN KEY (tenant_id, owner_id) REFERENCES people(tenant_id, id),
  CONSTRAINT saved_views_name_check CHECK ((name <> ''::text)),
  CONSTRAINT saved_views_place_check CHECK ((place <> ''::text)),
  CONSTRAINT saved_views_query_check CHECK ((jsonb_typeof(query) = 'object'::text))
);
COMMENT ON TABLE saved_views IS 'Lists that people keep under a name; what one sees in them depends on who looks.';
CREATE INDEX saved_views_shared ON public.saved_views USING btree (tenant_id, place, shared_with) WHERE (shared_with IS NOT NULL);
ALTER TABLE saved_views ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON saved_views TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON saved_views TO interlock_app USING ((tenant_id = current_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON saved_views TO interlock_app;
GRANT SELECT ON saved_views TO interlock_engine;

CREATE TABLE schedules (
  tenant_id uuid NOT NULL,
  definition_id uuid NOT NULL,
  definition_key text NOT NULL,
  cron text NOT NULL,
  time_zone text NOT NULL,
  next_at timestamp with time zone,
  look_at timestamp with time zone NOT NULL DEFAULT now(),
  last_at timestamp with time zone,
  last_instance_id uuid,
  last_error text,
  CONSTRAINT schedules_pkey PRIMARY KEY (tenant_id, definition_id),
  CONSTRAINT schedules_tenant_id_definition_id_fkey FOREIGN KEY (tenant_id, definition_id) REFERENCES definitions(tenant_id, id),
  CONSTRAINT schedules_tenant_id_last_instance_id_fkey FOREIGN KEY (tenant_id, last_instance_id) REFERENCES instances(tenant_id, id)
);
CREATE INDEX schedules_to_look_at ON public.schedules USING btree (look_at);
ALTER TABLE schedules ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON schedules TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON schedules TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON schedules TO interlock_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON schedules TO interlock_engine;

CREATE TABLE search_gaps (
  tenant_id uuid NOT NULL,
  field text NOT NULL,
  instance_id uuid NOT NULL,
  CONSTRAINT search_gaps_pkey PRIMARY KEY (tenant_id, field, instance_id),
  CONSTRAINT search_gaps_tenant_id_instance_id_fkey FOREIGN KEY (tenant_id, instance_id) REFERENCES instances(tenant_id, id)
);
COMMENT ON TABLE search_gaps IS 'Fields of which an instance has no value, beside search_terms.';
CREATE TRIGGER search_gaps_keep BEFORE TRUNCATE ON public.search_gaps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE search_gaps ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON search_gaps TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON search_gaps TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON search_gaps TO interlock_app;
GRANT DELETE, INSERT, SELECT ON search_gaps TO interlock_engine;

CREATE TABLE search_terms (
  tenant_id uuid NOT NULL,
  instance_id uuid NOT NULL,
  field text NOT NULL,
  n smallint NOT NULL,
  value text NOT NULL,
  number double precision,
  CONSTRAINT search_terms_pkey PRIMARY KEY (tenant_id, instance_id, field, n),
  CONSTRAINT search_terms_tenant_id_instance_id_fkey FOREIGN KEY (tenant_id, instance_id) REFERENCES instances(tenant_id, id)
);
COMMENT ON TABLE search_terms IS 'What an instance is found by, written by the move that starts it or changes the data.';
CREATE INDEX search_terms_by_field ON public.search_terms USING btree (tenant_id, field, value, instance_id DESC);
CREATE INDEX search_terms_by_number ON public.search_terms USING btree (tenant_id, field, number, instance_id DESC) WHERE (number IS NOT NULL);
CREATE INDEX search_terms_by_value ON public.search_terms USING btree (tenant_id, value, instance_id DESC);
CREATE TRIGGER search_terms_keep BEFORE TRUNCATE ON public.search_terms FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE search_terms ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON search_terms TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON search_terms TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON search_terms TO interlock_app;
GRANT DELETE, INSERT, SELECT ON search_terms TO interlock_engine;

CREATE TABLE secrets (
  tenant_id uuid NOT NULL,
  name text NOT NULL,
  sealed bytea NOT NULL,
  key_id text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  changed_at timestamp with time zone NOT NULL DEFAULT now(),
  changed_by_name text NOT NULL,
  CONSTRAINT secrets_pkey PRIMARY KEY (tenant_id, name),
  CONSTRAINT secrets_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT secrets_name_check CHECK ((name ~ '^[A-Z][A-Z0-9_]{0,63}$'::text)),
  CONSTRAINT secrets_sealed_check CHECK ((length(sealed) > 28))
);
COMMENT ON TABLE secrets IS 'Values that activities send and nobody reads again: the app keeps them sealed, the key is not in the database.';
ALTER TABLE secrets ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON secrets TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON secrets TO interlock_app USING ((tenant_id = current_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON secrets TO interlock_app;

CREATE TABLE shared_resources (
  key text NOT NULL,
  title text NOT NULL,
  at_once integer,
  per_second numeric(8,2),
  CONSTRAINT shared_resources_pkey PRIMARY KEY (key),
  CONSTRAINT shared_resources_at_once_check CHECK (((at_once >= 0) AND (at_once <= 10000))),
  CONSTRAINT shared_resources_check CHECK (((at_once IS NOT NULL) OR (per_second IS NOT NULL))),
  CONSTRAINT shared_resources_key_check CHECK ((key ~ '^[a-z][a-z0-9_-]{0,63}$'::text)),
  CONSTRAINT shared_resources_per_second_check CHECK (((per_second >= 0.01) AND (per_second <= (10000)::numeric))),
  CONSTRAINT shared_resources_title_check CHECK ((title <> ''::text))
);
COMMENT ON TABLE shared_resources IS 'Capacities that all tenants together keep to; resources.shared takes part in one.';
GRANT SELECT ON shared_resources TO interlock_app;
GRANT SELECT ON shared_resources TO interlock_engine;
GRANT UPDATE (title) ON shared_resources TO interlock_engine;

CREATE TABLE sign_in_failures (
  email text NOT NULL,
  attempted_at timestamp with time zone NOT NULL DEFAULT now()
);
CREATE INDEX sign_in_failures_recent ON public.sign_in_failures USING btree (email, attempted_at);
GRANT DELETE, INSERT, SELECT ON sign_in_failures TO interlock_app;
GRANT SELECT ON sign_in_failures TO interlock_engine;

CREATE TABLE signals (
  tenant_id uuid NOT NULL,
  instance_id uuid NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  payload jsonb NOT NULL,
  sequence bigint NOT NULL,
  received_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  consumed_by text,
  consumed_at timestamp with time zone,
  correlation text,
  CONSTRAINT signals_pkey PRIMARY KEY (tenant_id, instance_id, id),
  CONSTRAINT signals_tenant_id_instance_id_fkey FOREIGN KEY (tenant_id, instance_id) REFERENCES instances(tenant_id, id),
  CONSTRAINT signals_check CHECK (((consumed_by IS NULL) = (consumed_at IS NULL))),
  CONSTRAINT signals_id_check CHECK (((length(id) >= 1) AND (length(id) <= 200)))
);
CREATE INDEX signals_correlation_idx ON public.signals USING btree (tenant_id, correlation, id) WHERE (correlation IS NOT NULL);
CREATE INDEX signals_of_stay ON public.signals USING btree (tenant_id, instance_id, consumed_by) WHERE (consumed_by IS NOT NULL);
CREATE INDEX signals_open ON public.signals USING btree (tenant_id, instance_id) WHERE (consumed_by IS NULL);
CREATE TRIGGER signals_guard BEFORE INSERT OR DELETE OR UPDATE ON public.signals FOR EACH ROW EXECUTE FUNCTION guard_signal();
CREATE TRIGGER signals_keep BEFORE TRUNCATE ON public.signals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE signals ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON signals TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON signals TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON signals TO interlock_app;
GRANT INSERT, SELECT, UPDATE ON signals TO interlock_engine;

CREATE TABLE state_migrations (
  tenant_id uuid NOT NULL,
  from_version_id uuid NOT NULL,
  to_version_id uuid NOT NULL,
  from_state text NOT NULL,
  to_state text NOT NULL,
  CONSTRAINT state_migrations_pkey PRIMARY KEY (tenant_id, from_version_id, to_version_id, from_state, to_state),
  CONSTRAINT state_migrations_tenant_id_from_version_id_from_state_fkey FOREIGN KEY (tenant_id, from_version_id, from_state) REFERENCES definition_states(tenant_id, version_id, state),
  CONSTRAINT state_migrations_tenant_id_to_version_id_to_state_fkey FOREIGN KEY (tenant_id, to_version_id, to_state) REFERENCES definition_states(tenant_id, version_id, state),
  CONSTRAINT state_migrations_check CHECK ((from_version_id <> to_version_id))
);
COMMENT ON TABLE state_migrations IS 'Closed list of DESIGN 4.4: every pair of states along which instances may go from one version to another.';
CREATE TRIGGER state_migrations_guard BEFORE INSERT ON public.state_migrations FOR EACH ROW EXECUTE FUNCTION guard_state_migration();
CREATE TRIGGER state_migrations_keep BEFORE TRUNCATE ON public.state_migrations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER state_migrations_once BEFORE DELETE OR UPDATE ON public.state_migrations FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE state_migrations ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON state_migrations TO interlock_engine USING (true);
CREATE POLICY own_tenant ON state_migrations TO interlock_app USING ((tenant_id = current_tenant()));
GRANT INSERT, SELECT ON state_migrations TO interlock_app;
GRANT SELECT ON state_migrations TO interlock_engine;

CREATE TABLE state_moves (
  tenant_id uuid NOT NULL,
  version_id uuid NOT NULL,
  from_state text NOT NULL,
  to_state text NOT NULL,
  CONSTRAINT state_moves_pkey PRIMARY KEY (tenant_id, version_id, from_state, to_state),
  CONSTRAINT state_moves_tenant_id_version_id_from_state_fkey FOREIGN KEY (tenant_id, version_id, from_state) REFERENCES definition_states(tenant_id, version_id, state),
  CONSTRAINT state_moves_tenant_id_version_id_to_state_fkey FOREIGN KEY (tenant_id, version_id, to_state) REFERENCES definition_states(tenant_id, version_id, state)
);
COMMENT ON TABLE state_moves IS 'Closed list of DESIGN 4.4: every pair of states that a published version connects.';
CREATE TRIGGER state_moves_guard AFTER INSERT ON public.state_moves REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION guard_version_list();
CREATE TRIGGER state_moves_keep BEFORE TRUNCATE ON public.state_moves FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER state_moves_once BEFORE DELETE OR UPDATE ON public.state_moves FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE state_moves ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON state_moves TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON state_moves TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON state_moves TO interlock_app;
GRANT INSERT, SELECT ON state_moves TO interlock_engine;

CREATE TABLE step_instances (
  tenant_id uuid NOT NULL,
  instance_id uuid NOT NULL,
  key text NOT NULL,
  branch text NOT NULL,
  step text NOT NULL,
  visit integer NOT NULL,
  entered_at timestamp with time zone NOT NULL DEFAULT now(),
  exited_at timestamp with time zone,
  leaving jsonb,
  awaits text,
  live boolean NOT NULL DEFAULT true,
  CONSTRAINT step_instances_pkey PRIMARY KEY (tenant_id, instance_id, key),
  CONSTRAINT step_instances_tenant_id_instance_id_fkey FOREIGN KEY (tenant_id, instance_id) REFERENCES instances(tenant_id, id),
  CONSTRAINT step_instances_visit_check CHECK ((visit > 0))
);
CREATE INDEX step_instances_awaits_idx ON public.step_instances USING btree (tenant_id, awaits) WHERE ((awaits IS NOT NULL) AND (exited_at IS NULL));
CREATE INDEX step_instances_by_age ON public.step_instances USING btree (tenant_id, entered_at, instance_id) WHERE ((exited_at IS NULL) AND live);
CREATE INDEX step_instances_by_step ON public.step_instances USING btree (tenant_id, step, entered_at, instance_id) WHERE ((exited_at IS NULL) AND live);
CREATE UNIQUE INDEX step_instances_of_visit ON public.step_instances USING btree (tenant_id, instance_id, branch, step, visit) WHERE (visit IS NOT NULL);
CREATE INDEX step_instances_open ON public.step_instances USING btree (tenant_id, instance_id) WHERE (exited_at IS NULL);
CREATE TRIGGER step_instances_keep BEFORE TRUNCATE ON public.step_instances FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE step_instances ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON step_instances TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON step_instances TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON step_instances TO interlock_app;
GRANT INSERT, SELECT, UPDATE ON step_instances TO interlock_engine;

CREATE TABLE task_audiences (
  tenant_id uuid NOT NULL,
  audience text NOT NULL,
  task_id uuid NOT NULL,
  definition_key text NOT NULL,
  priority integer NOT NULL,
  due_at timestamp with time zone NOT NULL,
  barred text[] NOT NULL,
  words text NOT NULL,
  amount double precision,
  CONSTRAINT task_audiences_pkey PRIMARY KEY (tenant_id, task_id, audience),
  CONSTRAINT task_audiences_tenant_id_task_id_fkey FOREIGN KEY (tenant_id, task_id) REFERENCES tasks(tenant_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE task_audiences IS 'Whose list a task stands in, and what lists sort and filter by.';
CREATE INDEX task_audiences_amount ON public.task_audiences USING btree (tenant_id, audience, amount, due_at, task_id) WHERE (amount IS NOT NULL);
CREATE INDEX task_audiences_due ON public.task_audiences USING btree (tenant_id, audience, due_at, task_id);
CREATE INDEX task_audiences_newest ON public.task_audiences USING btree (tenant_id, audience, task_id);
CREATE INDEX task_audiences_priority ON public.task_audiences USING btree (tenant_id, audience, priority DESC, due_at, task_id);
CREATE INDEX task_audiences_process ON public.task_audiences USING btree (tenant_id, audience, definition_key, due_at, task_id);
CREATE INDEX task_audiences_words ON public.task_audiences USING gin (words gin_trgm_ops) WHERE (audience = '*'::text);
ALTER TABLE task_audiences ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON task_audiences TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON task_audiences TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON task_audiences TO interlock_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON task_audiences TO interlock_engine;

CREATE TABLE task_drafts (
  tenant_id uuid NOT NULL,
  person_id uuid NOT NULL,
  task_id uuid NOT NULL,
  form jsonb NOT NULL,
  reason text NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT task_drafts_pkey PRIMARY KEY (tenant_id, person_id, task_id),
  CONSTRAINT task_drafts_tenant_id_person_id_fkey FOREIGN KEY (tenant_id, person_id) REFERENCES people(tenant_id, id),
  CONSTRAINT task_drafts_tenant_id_task_id_fkey FOREIGN KEY (tenant_id, task_id) REFERENCES tasks(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT task_drafts_form_check CHECK ((jsonb_typeof(form) = 'object'::text))
);
COMMENT ON TABLE task_drafts IS 'What a person has typed for a task and not sent yet.';
CREATE INDEX task_drafts_by_task ON public.task_drafts USING btree (tenant_id, task_id);
ALTER TABLE task_drafts ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON task_drafts TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON task_drafts TO interlock_app USING ((tenant_id = current_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON task_drafts TO interlock_app;
GRANT SELECT, UPDATE ON task_drafts TO interlock_engine;

CREATE TABLE task_facts (
  tenant_id uuid NOT NULL,
  audience text NOT NULL,
  task_id uuid NOT NULL,
  label text NOT NULL,
  number_value double precision NOT NULL,
  text_value text NOT NULL,
  due_at timestamp with time zone NOT NULL,
  CONSTRAINT task_facts_pkey PRIMARY KEY (tenant_id, task_id, audience, label),
  CONSTRAINT task_facts_tenant_id_task_id_fkey FOREIGN KEY (tenant_id, task_id) REFERENCES tasks(tenant_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE task_facts IS 'The business facts of open tasks, as lists filter and sort by them.';
CREATE INDEX task_facts_value ON public.task_facts USING btree (tenant_id, audience, label, number_value, text_value, due_at, task_id);
ALTER TABLE task_facts ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON task_facts TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON task_facts TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON task_facts TO interlock_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON task_facts TO interlock_engine;

CREATE TABLE task_snoozes (
  tenant_id uuid NOT NULL,
  person_id uuid NOT NULL,
  task_id uuid NOT NULL,
  until timestamp with time zone NOT NULL,
  CONSTRAINT task_snoozes_pkey PRIMARY KEY (tenant_id, person_id, task_id),
  CONSTRAINT task_snoozes_tenant_id_person_id_fkey FOREIGN KEY (tenant_id, person_id) REFERENCES people(tenant_id, id),
  CONSTRAINT task_snoozes_tenant_id_task_id_fkey FOREIGN KEY (tenant_id, task_id) REFERENCES tasks(tenant_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE task_snoozes IS 'Until when a person does not want to see a task among those that wait for them.';
CREATE INDEX task_snoozes_by_task ON public.task_snoozes USING btree (tenant_id, task_id);
ALTER TABLE task_snoozes ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON task_snoozes TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON task_snoozes TO interlock_app USING ((tenant_id = current_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON task_snoozes TO interlock_app;
GRANT DELETE, SELECT ON task_snoozes TO interlock_engine;

CREATE TABLE tasks (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  instance_id uuid NOT NULL,
  key text NOT NULL,
  branch text NOT NULL,
  step text NOT NULL,
  visit integer NOT NULL,
  status text NOT NULL,
  status_event bigint NOT NULL DEFAULT 0,
  title text NOT NULL,
  instructions text,
  assignee_id uuid,
  assignee_name text,
  assignee_email text,
  candidate_roles text[] NOT NULL DEFAULT '{}'::text[],
  candidate_people text[] NOT NULL DEFAULT '{}'::text[],
  excluded text[] NOT NULL DEFAULT '{}'::text[],
  authority_limit jsonb,
  form jsonb,
  outcomes jsonb NOT NULL,
  facts jsonb NOT NULL DEFAULT '[]'::jsonb,
  approvals jsonb NOT NULL,
  votes jsonb NOT NULL DEFAULT '[]'::jsonb,
  priority integer NOT NULL DEFAULT 50,
  due_at timestamp with time zone,
  outcome text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  closed_at timestamp with time zone,
  due_basis jsonb,
  delegation jsonb,
  CONSTRAINT tasks_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT tasks_tenant_id_instance_id_key_key UNIQUE (tenant_id, instance_id, key),
  CONSTRAINT tasks_tenant_id_assignee_id_fkey FOREIGN KEY (tenant_id, assignee_id) REFERENCES people(tenant_id, id),
  CONSTRAINT tasks_tenant_id_instance_id_fkey FOREIGN KEY (tenant_id, instance_id) REFERENCES instances(tenant_id, id),
  CONSTRAINT task_closed_when_ended CHECK (((closed_at IS NOT NULL) = (status = ANY (ARRAY['completed'::text, 'cancelled'::text]))))
);
CREATE INDEX tasks_open ON public.tasks USING btree (tenant_id, id DESC) WHERE (status = ANY (ARRAY['pending'::text, 'in_progress'::text]));
CREATE INDEX tasks_open_by_assignee ON public.tasks USING btree (tenant_id, assignee_id, id DESC) WHERE (status = ANY (ARRAY['pending'::text, 'in_progress'::text]));
CREATE INDEX tasks_open_by_due ON public.tasks USING btree (tenant_id, due_at, instance_id) WHERE ((status = ANY (ARRAY['pending'::text, 'in_progress'::text])) AND (due_at IS NOT NULL));
CREATE INDEX tasks_open_of_instance ON public.tasks USING btree (tenant_id, instance_id) WHERE (status = ANY (ARRAY['pending'::text, 'in_progress'::text]));
CREATE TRIGGER tasks_changed AFTER INSERT OR UPDATE ON public.tasks FOR EACH ROW EXECUTE FUNCTION task_changed();
CREATE TRIGGER tasks_guard BEFORE INSERT OR DELETE OR UPDATE ON public.tasks FOR EACH ROW EXECUTE FUNCTION guard_lifecycle('task');
CREATE TRIGGER tasks_keep BEFORE TRUNCATE ON public.tasks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE tasks ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON tasks TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON tasks TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON tasks TO interlock_app;
GRANT INSERT, SELECT, UPDATE ON tasks TO interlock_engine;

CREATE TABLE tenants (
  id uuid NOT NULL,
  name text NOT NULL,
  time_zone text NOT NULL DEFAULT 'UTC'::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT tenants_pkey PRIMARY KEY (id),
  CONSTRAINT tenants_name_check CHECK ((name <> ''::text))
);
ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON tenants TO interlock_engine USING (true);
CREATE POLICY own_tenant ON tenants TO interlock_app USING ((id = current_tenant()));
GRANT SELECT ON tenants TO interlock_app;
GRANT SELECT ON tenants TO interlock_engine;
GRANT INSERT (id, name, time_zone) ON tenants TO interlock_app;
GRANT UPDATE (name, time_zone) ON tenants TO interlock_app;

CREATE TABLE timers (
  tenant_id uuid NOT NULL,
  instance_id uuid NOT NULL,
  key text NOT NULL,
  branch text NOT NULL,
  stay text,
  purpose text NOT NULL,
  rung text,
  due_at timestamp with time zone NOT NULL,
  basis jsonb NOT NULL,
  set_at timestamp with time zone NOT NULL DEFAULT now(),
  closed_at timestamp with time zone,
  ending text,
  look_at timestamp with time zone NOT NULL,
  CONSTRAINT timers_pkey PRIMARY KEY (tenant_id, instance_id, key),
  CONSTRAINT timers_tenant_id_instance_id_fkey FOREIGN KEY (tenant_id, instance_id) REFERENCES instances(tenant_id, id),
  CONSTRAINT timers_check CHECK (((closed_at IS NULL) = (ending IS NULL))),
  CONSTRAINT timers_ending_check CHECK ((ending = ANY (ARRAY['fired'::text, 'dropped'::text]))),
  CONSTRAINT timers_purpose_check CHECK ((purpose = ANY (ARRAY['wait'::text, 'rung'::text, 'due'::text, 'follow_up'::text, 'max_age'::text])))
);
CREATE INDEX timers_of_stay ON public.timers USING btree (tenant_id, instance_id, stay) WHERE (closed_at IS NOT NULL);
CREATE INDEX timers_open ON public.timers USING btree (look_at) WHERE (closed_at IS NULL);
CREATE INDEX timers_open_of_instance ON public.timers USING btree (tenant_id, instance_id) WHERE (closed_at IS NULL);
CREATE TRIGGER timers_guard BEFORE INSERT OR DELETE OR UPDATE ON public.timers FOR EACH ROW EXECUTE FUNCTION guard_timer();
CREATE TRIGGER timers_keep BEFORE TRUNCATE ON public.timers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE timers ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON timers TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON timers TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON timers TO interlock_app;
GRANT INSERT, SELECT, UPDATE ON timers TO interlock_engine;

CREATE TABLE verification_runs (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  started_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone NOT NULL DEFAULT now(),
  checked integer NOT NULL,
  failed integer NOT NULL,
  failures jsonb NOT NULL,
  CONSTRAINT verification_runs_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT verification_runs_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
COMMENT ON TABLE verification_runs IS 'What the daily samples of histories found; the owner writes it.';
ALTER TABLE verification_runs ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON verification_runs TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON verification_runs TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON verification_runs TO interlock_app;
GRANT SELECT ON verification_runs TO interlock_engine;

CREATE TABLE version_activations (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  definition_id uuid NOT NULL,
  version integer NOT NULL,
  active_from timestamp with time zone NOT NULL,
  made_at timestamp with time zone NOT NULL DEFAULT now(),
  made_by uuid,
  settled_at timestamp with time zone,
  outcome text,
  CONSTRAINT version_activations_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT version_activations_tenant_id_definition_id_version_fkey FOREIGN KEY (tenant_id, definition_id, version) REFERENCES definition_versions(tenant_id, definition_id, version),
  CONSTRAINT version_activations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT version_activations_check CHECK (((settled_at IS NULL) = (outcome IS NULL))),
  CONSTRAINT version_activations_outcome_check CHECK ((outcome = ANY (ARRAY['activated'::text, 'overtaken'::text, 'taken_back'::text])))
);
COMMENT ON TABLE version_activations IS 'From when on a version is to be, or was made, the active one; what is not settled is still to come.';
CREATE INDEX version_activations_due ON public.version_activations USING btree (active_from) WHERE (settled_at IS NULL);
CREATE UNIQUE INDEX version_activations_open ON public.version_activations USING btree (tenant_id, definition_id, version) WHERE (settled_at IS NULL);
CREATE TRIGGER version_activations_guard BEFORE UPDATE ON public.version_activations FOR EACH ROW EXECUTE FUNCTION guard_activation();
CREATE TRIGGER version_activations_keep BEFORE TRUNCATE ON public.version_activations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER version_activations_once BEFORE DELETE ON public.version_activations FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE version_activations ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON version_activations TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON version_activations TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON version_activations TO interlock_app;
GRANT INSERT, SELECT ON version_activations TO interlock_engine;
GRANT UPDATE (settled_at, outcome) ON version_activations TO interlock_engine;

CREATE TABLE version_retirements (
  tenant_id uuid NOT NULL,
  definition_id uuid NOT NULL,
  version integer NOT NULL,
  retired_at timestamp with time zone NOT NULL DEFAULT now(),
  retired_by uuid,
  reason text NOT NULL,
  CONSTRAINT version_retirements_pkey PRIMARY KEY (tenant_id, definition_id, version),
  CONSTRAINT version_retirements_tenant_id_definition_id_version_fkey FOREIGN KEY (tenant_id, definition_id, version) REFERENCES definition_versions(tenant_id, definition_id, version),
  CONSTRAINT version_retirements_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT version_retirements_reason_check CHECK ((reason <> ''::text))
);
COMMENT ON TABLE version_retirements IS 'Versions by which nothing starts any more.';
CREATE TRIGGER version_retirements_keep BEFORE TRUNCATE ON public.version_retirements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER version_retirements_once BEFORE DELETE OR UPDATE ON public.version_retirements FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE version_retirements ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON version_retirements TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON version_retirements TO interlock_app USING ((tenant_id = current_tenant()));
GRANT SELECT ON version_retirements TO interlock_app;
GRANT INSERT, SELECT ON version_retirements TO interlock_engine;

CREATE TABLE watchers (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  instance_id uuid NOT NULL,
  person_id uuid NOT NULL,
  task_id uuid,
  since timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT watchers_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT watchers_tenant_id_instance_id_person_id_task_id_key UNIQUE NULLS NOT DISTINCT (tenant_id, instance_id, person_id, task_id),
  CONSTRAINT watchers_tenant_id_instance_id_fkey FOREIGN KEY (tenant_id, instance_id) REFERENCES instances(tenant_id, id),
  CONSTRAINT watchers_tenant_id_person_id_fkey FOREIGN KEY (tenant_id, person_id) REFERENCES people(tenant_id, id),
  CONSTRAINT watchers_tenant_id_task_id_fkey FOREIGN KEY (tenant_id, task_id) REFERENCES tasks(tenant_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE watchers IS 'Who hears of decisions, deadlines that pass, comments and the end, though nothing waits for them.';
CREATE INDEX watchers_of_task ON public.watchers USING btree (tenant_id, task_id) WHERE (task_id IS NOT NULL);
ALTER TABLE watchers ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON watchers TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON watchers TO interlock_app USING ((tenant_id = current_tenant()));
GRANT DELETE, INSERT, SELECT ON watchers TO interlock_app;
GRANT SELECT ON watchers TO interlock_engine;

CREATE TABLE webhook_deliveries (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  source_id uuid NOT NULL,
  delivery_id text,
  received_at timestamp with time zone NOT NULL DEFAULT now(),
  result text NOT NULL,
  code text,
  message text,
  bytes integer NOT NULL,
  sha256 text NOT NULL,
  effect text,
  instance_id uuid,
  repeats integer NOT NULL DEFAULT 0,
  repeated_at timestamp with time zone,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT webhook_deliveries_tenant_id_instance_id_fkey FOREIGN KEY (tenant_id, instance_id) REFERENCES instances(tenant_id, id),
  CONSTRAINT webhook_deliveries_tenant_id_source_id_fkey FOREIGN KEY (tenant_id, source_id) REFERENCES webhook_sources(tenant_id, id),
  CONSTRAINT delivery_has_its_effect CHECK (((result = 'accepted'::text) = (effect IS NOT NULL))),
  CONSTRAINT delivery_says_why CHECK ((((result = 'refused'::text) = (code IS NOT NULL)) AND ((code IS NULL) = (message IS NULL)))),
  CONSTRAINT webhook_deliveries_bytes_check CHECK ((bytes >= 0)),
  CONSTRAINT webhook_deliveries_delivery_id_check CHECK (((length(delivery_id) >= 1) AND (length(delivery_id) <= 150))),
  CONSTRAINT webhook_deliveries_effect_check CHECK ((effect = ANY (ARRAY['signal'::text, 'kept_signal'::text, 'start'::text]))),
  CONSTRAINT webhook_deliveries_result_check CHECK ((result = ANY (ARRAY['accepted'::text, 'ignored'::text, 'refused'::text]))),
  CONSTRAINT webhook_deliveries_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);
COMMENT ON TABLE webhook_deliveries IS 'Every call at an address of webhook_sources, accepted or refused; append-only but for the count of repeats.';
CREATE INDEX webhook_deliveries_by_age ON public.webhook_deliveries USING btree (received_at);
CREATE INDEX webhook_deliveries_by_source ON public.webhook_deliveries USING btree (tenant_id, source_id, received_at DESC);
CREATE UNIQUE INDEX webhook_deliveries_once ON public.webhook_deliveries USING btree (tenant_id, source_id, delivery_id) WHERE (result <> 'refused'::text);
CREATE TRIGGER webhook_deliveries_keep BEFORE TRUNCATE ON public.webhook_deliveries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER webhook_deliveries_stay BEFORE DELETE ON public.webhook_deliveries FOR EACH ROW WHEN ((old.received_at > (now() - '30 days'::interval))) EXECUTE FUNCTION refuse_change();
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON webhook_deliveries TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON webhook_deliveries TO interlock_app USING ((tenant_id = current_tenant()));
GRANT INSERT, SELECT ON webhook_deliveries TO interlock_app;
GRANT DELETE, SELECT, UPDATE ON webhook_deliveries TO interlock_engine;
GRANT UPDATE (repeats, repeated_at) ON webhook_deliveries TO interlock_app;

CREATE TABLE webhook_sources (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  mapping jsonb NOT NULL,
  window_seconds integer NOT NULL DEFAULT 300,
  key_number integer NOT NULL DEFAULT 1,
  active boolean NOT NULL DEFAULT true,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT webhook_sources_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT webhook_sources_id_key UNIQUE (id),
  CONSTRAINT webhook_sources_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT webhook_sources_key_number_check CHECK ((key_number > 0)),
  CONSTRAINT webhook_sources_name_check CHECK ((name <> ''::text)),
  CONSTRAINT webhook_sources_window_seconds_check CHECK (((window_seconds >= 10) AND (window_seconds <= 3600)))
);
ALTER TABLE webhook_sources ENABLE ROW LEVEL SECURITY;
CREATE POLICY engine ON webhook_sources TO interlock_engine USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON webhook_sources TO interlock_app USING ((tenant_id = current_tenant()));
GRANT INSERT, SELECT ON webhook_sources TO interlock_app;
GRANT SELECT ON webhook_sources TO interlock_engine;
GRANT UPDATE (name, mapping, window_seconds, key_number, active) ON webhook_sources TO interlock_app;

CREATE TABLE worker_processes (
  id text NOT NULL,
  host text NOT NULL,
  pid integer NOT NULL,
  jobs bigint[] NOT NULL DEFAULT '{}'::bigint[],
  started_at timestamp with time zone NOT NULL DEFAULT now(),
  seen_at timestamp with time zone NOT NULL DEFAULT now(),
  figures jsonb,
  CONSTRAINT worker_processes_pkey PRIMARY KEY (id)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON worker_processes TO interlock_app;
GRANT SELECT ON worker_processes TO interlock_engine;

CREATE FUNCTION acting_for(uuid,uuid) RETURNS TABLE(person_id uuid, name text, email text, roles text[], absence_id uuid, until timestamp with time zone, processes text[], most_amount numeric, through text[]) STABLE SET search_path=pg_catalog, pg_temp;
EXECUTE TO PUBLIC;
EXECUTE TO interlock_engine;

CREATE FUNCTION activate_due_versions(integer) RETURNS TABLE(tenant_id uuid, definition_key text, version integer) VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION activate_version(uuid,uuid,integer,timestamp with time zone,uuid) RETURNS void VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION add_comment(uuid,uuid,uuid,uuid,text,uuid,uuid[]) RETURNS void VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION alert_tenants() RETURNS TABLE(tenant_id uuid) STABLE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION archive_histories(integer,integer) RETURNS integer VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION ask_for_room(uuid,text[],integer,integer) RETURNS integer VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION business_fields(jsonb) RETURNS text[] IMMUTABLE;
EXECUTE TO PUBLIC;

CREATE FUNCTION chain_event() RETURNS trigger VOLATILE;
EXECUTE TO PUBLIC;

CREATE FUNCTION claim_alert_notices(integer,integer) RETURNS TABLE(tenant_id uuid, id uuid) VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION claim_bulk_items(integer,integer) RETURNS TABLE(tenant_id uuid, job_id uuid, "position" integer, instance_id uuid, attempt integer, work text) VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION claim_kept_signals(integer) RETURNS TABLE(tenant_id uuid, id uuid) VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION claim_mails(integer,integer) RETURNS TABLE(tenant_id uuid, id uuid, person_id uuid, digest boolean) VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION claim_schedules(integer,integer) RETURNS TABLE(tenant_id uuid, definition_id uuid, definition_key text, cron text, time_zone text, next_at text, now text) VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION claim_timers(integer,integer) RETURNS TABLE(tenant_id uuid, instance_id uuid, key text, due_at timestamp with time zone) VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION clean_up(integer,integer) RETURNS integer VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION cloud_event_type(text,jsonb) RETURNS text IMMUTABLE SET search_path=pg_catalog, pg_temp;
EXECUTE TO PUBLIC;

CREATE FUNCTION current_tenant() RETURNS uuid STABLE;
EXECUTE TO PUBLIC;

CREATE FUNCTION erase_data(uuid,uuid,bigint,jsonb,jsonb,text) RETURNS jsonb VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION event_belongs() RETURNS trigger VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp SET plan_cache_mode=force_generic_plan SET enable_seqscan=off;
OWNER TO interlock_engine;

CREATE FUNCTION event_is_whole(bigint,text,text,text,text,text,text,uuid,text,text,uuid,text) RETURNS boolean IMMUTABLE;
EXECUTE TO PUBLIC;

CREATE FUNCTION event_text(events) RETURNS text STABLE;
EXECUTE TO PUBLIC;

CREATE FUNCTION expired_leases(integer) RETURNS TABLE(tenant_id uuid, instance_id uuid, execution text, token text) STABLE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION extend_lease(uuid,uuid,text,text,integer) RETURNS boolean VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION fetch_external_work(uuid,text[],integer) RETURNS TABLE(instance_id uuid, execution text) VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION file_task(tasks) RETURNS void VOLATILE;
EXECUTE TO interlock_engine;

CREATE FUNCTION find_api_key(bytea) RETURNS TABLE(tenant_id uuid, tenant_name text, id uuid, name text, permissions text[], topics text[]) STABLE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION find_webhook_source(uuid) RETURNS TABLE(tenant_id uuid, tenant_name text, id uuid, name text, mapping jsonb, window_seconds integer, key_number integer, active boolean) STABLE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION first_id_at(timestamp with time zone) RETURNS uuid IMMUTABLE;
EXECUTE TO PUBLIC;

CREATE FUNCTION follow_resource_request() RETURNS trigger VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;

CREATE FUNCTION follow_schedule() RETURNS trigger VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;

CREATE FUNCTION grant_room(integer,integer,integer) RETURNS TABLE(tenant_id uuid, instance_id uuid, execution text) VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION guard_activation() RETURNS trigger VOLATILE;
EXECUTE TO PUBLIC;

CREATE FUNCTION guard_archived_event() RETURNS trigger VOLATILE;
EXECUTE TO PUBLIC;

CREATE FUNCTION guard_branch() RETURNS trigger VOLATILE;
EXECUTE TO PUBLIC;

CREATE FUNCTION guard_bulk_job() RETURNS trigger VOLATILE;
EXECUTE TO PUBLIC;

CREATE FUNCTION guard_child() RETURNS trigger VOLATILE;
EXECUTE TO PUBLIC;

CREATE FUNCTION guard_erased_history() RETURNS trigger VOLATILE;
EXECUTE TO PUBLIC;

CREATE FUNCTION guard_file() RETURNS trigger VOLATILE;
EXECUTE TO PUBLIC;

CREATE FUNCTION guard_history() RETURNS trigger VOLATILE;
EXECUTE TO PUBLIC;

CREATE FUNCTION guard_instance() RETURNS trigger VOLATILE;
EXECUTE TO PUBLIC;

CREATE FUNCTION guard_kept_signal() RETURNS trigger VOLATILE;
EXECUTE TO PUBLIC;

CREATE FUNCTION guard_lifecycle() RETURNS trigger VOLATILE;
EXECUTE TO PUBLIC;

CREATE FUNCTION guard_signal() RETURNS trigger VOLATILE;
EXECUTE TO PUBLIC;

CREATE FUNCTION guard_state_migration() RETURNS trigger VOLATILE;
EXECUTE TO PUBLIC;

CREATE FUNCTION guard_timer() RETURNS trigger VOLATILE;
EXECUTE TO PUBLIC;

CREATE FUNCTION guard_version_list() RETURNS trigger VOLATILE;
EXECUTE TO PUBLIC;

CREATE FUNCTION hand_over_signal(uuid,uuid,uuid) RETURNS void VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION history_of(uuid,uuid) RETURNS SETOF events STABLE;
EXECUTE TO PUBLIC;

CREATE FUNCTION incident_cause(text) RETURNS text IMMUTABLE;
EXECUTE TO PUBLIC;

CREATE FUNCTION instance_has_history() RETURNS trigger VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp SET plan_cache_mode=force_generic_plan SET enable_seqscan=off;
OWNER TO interlock_engine;

CREATE FUNCTION instance_is_whole(text,text,text[],timestamp with time zone,uuid,text,integer) RETURNS boolean IMMUTABLE;
EXECUTE TO PUBLIC;

CREATE FUNCTION instant_text(timestamp with time zone) RETURNS text IMMUTABLE;
EXECUTE TO PUBLIC;

CREATE FUNCTION is_erasure(uuid,uuid,jsonb,jsonb) RETURNS boolean STABLE;
EXECUTE TO PUBLIC;

CREATE FUNCTION keep_start_files() RETURNS trigger VOLATILE;
EXECUTE TO PUBLIC;

CREATE FUNCTION load_definition(uuid,uuid) RETURNS jsonb STABLE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION load_snapshot(uuid,uuid,boolean) RETURNS jsonb STABLE SECURITY DEFINER SET search_path=pg_catalog, pg_temp SET plan_cache_mode=force_generic_plan SET enable_seqscan=off;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION load_start(uuid,text,integer) RETURNS jsonb STABLE SECURITY DEFINER SET search_path=pg_catalog, pg_temp SET plan_cache_mode=force_generic_plan SET enable_seqscan=off;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION mail_instant(text,time without time zone,time without time zone,time without time zone,text,timestamp with time zone) RETURNS timestamp with time zone STABLE SET search_path=pg_catalog, pg_temp;
EXECUTE TO PUBLIC;

CREATE FUNCTION make_active(uuid,uuid,integer) RETURNS void VOLATILE SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;

CREATE FUNCTION new_id() RETURNS uuid VOLATILE;
EXECUTE TO PUBLIC;

CREATE FUNCTION next_room() RETURNS integer STABLE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION next_timer() RETURNS integer STABLE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION note_for_people() RETURNS trigger VOLATILE;
EXECUTE TO PUBLIC;

CREATE FUNCTION outbox_depth() RETURNS bigint STABLE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION postpone_timer(uuid,uuid,text,integer) RETURNS void VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION publish_definition(uuid,uuid,integer,uuid,text,uuid,timestamp with time zone) RETURNS integer VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION readers_of(uuid,uuid,uuid[]) RETURNS TABLE(person_id uuid) STABLE SET search_path=pg_catalog, pg_temp;
EXECUTE TO interlock_app;
EXECUTE TO interlock_engine;

CREATE FUNCTION redact_json(jsonb,text[],jsonb,text) RETURNS jsonb IMMUTABLE SET search_path=pg_catalog, pg_temp;
EXECUTE TO PUBLIC;

CREATE FUNCTION redact_text(text,text[]) RETURNS text IMMUTABLE SET search_path=pg_catalog, pg_temp;
EXECUTE TO PUBLIC;

CREATE FUNCTION refuse_change() RETURNS trigger VOLATILE;
EXECUTE TO PUBLIC;

CREATE FUNCTION relay_outbox(integer) RETURNS integer VOLATILE;

CREATE FUNCTION retire_definition(uuid,uuid,uuid,text) RETURNS void VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION retire_version(uuid,uuid,integer,uuid,text) RETURNS void VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION rules_in_force(uuid) RETURNS jsonb STABLE SECURITY DEFINER SET search_path=pg_catalog, pg_temp SET plan_cache_mode=force_generic_plan SET enable_seqscan=off;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION settle_schedule(uuid,uuid,timestamp with time zone,text,text,timestamp with time zone,uuid,text) RETURNS void VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION sign_in_candidates(text) RETURNS TABLE(tenant_id uuid, tenant_name text, person_id uuid, name text, email text, password_hash text, session_version integer) STABLE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION states_of(jsonb) RETURNS TABLE(state text, entry boolean, waits_for text[]) IMMUTABLE;
EXECUTE TO PUBLIC;

CREATE FUNCTION take_back_activation(uuid,uuid,integer) RETURNS void VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION task_changed() RETURNS trigger VOLATILE;
EXECUTE TO interlock_engine;

CREATE FUNCTION task_recipients(uuid,uuid) RETURNS TABLE(person_id uuid) STABLE SET search_path=pg_catalog, pg_temp;
EXECUTE TO interlock_engine;

CREATE FUNCTION tasks_to_watch(uuid,uuid,boolean,integer) RETURNS TABLE(tenant_id uuid, id uuid, instance_id uuid, key text, look boolean) STABLE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION tasks_with_words(uuid,text) RETURNS TABLE(task_id uuid) STABLE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION tell_watchers(uuid,uuid,text,text,uuid,text,text) RETURNS void VOLATILE SET search_path=pg_catalog, pg_temp;
EXECUTE TO interlock_engine;

CREATE FUNCTION transition(uuid,uuid,bigint,jsonb) RETURNS bigint VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp SET plan_cache_mode=force_generic_plan SET enable_seqscan=off;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

CREATE FUNCTION vouched_hash(events) RETURNS text STABLE;
EXECUTE TO PUBLIC;

CREATE FUNCTION write_notification(uuid,uuid,text,text,uuid,uuid,text) RETURNS void VOLATILE SET search_path=pg_catalog, pg_temp;
EXECUTE TO interlock_engine;

CREATE FUNCTION write_notifications(integer) RETURNS TABLE(tenant_id uuid, instance_id uuid) VOLATILE SECURITY DEFINER SET search_path=pg_catalog, pg_temp;
OWNER TO interlock_engine;
EXECUTE TO interlock_app;

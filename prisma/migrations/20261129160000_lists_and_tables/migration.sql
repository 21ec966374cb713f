-- The closed lists and the tables (DESIGN 4 and 5). Functions, guards and rights follow in the next migration.
-- Every table begins its key with the tenant, and every foreign key includes it, so that a reference across tenants
-- cannot be stored. Only the closed lists of the product itself (lifecycle_moves) and the registry of worker
-- processes belong to no tenant.

-- Roles belong to the server, not to a database: another Interlock database may have made them already.
DO $$ BEGIN
  CREATE ROLE interlock_app NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$ BEGIN
  CREATE ROLE interlock_engine NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;

CREATE TABLE lifecycle_moves (
  lifecycle   text NOT NULL CHECK (lifecycle IN ('instance', 'activity', 'task', 'branch')),
  from_status text NOT NULL,
  to_status   text NOT NULL,
  PRIMARY KEY (lifecycle, from_status, to_status)
);
COMMENT ON TABLE lifecycle_moves IS 'Closed lists of DESIGN 4.1-4.3, and that of branches; the same rows stand in lib/engine/lifecycle.ts.';

INSERT INTO lifecycle_moves (lifecycle, from_status, to_status)
SELECT 'instance', f, t
FROM (VALUES
  ('created',             ARRAY['validated', 'failed', 'cancelled']),
  ('validated',           ARRAY['scheduled', 'cancelled']),
  ('scheduled',           ARRAY['running', 'cancelled']),
  ('running',             ARRAY['waiting', 'paused', 'needs_attention', 'compensating', 'completed', 'failed', 'cancelled']),
  ('waiting',             ARRAY['resumed', 'paused', 'needs_attention', 'compensating', 'failed', 'cancelled']),
  ('resumed',             ARRAY['running']),
  ('paused',              ARRAY['resumed', 'compensating', 'cancelled']),
  ('needs_attention',     ARRAY['resumed', 'compensating', 'failed', 'cancelled']),
  ('failed',              ARRAY['compensating']),
  ('compensating',        ARRAY['reversed', 'completed', 'cancelled', 'compensation_failed']),
  ('compensation_failed', ARRAY['compensating'])
) AS list (f, targets), unnest(targets) AS t;

INSERT INTO lifecycle_moves (lifecycle, from_status, to_status)
SELECT 'activity', f, t
FROM (VALUES
  ('created',   ARRAY['ready', 'cancelled']),
  ('ready',     ARRAY['scheduled', 'cancelled']),
  ('scheduled', ARRAY['running', 'cancelled']),
  ('running',   ARRAY['completed', 'failed', 'cancelled']),
  ('failed',    ARRAY['retrying', 'skipped']),
  ('retrying',  ARRAY['scheduled', 'cancelled'])
) AS list (f, targets), unnest(targets) AS t;

INSERT INTO lifecycle_moves (lifecycle, from_status, to_status)
SELECT 'task', f, t
FROM (VALUES
  ('pending',     ARRAY['in_progress', 'completed', 'cancelled']),
  ('in_progress', ARRAY['pending', 'completed', 'cancelled'])
) AS list (f, targets), unnest(targets) AS t;

INSERT INTO lifecycle_moves (lifecycle, from_status, to_status)
SELECT 'branch', 'open', t FROM unnest(ARRAY['arrived', 'ended', 'cancelled']) AS t;

-- People ------------------------------------------------------------------------------------------------------

CREATE TABLE tenants (
  id         uuid PRIMARY KEY,
  name       text NOT NULL CHECK (name <> ''),
  time_zone  text NOT NULL DEFAULT 'UTC',
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE people (
  tenant_id       uuid NOT NULL REFERENCES tenants (id),
  id              uuid NOT NULL,
  email           text NOT NULL CHECK (email = lower(email) AND email LIKE '%_@_%'),
  name            text NOT NULL CHECK (name <> ''),
  -- argon2id; null for people who cannot sign in with a password.
  password_hash   text,
  locale          text NOT NULL DEFAULT 'en',
  time_zone       text NOT NULL DEFAULT 'UTC',
  active          boolean NOT NULL DEFAULT true,
  -- Raised to end every session of the person.
  session_version integer NOT NULL DEFAULT 1,
  created_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX people_email_key ON people (tenant_id, email) WHERE active;

CREATE TABLE roles (
  tenant_id   uuid NOT NULL REFERENCES tenants (id),
  key         text NOT NULL CHECK (key ~ '^[a-z][a-z0-9_-]{0,63}$'),
  name        text NOT NULL CHECK (name <> ''),
  permissions text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (tenant_id, key)
);

CREATE TABLE person_roles (
  tenant_id uuid NOT NULL,
  person_id uuid NOT NULL,
  role_key  text NOT NULL,
  PRIMARY KEY (tenant_id, person_id, role_key),
  FOREIGN KEY (tenant_id, person_id) REFERENCES people (tenant_id, id),
  FOREIGN KEY (tenant_id, role_key) REFERENCES roles (tenant_id, key)
);

CREATE TABLE api_keys (
  tenant_id    uuid NOT NULL REFERENCES tenants (id),
  id           uuid NOT NULL,
  name         text NOT NULL CHECK (name <> ''),
  -- SHA-256 of the key: the key has 128 bits of chance or more, so a slow hash would add nothing.
  key_hash     bytea NOT NULL UNIQUE CHECK (octet_length(key_hash) = 32),
  permissions  text[] NOT NULL,
  -- Topics of external work that the key may fetch; none named: any.
  topics       text[] NOT NULL DEFAULT '{}',
  created_at   timestamptz NOT NULL DEFAULT now(),
  expires_at   timestamptz,
  revoked_at   timestamptz,
  PRIMARY KEY (tenant_id, id)
);

-- Failed sign-ins, for the limits of DESIGN 15. Keyed by what was typed, which may be nobody's address.
CREATE TABLE sign_in_failures (
  email        text NOT NULL,
  attempted_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sign_in_failures_recent ON sign_in_failures (email, attempted_at);

-- For the exclusion constraint below; a trusted extension that PostgreSQL ships.
CREATE EXTENSION IF NOT EXISTS btree_gist;

CREATE TABLE rules (
  tenant_id      uuid NOT NULL REFERENCES tenants (id),
  id             uuid NOT NULL,
  key            text NOT NULL CHECK (key ~ '^[a-z][a-z0-9_-]{0,63}$'),
  value          jsonb NOT NULL,
  effective_from timestamptz NOT NULL,
  effective_to   timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK (effective_to IS NULL OR effective_to > effective_from),
  CONSTRAINT rules_do_not_overlap EXCLUDE USING gist (
    tenant_id WITH =, key WITH =, tstzrange(effective_from, effective_to) WITH &&)
);

CREATE TABLE audit_entries (
  tenant_id   uuid NOT NULL REFERENCES tenants (id),
  id          uuid NOT NULL,
  occurred_at timestamptz NOT NULL DEFAULT now(),
  actor_id    text NOT NULL,
  actor_name  text NOT NULL,
  action      text NOT NULL,
  subject     text NOT NULL,
  data        jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (tenant_id, id)
);

-- Definitions -------------------------------------------------------------------------------------------------

CREATE TABLE definitions (
  tenant_id      uuid NOT NULL REFERENCES tenants (id),
  id             uuid NOT NULL,
  key            text NOT NULL CHECK (key ~ '^[a-z][a-z0-9_-]{0,63}$'),
  name           text NOT NULL,
  draft          jsonb,
  draft_layout   jsonb,
  -- Rises with each saved draft; a save names the one that it was made from.
  revision       integer NOT NULL DEFAULT 1,
  active_version integer,
  created_at     timestamptz NOT NULL DEFAULT now(),
  updated_at     timestamptz NOT NULL DEFAULT now(),
  updated_by     uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, key)
);

CREATE TABLE definition_versions (
  tenant_id     uuid NOT NULL,
  id            uuid NOT NULL,
  definition_id uuid NOT NULL,
  key           text NOT NULL,
  version       integer NOT NULL CHECK (version > 0),
  name          text NOT NULL,
  content       jsonb NOT NULL,
  -- Positions on the canvas; outside the hash.
  layout        jsonb,
  -- SHA-256 of the canonical text of the content, in hexadecimal.
  content_hash  text NOT NULL CHECK (content_hash ~ '^[0-9a-f]{64}$'),
  published_at  timestamptz NOT NULL DEFAULT now(),
  published_by  uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, definition_id, version),
  FOREIGN KEY (tenant_id, definition_id) REFERENCES definitions (tenant_id, id)
);
ALTER TABLE definitions ADD FOREIGN KEY (tenant_id, id, active_version)
  REFERENCES definition_versions (tenant_id, definition_id, version);

CREATE TABLE definition_states (
  tenant_id  uuid NOT NULL,
  version_id uuid NOT NULL,
  state      text NOT NULL,
  -- True for the START step: where the main line may begin.
  entry      boolean NOT NULL,
  PRIMARY KEY (tenant_id, version_id, state),
  FOREIGN KEY (tenant_id, version_id) REFERENCES definition_versions (tenant_id, id)
);

CREATE TABLE state_moves (
  tenant_id  uuid NOT NULL,
  version_id uuid NOT NULL,
  from_state text NOT NULL,
  to_state   text NOT NULL,
  PRIMARY KEY (tenant_id, version_id, from_state, to_state),
  FOREIGN KEY (tenant_id, version_id, from_state) REFERENCES definition_states (tenant_id, version_id, state),
  FOREIGN KEY (tenant_id, version_id, to_state) REFERENCES definition_states (tenant_id, version_id, state)
);
COMMENT ON TABLE state_moves IS 'Closed list of DESIGN 4.4: every pair of states that a published version connects.';

-- Instances ---------------------------------------------------------------------------------------------------

CREATE TABLE instances (
  tenant_id             uuid NOT NULL,
  id                    uuid NOT NULL,
  definition_id         uuid NOT NULL,
  definition_version_id uuid NOT NULL,
  definition_key        text NOT NULL,
  definition_version    integer NOT NULL,
  subject_type          text NOT NULL,
  subject_id            text NOT NULL CHECK (subject_id <> ''),
  subject_unique        boolean NOT NULL,
  correlation_key       text,
  requester_id          uuid,
  requester_name        text,
  requester_email       text,
  input                 jsonb NOT NULL,
  -- What lists show of the request: [{label, value, format}], rendered when it was started.
  facts                 jsonb NOT NULL DEFAULT '[]',
  context               jsonb NOT NULL,
  version               bigint NOT NULL DEFAULT 0,
  status                text NOT NULL DEFAULT 'created',
  state                 text,
  waiting_for           text[] NOT NULL DEFAULT '{}',
  outcome               text,
  -- How it is being ended, or was: {by, then, reason}.
  ending                jsonb,
  visits                jsonb NOT NULL DEFAULT '{}',
  -- The Idempotency-Key of the start, and the SHA-256 of what was asked with it.
  start_key             text,
  start_hash            text,
  reopened_from         uuid,
  created_at            timestamptz NOT NULL DEFAULT now(),
  started_at            timestamptz,
  status_since          timestamptz NOT NULL DEFAULT now(),
  state_since           timestamptz NOT NULL DEFAULT now(),
  closed_at             timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, definition_id) REFERENCES definitions (tenant_id, id),
  FOREIGN KEY (tenant_id, definition_version_id) REFERENCES definition_versions (tenant_id, id),
  FOREIGN KEY (tenant_id, requester_id) REFERENCES people (tenant_id, id),
  FOREIGN KEY (tenant_id, reopened_from) REFERENCES instances (tenant_id, id),
  CONSTRAINT waiting_has_a_reason CHECK ((status = 'waiting') = (waiting_for <> '{}')),
  CONSTRAINT waiting_reasons_are_known CHECK (waiting_for <@ ARRAY['human_task', 'signal', 'webhook', 'message',
    'timer', 'cron', 'file_upload', 'activity', 'child_workflow']),
  CONSTRAINT closed_when_ended CHECK ((closed_at IS NOT NULL) = (status IN ('completed', 'reversed', 'cancelled', 'failed')))
) WITH (fillfactor = 85);
COMMENT ON COLUMN instances.version IS 'Sequence number of the last event.';

CREATE UNIQUE INDEX instances_live_subject_key
  ON instances (tenant_id, definition_id, subject_type, subject_id)
  WHERE subject_unique AND closed_at IS NULL;
CREATE UNIQUE INDEX instances_start_key ON instances (tenant_id, start_key) WHERE start_key IS NOT NULL;
CREATE INDEX instances_by_subject ON instances (tenant_id, subject_id);
CREATE INDEX instances_by_correlation ON instances (tenant_id, correlation_key) WHERE correlation_key IS NOT NULL;
CREATE INDEX instances_by_requester ON instances (tenant_id, requester_id, id DESC);
CREATE INDEX instances_by_definition ON instances (tenant_id, definition_id, id DESC);

-- For counts; no column of it changes before the end, so it costs a move nothing.
CREATE INDEX instances_live ON instances (tenant_id, definition_key) WHERE closed_at IS NULL;

CREATE TABLE events (
  tenant_id         uuid NOT NULL,
  instance_id       uuid NOT NULL,
  sequence          bigint NOT NULL CHECK (sequence > 0),
  type              text NOT NULL,
  subject           text NOT NULL CHECK (subject IN ('status', 'state', 'branch', 'step', 'task', 'activity', 'transition',
                                                     'signal', 'timer', 'context')),
  branch            text NOT NULL,
  key               text,
  lifecycle         text,
  from_status       text,
  to_status         text,
  version_id        uuid,
  from_state        text,
  to_state          text,
  actor_type        text NOT NULL CHECK (actor_type IN ('user', 'staff', 'system', 'worker', 'timer', 'scheduler',
                                                        'partner', 'parent_workflow', 'policy')),
  actor_id          text NOT NULL,
  actor_name        text NOT NULL,
  on_behalf_of_id   text,
  on_behalf_of_name text,
  reason            text,
  correlation_id    text,
  causation_id      text,
  worker_id         text,
  data              jsonb,
  data_hash         bytea NOT NULL,
  occurred_at       timestamptz NOT NULL,
  previous_hash     bytea NOT NULL,
  hash              bytea NOT NULL,
  PRIMARY KEY (tenant_id, instance_id, sequence),
  CONSTRAINT events_instance_fkey FOREIGN KEY (tenant_id, instance_id) REFERENCES instances (tenant_id, id),
  CONSTRAINT events_lifecycle_move_fkey FOREIGN KEY (lifecycle, from_status, to_status)
    REFERENCES lifecycle_moves (lifecycle, from_status, to_status),
  CONSTRAINT events_state_move_fkey FOREIGN KEY (tenant_id, version_id, from_state, to_state)
    REFERENCES state_moves (tenant_id, version_id, from_state, to_state),
  CONSTRAINT events_state_fkey FOREIGN KEY (tenant_id, version_id, to_state)
    REFERENCES definition_states (tenant_id, version_id, state),
  -- Without these a half-filled key would slip past MATCH SIMPLE foreign keys.
  CONSTRAINT events_lifecycle_is_whole CHECK (
    (lifecycle IS NULL) = (to_status IS NULL) AND (lifecycle IS NOT NULL OR from_status IS NULL)),
  CONSTRAINT events_lifecycle_fits_subject CHECK (
    lifecycle IS NULL OR lifecycle = CASE subject WHEN 'status' THEN 'instance' ELSE subject END),
  CONSTRAINT events_state_is_whole CHECK (CASE WHEN subject = 'state' THEN version_id IS NOT NULL AND to_state IS NOT NULL
    ELSE num_nonnulls(version_id, from_state, to_state) = 0 END),
  CONSTRAINT events_status_moves CHECK (subject <> 'status' OR to_status IS NOT NULL),
  CONSTRAINT events_only_first_has_no_status CHECK (
    lifecycle IS NULL OR from_status IS NOT NULL
    OR (lifecycle = 'instance' AND sequence = 1 AND to_status = 'created')
    OR (lifecycle = 'task' AND to_status = 'pending')
    OR (lifecycle = 'activity' AND to_status = 'created'))
);
COMMENT ON TABLE events IS 'History: append-only, chained by SHA-256. The hash covers the hash of the data, not the data.';

CREATE TABLE step_instances (
  tenant_id   uuid NOT NULL,
  instance_id uuid NOT NULL,
  key         text NOT NULL,
  branch      text NOT NULL,
  step        text NOT NULL,
  visit       integer NOT NULL CHECK (visit > 0),
  entered_at  timestamptz NOT NULL DEFAULT now(),
  exited_at   timestamptz,
  leaving     jsonb,
  PRIMARY KEY (tenant_id, instance_id, key),
  UNIQUE (tenant_id, instance_id, branch, step, visit),
  FOREIGN KEY (tenant_id, instance_id) REFERENCES instances (tenant_id, id)
);
CREATE INDEX step_instances_open ON step_instances (tenant_id, instance_id) WHERE exited_at IS NULL;

CREATE TABLE branches (
  tenant_id    uuid NOT NULL,
  instance_id  uuid NOT NULL,
  key          text NOT NULL,
  parent       text NOT NULL,
  fork         text NOT NULL,
  state        text,
  -- Number of the event that gave it its state; its guard writes it.
  state_event  bigint NOT NULL DEFAULT 0,
  status       text NOT NULL CHECK (status IN ('open', 'arrived', 'ended', 'cancelled')),
  -- Number of the event that ended it; its guard writes it.
  status_event bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, instance_id, key),
  FOREIGN KEY (tenant_id, instance_id) REFERENCES instances (tenant_id, id)
);

CREATE TABLE tasks (
  tenant_id        uuid NOT NULL,
  id               uuid NOT NULL,
  instance_id      uuid NOT NULL,
  key              text NOT NULL,
  branch           text NOT NULL,
  step             text NOT NULL,
  visit            integer NOT NULL,
  status           text NOT NULL,
  -- Number of the event that gave it its status; its guard writes it.
  status_event     bigint NOT NULL DEFAULT 0,
  title            text NOT NULL,
  instructions     text,
  assignee_id      uuid,
  assignee_name    text,
  assignee_email   text,
  candidate_roles  text[] NOT NULL DEFAULT '{}',
  candidate_people text[] NOT NULL DEFAULT '{}',
  excluded         text[] NOT NULL DEFAULT '{}',
  authority_limit  jsonb,
  form             jsonb,
  outcomes         jsonb NOT NULL,
  facts            jsonb NOT NULL DEFAULT '[]',
  approvals        jsonb NOT NULL,
  votes            jsonb NOT NULL DEFAULT '[]',
  priority         integer NOT NULL DEFAULT 50,
  due_at           timestamptz,
  outcome          text,
  created_at       timestamptz NOT NULL DEFAULT now(),
  closed_at        timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, instance_id, key),
  FOREIGN KEY (tenant_id, instance_id) REFERENCES instances (tenant_id, id),
  FOREIGN KEY (tenant_id, assignee_id) REFERENCES people (tenant_id, id),
  CONSTRAINT task_closed_when_ended CHECK ((closed_at IS NOT NULL) = (status IN ('completed', 'cancelled')))
);
CREATE INDEX tasks_open ON tasks (tenant_id, id DESC) WHERE status IN ('pending', 'in_progress');
CREATE INDEX tasks_open_by_assignee ON tasks (tenant_id, assignee_id, id DESC) WHERE status IN ('pending', 'in_progress');

CREATE TABLE activity_executions (
  tenant_id        uuid NOT NULL,
  instance_id      uuid NOT NULL,
  key              text NOT NULL,
  branch           text NOT NULL,
  step             text NOT NULL,
  visit            integer NOT NULL,
  activity         text NOT NULL,
  -- Under which workers elsewhere find it (EXTERNAL).
  topic            text,
  status           text NOT NULL,
  -- Number of the event that gave it its status; its guard writes it.
  status_event     bigint NOT NULL DEFAULT 0,
  attempts         integer NOT NULL DEFAULT 0,
  -- Attempts that ended because their worker was lost.
  losses           integer NOT NULL DEFAULT 0,
  lease_worker     text,
  lease_token      text,
  lease_expires_at timestamptz,
  next_attempt_at  timestamptz,
  output           jsonb,
  error            jsonb,
  -- The ledger (DESIGN 11): what undoes it, whether anything can, and which execution this one undoes.
  compensation     text,
  irreversible     boolean NOT NULL DEFAULT false,
  undo_of          text,
  created_at       timestamptz NOT NULL DEFAULT now(),
  closed_at        timestamptz,
  PRIMARY KEY (tenant_id, instance_id, key),
  FOREIGN KEY (tenant_id, instance_id) REFERENCES instances (tenant_id, id),
  FOREIGN KEY (tenant_id, instance_id, undo_of) REFERENCES activity_executions (tenant_id, instance_id, key),
  CONSTRAINT lease_while_running CHECK ((status = 'running') = (lease_token IS NOT NULL)),
  CONSTRAINT lease_is_whole CHECK (num_nonnulls(lease_worker, lease_token, lease_expires_at) IN (0, 3))
);
CREATE INDEX activity_executions_of_stay ON activity_executions (tenant_id, instance_id, step, visit);
CREATE INDEX activity_executions_ledger ON activity_executions (tenant_id, instance_id)
  WHERE compensation IS NOT NULL OR irreversible OR undo_of IS NOT NULL;
-- An effect is undone once.
CREATE UNIQUE INDEX activity_executions_undo ON activity_executions (tenant_id, instance_id, undo_of)
  WHERE undo_of IS NOT NULL;
CREATE INDEX activity_executions_leased ON activity_executions (lease_expires_at) WHERE status = 'running';

-- What workers elsewhere may fetch, the oldest first.
CREATE INDEX activity_executions_to_fetch ON activity_executions (tenant_id, topic, created_at)
  WHERE topic IS NOT NULL AND status IN ('ready', 'retrying');

CREATE TABLE activity_attempts (
  tenant_id    uuid NOT NULL,
  instance_id  uuid NOT NULL,
  execution    text NOT NULL,
  number       integer NOT NULL CHECK (number > 0),
  worker       text NOT NULL,
  started_at   timestamptz NOT NULL DEFAULT now(),
  ended_at     timestamptz,
  result       text CHECK (result IN ('completed', 'failed', 'cancelled')),
  error        jsonb,
  PRIMARY KEY (tenant_id, instance_id, execution, number),
  FOREIGN KEY (tenant_id, instance_id, execution) REFERENCES activity_executions (tenant_id, instance_id, key),
  CHECK ((ended_at IS NULL) = (result IS NULL))
);

CREATE TABLE activity_results (
  tenant_id   uuid NOT NULL,
  instance_id uuid NOT NULL,
  activity    text NOT NULL,
  execution   text NOT NULL,
  output      jsonb NOT NULL,
  PRIMARY KEY (tenant_id, instance_id, activity),
  FOREIGN KEY (tenant_id, instance_id, execution) REFERENCES activity_executions (tenant_id, instance_id, key)
);
COMMENT ON TABLE activity_results IS 'Latest output of each activity: one row however often a loop ran it, so that a snapshot does not grow with the history.';

CREATE TABLE incidents (
  tenant_id       uuid NOT NULL,
  instance_id     uuid NOT NULL,
  opened_sequence bigint NOT NULL,
  key             text NOT NULL,
  step            text,
  code            text NOT NULL,
  message         text NOT NULL,
  opened_at       timestamptz NOT NULL DEFAULT now(),
  closed_at       timestamptz,
  resolution      text,
  PRIMARY KEY (tenant_id, instance_id, opened_sequence),
  FOREIGN KEY (tenant_id, instance_id) REFERENCES instances (tenant_id, id)
);
CREATE UNIQUE INDEX incidents_open ON incidents (tenant_id, instance_id, key) WHERE closed_at IS NULL;

CREATE TABLE timers (
  tenant_id   uuid NOT NULL,
  instance_id uuid NOT NULL,
  key         text NOT NULL,
  branch      text NOT NULL,
  -- The stay that it belongs to and ends with; null for the instance's own.
  stay        text,
  purpose     text NOT NULL CHECK (purpose IN ('wait', 'rung', 'due', 'max_age')),
  rung        text,
  due_at      timestamptz NOT NULL,
  -- What the instant was computed from.
  basis       jsonb NOT NULL,
  set_at      timestamptz NOT NULL DEFAULT now(),
  closed_at   timestamptz,
  ending      text CHECK (ending IN ('fired', 'dropped')),
  -- When a sweeper looks at it: its instant, or later where one has it in hand or found that nothing can happen now.
  look_at     timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, instance_id, key),
  FOREIGN KEY (tenant_id, instance_id) REFERENCES instances (tenant_id, id),
  CHECK ((closed_at IS NULL) = (ending IS NULL))
);
-- The sweeper's: its cost does not grow with the timers that are not due, nor with those that are over.
CREATE INDEX timers_open ON timers (look_at) WHERE closed_at IS NULL;

CREATE TABLE signals (
  tenant_id   uuid NOT NULL,
  instance_id uuid NOT NULL,
  -- Given by the sender: the same id twice is one signal.
  id          text NOT NULL CHECK (length(id) BETWEEN 1 AND 200),
  name        text NOT NULL,
  payload     jsonb NOT NULL,
  -- Number of the event that received it.
  sequence    bigint NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  expires_at  timestamptz NOT NULL,
  -- The stay that consumed it.
  consumed_by text,
  consumed_at timestamptz,
  PRIMARY KEY (tenant_id, instance_id, id),
  FOREIGN KEY (tenant_id, instance_id) REFERENCES instances (tenant_id, id),
  CHECK ((consumed_by IS NULL) = (consumed_at IS NULL))
);
CREATE INDEX signals_of_stay ON signals (tenant_id, instance_id, consumed_by);

-- Work ---------------------------------------------------------------------------------------------------------

CREATE TABLE outbox (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id   uuid NOT NULL,
  instance_id uuid NOT NULL,
  -- Name of the Graphile task. What the queue would not take may not wait here: it would hold up all that stands behind it.
  task        text NOT NULL CHECK (length(task) BETWEEN 1 AND 128),
  payload     jsonb NOT NULL CHECK (jsonb_typeof(payload) = 'object'),
  run_at      timestamptz,
  FOREIGN KEY (tenant_id, instance_id) REFERENCES instances (tenant_id, id)
);
COMMENT ON TABLE outbox IS 'Jobs written in the transaction of the move that asks for them; the relay hands them to the queue after commit.';

-- Who hears of events (DESIGN 12). The key that signs what is sent is derived, so it stands nowhere.
CREATE TABLE event_sinks (
  tenant_id  uuid NOT NULL REFERENCES tenants (id),
  id         uuid NOT NULL,
  name       text NOT NULL CHECK (name <> ''),
  url        text NOT NULL CHECK (url ~ '^(https?|nats|tls)://'),
  -- What the subjects of messages begin with: a sink of NATS JetStream has it, a webhook does not.
  subject    text,
  -- Types of CloudEvents that it wants; `*` at the end of one stands for anything. None named: all.
  types      text[] NOT NULL DEFAULT '{}',
  active     boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CHECK ((subject IS NOT NULL) = (url ~ '^(nats|tls)://'))
);

CREATE TABLE event_deliveries (
  tenant_id       uuid NOT NULL,
  id              bigint GENERATED ALWAYS AS IDENTITY,
  sink_id         uuid NOT NULL,
  instance_id     uuid NOT NULL,
  sequence        bigint NOT NULL,
  -- Tries that failed.
  attempts        integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  -- When it was given up.
  dead_at         timestamptz,
  error           text,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, sink_id, instance_id, sequence),
  FOREIGN KEY (tenant_id, sink_id) REFERENCES event_sinks (tenant_id, id),
  FOREIGN KEY (tenant_id, instance_id, sequence) REFERENCES events (tenant_id, instance_id, sequence)
);
CREATE INDEX event_deliveries_due ON event_deliveries (next_attempt_at) WHERE dead_at IS NULL;
CREATE INDEX event_deliveries_dead ON event_deliveries (tenant_id, id DESC) WHERE dead_at IS NOT NULL;
COMMENT ON TABLE event_deliveries IS 'What sinks have not got yet, a row for each sink and event, written by the move; it goes when it was delivered.';

-- Addresses at which partners call (DESIGN 12). The key that checks their signatures is derived, so it stands nowhere.
CREATE TABLE webhook_sources (
  tenant_id      uuid NOT NULL REFERENCES tenants (id),
  -- Unguessable and the address's last part, so no two tenants have the same.
  id             uuid NOT NULL UNIQUE,
  name           text NOT NULL CHECK (name <> ''),
  -- What a delivery becomes: a signal or a start, with expressions over its body and headers.
  mapping        jsonb NOT NULL,
  -- How old a delivery may be, in seconds.
  window_seconds integer NOT NULL DEFAULT 300 CHECK (window_seconds BETWEEN 10 AND 3600),
  -- Raised to get another key.
  key_number     integer NOT NULL DEFAULT 1 CHECK (key_number > 0),
  active         boolean NOT NULL DEFAULT true,
  created_at     timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);

CREATE TABLE webhook_deliveries (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  source_id   uuid NOT NULL,
  -- The sender's; null where it named none.
  delivery_id text CHECK (length(delivery_id) BETWEEN 1 AND 150),
  received_at timestamptz NOT NULL DEFAULT now(),
  result      text NOT NULL CHECK (result IN ('accepted', 'ignored', 'refused')),
  -- Why it was refused.
  code        text,
  message     text,
  bytes       integer NOT NULL CHECK (bytes >= 0),
  -- SHA-256 of the body, in hexadecimal; the body itself stands in the history of what it moved.
  sha256      text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  effect      text CHECK (effect IN ('signal', 'kept_signal', 'start')),
  instance_id uuid,
  -- How often it came again after it had been accepted.
  repeats     integer NOT NULL DEFAULT 0,
  repeated_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, source_id) REFERENCES webhook_sources (tenant_id, id),
  FOREIGN KEY (tenant_id, instance_id) REFERENCES instances (tenant_id, id),
  CONSTRAINT delivery_says_why CHECK ((result = 'refused') = (code IS NOT NULL) AND (code IS NULL) = (message IS NULL)),
  CONSTRAINT delivery_has_its_effect CHECK ((result = 'accepted') = (effect IS NOT NULL))
);
-- One that was accepted counts once.
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (tenant_id, source_id, delivery_id)
  WHERE result <> 'refused';
CREATE INDEX webhook_deliveries_by_source ON webhook_deliveries (tenant_id, source_id, received_at DESC);
COMMENT ON TABLE webhook_deliveries IS 'Every call at an address of webhook_sources, accepted or refused; append-only but for the count of repeats.';

-- Signals for an instance that has not been started (DESIGN 12): handed over to the one that is.
CREATE TABLE kept_signals (
  tenant_id       uuid NOT NULL REFERENCES tenants (id),
  id              uuid NOT NULL,
  definition_key  text NOT NULL,
  subject_id      text,
  correlation_key text,
  -- Given by the sender, as in signals.
  signal_id       text NOT NULL CHECK (length(signal_id) BETWEEN 1 AND 200),
  name            text NOT NULL,
  payload         jsonb NOT NULL,
  -- Who sent it, as the event will say it: {actor, causationId?}.
  sender          jsonb NOT NULL,
  received_at     timestamptz NOT NULL DEFAULT now(),
  expires_at      timestamptz NOT NULL,
  -- The instance that got it.
  instance_id     uuid,
  handed_over_at  timestamptz,
  -- When a worker looks whether its instance is there after all.
  look_at         timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, instance_id) REFERENCES instances (tenant_id, id),
  CHECK (num_nonnulls(subject_id, correlation_key) = 1),
  CHECK ((instance_id IS NULL) = (handed_over_at IS NULL))
);
-- The same id for the same instance to be is one signal.
CREATE UNIQUE INDEX kept_signals_once ON kept_signals
  (tenant_id, definition_key, coalesce(subject_id, ''), coalesce(correlation_key, ''), signal_id);
CREATE INDEX kept_signals_open ON kept_signals (tenant_id, definition_key) WHERE instance_id IS NULL;
CREATE INDEX kept_signals_to_look_at ON kept_signals (look_at) WHERE instance_id IS NULL;

-- When definitions start by themselves (DESIGN 8.11): a row for each whose active version says so; a trigger keeps it so.
CREATE TABLE schedules (
  tenant_id        uuid NOT NULL,
  definition_id    uuid NOT NULL,
  definition_key   text NOT NULL,
  cron             text NOT NULL,
  time_zone        text NOT NULL,
  -- The next start; null until a worker has computed it.
  next_at          timestamptz,
  -- When a sweeper looks at it: its instant, or later where one has it in hand.
  look_at          timestamptz NOT NULL DEFAULT now(),
  -- The instant of the last start that was due, and what became of it.
  last_at          timestamptz,
  last_instance_id uuid,
  last_error       text,
  PRIMARY KEY (tenant_id, definition_id),
  FOREIGN KEY (tenant_id, definition_id) REFERENCES definitions (tenant_id, id),
  FOREIGN KEY (tenant_id, last_instance_id) REFERENCES instances (tenant_id, id)
);
CREATE INDEX schedules_to_look_at ON schedules (look_at);

-- What WAIT_FOR_FILE waits for. A file is what its event says: its name, size and SHA-256.
CREATE TABLE files (
  tenant_id        uuid NOT NULL,
  id               uuid NOT NULL,
  instance_id      uuid NOT NULL,
  step             text NOT NULL,
  name             text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  -- What the content is, not what its name says.
  type             text NOT NULL,
  size             integer NOT NULL CHECK (size > 0),
  sha256           text NOT NULL,
  content          bytea NOT NULL,
  uploaded_by_id   text NOT NULL,
  uploaded_by_name text NOT NULL,
  uploaded_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, instance_id) REFERENCES instances (tenant_id, id),
  CONSTRAINT file_is_whole CHECK (octet_length(content) = size AND encode(sha256(content), 'hex') = sha256)
);
ALTER TABLE files ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE INDEX files_by_instance ON files (tenant_id, instance_id);

CREATE TABLE verification_runs (
  tenant_id  uuid NOT NULL REFERENCES tenants (id),
  id         uuid NOT NULL,
  started_at timestamptz NOT NULL,
  ended_at   timestamptz NOT NULL DEFAULT now(),
  checked    integer NOT NULL,
  failed     integer NOT NULL,
  -- [{instance, chain, differences, …}]
  failures   jsonb NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
COMMENT ON TABLE verification_runs IS 'What the daily samples of histories found; the owner writes it.';

CREATE TABLE worker_processes (
  id           text PRIMARY KEY,
  host         text NOT NULL,
  pid          integer NOT NULL,
  -- Ids of the queue's jobs that this process is at; it unlocks those that nobody is at.
  jobs         bigint[] NOT NULL DEFAULT '{}',
  started_at   timestamptz NOT NULL DEFAULT now(),
  seen_at      timestamptz NOT NULL DEFAULT now(),
  -- What the process has counted since it began; /api/metrics shows it.
  figures      jsonb
);

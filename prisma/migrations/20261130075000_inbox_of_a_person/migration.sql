-- What people keep of their own about the inbox: views, follow-up dates, and answers that they have begun.

CREATE TABLE inbox_views (
  tenant_id   uuid NOT NULL REFERENCES tenants (id),
  id          uuid NOT NULL,
  owner_id    uuid NOT NULL,
  name        text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  colour      text NOT NULL,
  -- As the address of the inbox says it (lib/inbox/schema.ts).
  query       jsonb NOT NULL CHECK (jsonb_typeof(query) = 'object'),
  -- Who sees it besides its owner: nobody, `*` everybody, or the holders of a role.
  shared_with text,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, owner_id, name),
  FOREIGN KEY (tenant_id, owner_id) REFERENCES people (tenant_id, id)
);
CREATE INDEX inbox_views_shared ON inbox_views (tenant_id, shared_with) WHERE shared_with IS NOT NULL;
COMMENT ON TABLE inbox_views IS 'Lists of the inbox that people keep under a name; what one sees in them depends on who looks.';

CREATE TABLE task_snoozes (
  tenant_id uuid NOT NULL,
  person_id uuid NOT NULL,
  task_id   uuid NOT NULL,
  until     timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, person_id, task_id),
  FOREIGN KEY (tenant_id, person_id) REFERENCES people (tenant_id, id),
  FOREIGN KEY (tenant_id, task_id) REFERENCES tasks (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX task_snoozes_by_task ON task_snoozes (tenant_id, task_id);
COMMENT ON TABLE task_snoozes IS 'Until when a person does not want to see a task among those that wait for them.';

CREATE TABLE task_drafts (
  tenant_id  uuid NOT NULL,
  person_id  uuid NOT NULL,
  task_id    uuid NOT NULL,
  form       jsonb NOT NULL CHECK (jsonb_typeof(form) = 'object'),
  reason     text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, person_id, task_id),
  FOREIGN KEY (tenant_id, person_id) REFERENCES people (tenant_id, id),
  FOREIGN KEY (tenant_id, task_id) REFERENCES tasks (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX task_drafts_by_task ON task_drafts (tenant_id, task_id);
COMMENT ON TABLE task_drafts IS 'What a person has typed for a task and not sent yet.';

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['inbox_views', 'task_snoozes', 'task_drafts'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY own_tenant ON %I TO interlock_app USING (tenant_id = current_tenant())', t);
    EXECUTE format('CREATE POLICY engine ON %I TO interlock_engine USING (true) WITH CHECK (true)', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO interlock_app', t);
    EXECUTE format('GRANT SELECT ON %I TO interlock_engine', t);
  END LOOP;
END $$;

-- Who has a draft open: a row for each person and draft, which only that person's browser touches, so that no two wait for each other.
CREATE TABLE draft_presence (
  tenant_id     uuid NOT NULL,
  definition_id uuid NOT NULL,
  person_id     uuid NOT NULL,
  since         timestamptz NOT NULL DEFAULT now(),
  seen_at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, definition_id, person_id),
  FOREIGN KEY (tenant_id, definition_id) REFERENCES definitions (tenant_id, id),
  FOREIGN KEY (tenant_id, person_id) REFERENCES people (tenant_id, id) ON DELETE CASCADE
) WITH (fillfactor = 50);
COMMENT ON TABLE draft_presence IS 'Who has a draft open, since when; who has not been seen for a while has left.';
ALTER TABLE draft_presence ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON draft_presence TO interlock_app USING (tenant_id = current_tenant());
CREATE POLICY engine ON draft_presence TO interlock_engine USING (true) WITH CHECK (true);
GRANT SELECT ON draft_presence TO interlock_engine, interlock_app;
GRANT INSERT, UPDATE (since, seen_at), DELETE ON draft_presence TO interlock_app;

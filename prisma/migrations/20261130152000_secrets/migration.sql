-- What definitions use as `secrets.NAME` in the settings of their activities, encrypted.
CREATE TABLE secrets (
  tenant_id       uuid NOT NULL REFERENCES tenants (id),
  name            text NOT NULL CHECK (name ~ '^[A-Z][A-Z0-9_]{0,63}$'),
  -- AES-256-GCM (lib/runtime/sealed-secrets.ts); nothing in the database opens it.
  sealed          bytea NOT NULL CHECK (length(sealed) > 28),
  -- Which key sealed it: after another INTERLOCK_SECRET its value has to be entered again.
  key_id          text NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  changed_at      timestamptz NOT NULL DEFAULT now(),
  changed_by_name text NOT NULL,
  PRIMARY KEY (tenant_id, name)
);
COMMENT ON TABLE secrets IS 'Values that activities send and nobody reads again: the app keeps them sealed, the key is not in the database.';
ALTER TABLE secrets ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON secrets TO interlock_app USING (tenant_id = current_tenant());
CREATE POLICY engine ON secrets TO interlock_engine USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON secrets TO interlock_app;

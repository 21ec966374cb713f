-- Somebody with whom a view is shared can take it out of their own list.

CREATE TABLE hidden_views (
  tenant_id uuid NOT NULL,
  person_id uuid NOT NULL,
  view_id   uuid NOT NULL,
  PRIMARY KEY (tenant_id, person_id, view_id),
  FOREIGN KEY (tenant_id, person_id) REFERENCES people (tenant_id, id),
  FOREIGN KEY (tenant_id, view_id) REFERENCES saved_views (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX hidden_views_by_view ON hidden_views (tenant_id, view_id);
COMMENT ON TABLE hidden_views IS 'Views of others that a person does not want to see among theirs.';
ALTER TABLE hidden_views ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON hidden_views TO interlock_app USING (tenant_id = current_tenant());
CREATE POLICY engine ON hidden_views TO interlock_engine USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON hidden_views TO interlock_app;

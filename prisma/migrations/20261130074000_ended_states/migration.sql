-- The step in which an instance ended. An index on the state itself would be written by every move; this one is written once.
ALTER TABLE instances ADD COLUMN closed_state text GENERATED ALWAYS AS (CASE WHEN closed_at IS NOT NULL THEN state END) STORED;
CREATE INDEX instances_by_closed_state ON instances (tenant_id, closed_state, id DESC) WHERE closed_state IS NOT NULL;

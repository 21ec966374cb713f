-- How many instances of a version have not ended is counted from an index alone, as it is for its definition.

DROP INDEX instances_live;
CREATE INDEX instances_live ON instances (tenant_id, definition_key, definition_version) WHERE closed_at IS NULL;

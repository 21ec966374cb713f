-- What support reads stays within its time beside a million instances.

-- In the steps where instances end, nobody is live: without this the planner expects as many there as anywhere.
CREATE STATISTICS step_instances_live (mcv) ON step, live FROM step_instances;

-- The throughput of a definition, or of one version, is counted by day from an index alone.
CREATE INDEX instances_of_definition ON instances (tenant_id, definition_id, id DESC) INCLUDE (definition_version);
DROP INDEX instances_by_definition;
CREATE INDEX instances_closed_by_definition ON instances (tenant_id, definition_id, closed_at) INCLUDE (definition_version)
  WHERE closed_at IS NOT NULL;

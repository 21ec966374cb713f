-- Activities that failed and are tried again by themselves: few, and asked for as a whole.
CREATE INDEX activity_executions_retrying ON activity_executions (tenant_id, instance_id) WHERE status = 'retrying';

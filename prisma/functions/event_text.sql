-- The text of an event that its hash covers. Anyone can rebuild it: a JSON array of texts and nulls, ", " between them.
-- The data enters by its own hash, so that erasing data leaves the chain whole (DESIGN 5.4). What a
-- migration between versions says stands at the end where there is something: other events keep the text that they had.
CREATE OR REPLACE FUNCTION public.event_text(e public.events) RETURNS text
LANGUAGE sql STABLE
AS $$
  SELECT json_build_array(
    e.tenant_id::text, e.instance_id::text, e.sequence::text, e.type, e.subject, e.branch, e.key,
    e.lifecycle, e.from_status, e.to_status, e.version_id::text, e.from_state, e.to_state,
    e.actor_type, e.actor_id, e.actor_name, e.on_behalf_of_id, e.on_behalf_of_name,
    e.reason, e.correlation_id, e.causation_id, e.worker_id,
    encode(e.data_hash, 'hex'), (extract(epoch FROM e.occurred_at) * 1000000)::bigint::text
  )::text || CASE WHEN num_nonnulls(e.from_version_id, e.migrated_from) > 0
    THEN json_build_array(e.from_version_id::text, e.migrated_from)::text ELSE '' END
$$;

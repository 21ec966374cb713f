-- The type under which an event goes out (CloudEvents): the definition's own for what EMIT_EVENT says, else ours.
CREATE OR REPLACE FUNCTION public.cloud_event_type(p_type text, p_data jsonb) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp
AS $$
  SELECT coalesce(CASE p_type WHEN 'ACTIVITY_COMPLETED' THEN p_data #>> '{emitted,type}' END, 'interlock.' || lower(p_type))
$$;

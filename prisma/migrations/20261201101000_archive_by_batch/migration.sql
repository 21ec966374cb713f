-- Histories go into the archive by the batch, a third cheaper than one by one, and their commit waits for no disk that live work needs.

-- Moves the histories of some instances that have ended long ago into the archive: p_days ago, or as many as the rule of their
-- definition says; at most p_most of them, so that it never holds much for long. What somebody still has to hear of stays.
-- Returns how many it moved. Nobody waits for the disk here: a crash of the server takes such a transaction away as a whole, and
-- the next call does it again.
CREATE OR REPLACE FUNCTION public.archive_histories(p_days integer, p_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_tenants uuid[];
  v_ids uuid[];
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  SELECT array_agg(o.tenant_id), array_agg(o.id) INTO v_tenants, v_ids FROM (
    SELECT i.tenant_id, i.id FROM public.instances i
    LEFT JOIN public.retention_rules k ON k.tenant_id = i.tenant_id AND k.definition_key = i.definition_key
    WHERE i.closed_at IS NOT NULL AND NOT i.history_archived
      AND i.closed_at < now() - make_interval(days => coalesce(k.days, p_days))
      AND i.status IN ('completed', 'reversed', 'cancelled')
      AND NOT EXISTS (SELECT FROM public.event_deliveries d WHERE d.tenant_id = i.tenant_id AND d.instance_id = i.id)
      AND NOT EXISTS (SELECT FROM public.pending_notices n WHERE n.tenant_id = i.tenant_id AND n.instance_id = i.id)
    ORDER BY i.closed_at LIMIT p_most
    FOR NO KEY UPDATE OF i SKIP LOCKED) AS o;
  IF v_ids IS NULL THEN RETURN 0; END IF;

  INSERT INTO public.archived_events SELECT e.* FROM unnest(v_tenants, v_ids) AS o (tenant_id, id)
  JOIN public.events e ON e.tenant_id = o.tenant_id AND e.instance_id = o.id;
  DELETE FROM public.events e USING unnest(v_tenants, v_ids) AS o (tenant_id, id)
  WHERE e.tenant_id = o.tenant_id AND e.instance_id = o.id;
  UPDATE public.instances i SET history_archived = true FROM unnest(v_tenants, v_ids) AS o (tenant_id, id)
  WHERE i.tenant_id = o.tenant_id AND i.id = o.id;
  RETURN cardinality(v_ids);
END
$$;

-- What leaves the history is looked for where somebody still has to hear of it: for each event, and by its instance. Without such an
-- index each looked through all that waits.
ALTER TABLE event_deliveries DROP CONSTRAINT event_deliveries_tenant_id_sink_id_instance_id_sequence_key,
  ADD UNIQUE (tenant_id, instance_id, sequence, sink_id);
CREATE INDEX pending_notices_of_event ON pending_notices (tenant_id, instance_id, sequence);

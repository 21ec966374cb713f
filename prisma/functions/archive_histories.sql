-- Moves the histories of some instances that have ended long ago into the archive: p_days ago, or as many as the rule of their
-- definition says; at most p_most of them, so that it never holds much for long. What somebody still has to hear of stays.
-- Returns how many it moved.
CREATE OR REPLACE FUNCTION public.archive_histories(p_days integer, p_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  r record;
  v_moved integer := 0;
BEGIN
  FOR r IN
    SELECT i.tenant_id, i.id FROM public.instances i
    LEFT JOIN public.retention_rules k ON k.tenant_id = i.tenant_id AND k.definition_key = i.definition_key
    WHERE i.closed_at IS NOT NULL AND NOT i.history_archived
      AND i.closed_at < now() - make_interval(days => coalesce(k.days, p_days))
      AND i.status IN ('completed', 'reversed', 'cancelled')
      AND NOT EXISTS (SELECT FROM public.event_deliveries d WHERE d.tenant_id = i.tenant_id AND d.instance_id = i.id)
      AND NOT EXISTS (SELECT FROM public.pending_notices n WHERE n.tenant_id = i.tenant_id AND n.instance_id = i.id)
    ORDER BY i.closed_at LIMIT p_most
    FOR NO KEY UPDATE OF i SKIP LOCKED
  LOOP
    INSERT INTO public.archived_events SELECT e.* FROM public.events e WHERE e.tenant_id = r.tenant_id AND e.instance_id = r.id;
    DELETE FROM public.events e WHERE e.tenant_id = r.tenant_id AND e.instance_id = r.id;
    UPDATE public.instances i SET history_archived = true WHERE i.tenant_id = r.tenant_id AND i.id = r.id;
    v_moved := v_moved + 1;
  END LOOP;
  RETURN v_moved;
END
$$;

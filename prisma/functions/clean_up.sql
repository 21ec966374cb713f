-- Removes what nobody needs any more: webhook deliveries older than p_days, 31 at least (by then no sender sends one again), files whose
-- upload ended halfway a day ago, so that no history and no comment names them, and those that have waited a week for a start. At most
-- p_most of each. Returns how many it removed.
CREATE OR REPLACE FUNCTION public.clean_up(p_days integer, p_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_deliveries integer;
  v_files integer;
BEGIN
  DELETE FROM public.webhook_deliveries d WHERE (d.tenant_id, d.id) IN (
    SELECT o.tenant_id, o.id FROM public.webhook_deliveries o
    WHERE o.received_at < now() - make_interval(days => greatest(p_days, 31)) ORDER BY o.received_at LIMIT p_most);
  GET DIAGNOSTICS v_deliveries = ROW_COUNT;
  DELETE FROM public.files f WHERE (f.tenant_id, f.id) IN (
    SELECT o.tenant_id, o.id FROM public.files o
    WHERE o.uploaded_at < now() - CASE WHEN o.instance_id IS NULL THEN interval '7 days' ELSE interval '1 day' END
      AND NOT EXISTS (
        SELECT FROM public.signals s WHERE s.tenant_id = o.tenant_id AND s.instance_id = o.instance_id AND s.id = o.id::text)
      AND NOT EXISTS (SELECT FROM public.comments c WHERE c.tenant_id = o.tenant_id AND c.file_id = o.id)
    LIMIT p_most);
  GET DIAGNOSTICS v_files = ROW_COUNT;
  RETURN v_deliveries + v_files;
END
$$;

-- Makes active what was put down for an instant that has come, for at most p_limit definitions of all tenants, each in hand of one
-- sweeper at a time. Of several for one definition the last one counts; the others are overtaken. Each leaves an entry in the audit.
CREATE OR REPLACE FUNCTION public.activate_due_versions(p_limit integer)
RETURNS TABLE (tenant_id uuid, definition_key text, version integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  d record;
  a record;
BEGIN
  FOR d IN
    SELECT def.tenant_id, def.id, def.key FROM public.definitions def
    WHERE (def.tenant_id, def.id) IN (
      SELECT w.tenant_id, w.definition_id FROM public.version_activations w
      WHERE w.settled_at IS NULL AND w.active_from <= now() ORDER BY w.active_from LIMIT p_limit)
    FOR UPDATE SKIP LOCKED
  LOOP
    SELECT w.id, w.version, w.active_from, w.made_by INTO a FROM public.version_activations w
    WHERE w.tenant_id = d.tenant_id AND w.definition_id = d.id AND w.settled_at IS NULL AND w.active_from <= now()
    ORDER BY w.active_from DESC, w.version DESC LIMIT 1;
    CONTINUE WHEN NOT FOUND;
    UPDATE public.version_activations w SET settled_at = now(),
      outcome = CASE WHEN w.id = a.id THEN 'activated' ELSE 'overtaken' END
    WHERE w.tenant_id = d.tenant_id AND w.definition_id = d.id AND w.settled_at IS NULL AND w.active_from <= now();
    PERFORM public.make_active(d.tenant_id, d.id, a.version);
    INSERT INTO public.audit_entries (tenant_id, id, actor_id, actor_name, action, subject, data)
    VALUES (d.tenant_id, public.new_id(), 'scheduler', 'Interlock', 'version_activated', 'definition:' || d.key,
      jsonb_build_object('version', a.version, 'activeFrom', public.instant_text(a.active_from), 'scheduledBy', a.made_by));
    tenant_id := d.tenant_id;
    definition_key := d.key;
    version := a.version;
    RETURN NEXT;
  END LOOP;
END
$$;

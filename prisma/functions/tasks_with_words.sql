-- Open tasks of the tenant whose words match a LIKE pattern in small letters. It looks past row-level security, under which no
-- LIKE may use an index, and therefore at the tenant itself. Planned for each pattern.
CREATE OR REPLACE FUNCTION public.tasks_with_words(p_tenant uuid, p_pattern text) RETURNS TABLE (task_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 10 SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF public.current_tenant() IS DISTINCT FROM p_tenant THEN RETURN; END IF;
  RETURN QUERY EXECUTE 'SELECT n.task_id FROM public.task_audiences n
    WHERE n.tenant_id = $1 AND n.audience = ''*'' AND n.words LIKE $2' USING p_tenant, p_pattern;
END
$$;

-- Whether a row of an instance becomes what it was without something that this transaction erases, and nothing else: there is an
-- event DATA_ERASED that the instance's row has not taken on yet, and each column is as it was, or as it was without the terms.
-- The guards of history ask this first: a lawful erasure is the one change that they let through.
CREATE OR REPLACE FUNCTION public.is_erasure(p_tenant uuid, p_instance uuid, p_old jsonb, p_new jsonb) RETURNS boolean
LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_what jsonb := nullif(current_setting('interlock.erasing', true), '')::jsonb;
  v_terms text[];
  -- By itself: so the events are looked for behind it, and not all those before them read for each row.
  v_version bigint := (SELECT i.version FROM public.instances i WHERE i.tenant_id = p_tenant AND i.id = p_instance);
BEGIN
  IF v_what IS NULL OR NOT EXISTS (
    SELECT FROM public.events e WHERE e.tenant_id = p_tenant AND e.instance_id = p_instance AND e.sequence > v_version
      AND e.type = 'DATA_ERASED')
  THEN
    RETURN false;
  END IF;
  v_terms := ARRAY(SELECT jsonb_array_elements_text(v_what -> 'terms'));
  RETURN NOT EXISTS (
    SELECT FROM jsonb_each(p_old) AS o
    WHERE p_new -> o.key IS DISTINCT FROM o.value
      AND p_new -> o.key IS DISTINCT FROM public.redact_json(o.value, v_terms, v_what -> 'named'));
END
$$;

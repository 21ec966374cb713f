-- The value without what is erased: texts as redact_text has them; and what stands under a name (or as a fact: {label, value}) and
-- is one of p_named's values of that name gives way whole, a text to [erased], anything else to null. p_named: {name: [value, …]}.
CREATE OR REPLACE FUNCTION public.redact_json(p_value jsonb, p_terms text[], p_named jsonb, p_name text DEFAULT NULL) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF jsonb_typeof(p_value) = 'object' THEN
    RETURN coalesce((
      SELECT jsonb_object_agg(m.key, public.redact_json(m.value, p_terms, p_named, CASE
        WHEN m.key = 'value' AND p_value ? 'label' THEN '*'
        -- In what an event says of the context, a name is a whole path.
        ELSE substring(m.key FROM '[^.]*$') END))
      FROM jsonb_each(p_value) AS m), '{}');
  ELSIF jsonb_typeof(p_value) = 'array' THEN
    RETURN coalesce((
      SELECT jsonb_agg(public.redact_json(m.value, p_terms, p_named, p_name) ORDER BY m.n)
      FROM jsonb_array_elements(p_value) WITH ORDINALITY AS m (value, n)), '[]');
  ELSIF p_value <> 'null' AND (p_named -> p_name @> jsonb_build_array(p_value)
    OR p_name = '*' AND EXISTS (SELECT FROM jsonb_each(p_named) AS n WHERE n.value @> jsonb_build_array(p_value)))
  THEN
    RETURN CASE jsonb_typeof(p_value) WHEN 'string' THEN '"[erased]"' ELSE 'null' END;
  ELSIF jsonb_typeof(p_value) = 'string' THEN
    RETURN to_jsonb(public.redact_text(p_value #>> '{}', p_terms));
  END IF;
  RETURN p_value;
END
$$;

-- The text without the terms: each one, as a word of its own and whatever its case, gives way to [erased]; the longest first.
CREATE OR REPLACE FUNCTION public.redact_text(p_text text, p_terms text[]) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_term text;
BEGIN
  FOR v_term IN SELECT t.term FROM unnest(p_terms) AS t (term) ORDER BY length(t.term) DESC, t.term LOOP
    -- Most texts have none of them, and looking is cheaper than a regular expression.
    IF strpos(lower(p_text), lower(v_term)) > 0 THEN
      p_text := regexp_replace(p_text,
        '(?<![[:alnum:]_])' || regexp_replace(v_term, '([][\\.^$*+?(){}|])', '\\\1', 'g') || '(?![[:alnum:]_])', '[erased]', 'gi');
    END IF;
  END LOOP;
  RETURN p_text;
END
$$;

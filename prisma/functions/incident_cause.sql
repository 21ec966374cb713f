-- What the message of an incident has in common with those of the same cause: ids, amounts, instants and quoted values are left
-- out; the codes of HTTP's errors stay.
CREATE OR REPLACE FUNCTION public.incident_cause(p_message text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT left(regexp_replace(regexp_replace(regexp_replace(p_message,
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\m[0-9a-f]*\d[0-9a-f]{11,}\M', '…', 'gi'),
    '"[^"]*"|“[^”]*”', '“…”', 'g'),
    '\m(?![45]\d\d\M)\d[\d.,:]*', '…', 'g'), 300)
$$;

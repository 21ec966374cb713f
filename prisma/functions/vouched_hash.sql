-- What an event DATA_ERASED says of an event from which it takes something: the SHA-256 of what is left of it. So a history shows
-- that nothing else was changed, though the hash of such an event cannot be computed from what is left.
CREATE OR REPLACE FUNCTION public.vouched_hash(e public.events) RETURNS text
LANGUAGE sql STABLE
AS $$
  SELECT encode(sha256(convert_to(public.event_text(e) || ' ' || coalesce(e.data::text, ''), 'UTF8')), 'hex')
$$;

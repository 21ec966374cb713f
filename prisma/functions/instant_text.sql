-- An instant as ISO 8601 in UTC with microseconds, whatever the session's settings.
CREATE OR REPLACE FUNCTION public.instant_text(at timestamptz) RETURNS text
LANGUAGE sql IMMUTABLE
AS $$
  SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;

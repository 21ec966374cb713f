-- When a mail may go out to a person: at once but not in their quiet hours, or with the next digest. Null: never by mail.
-- The clock is that of the person's zone; a zone that this database does not know counts as UTC.
CREATE OR REPLACE FUNCTION public.mail_instant(
  p_how text, p_quiet_from time, p_quiet_until time, p_digest_at time, p_zone text, p_now timestamptz
) RETURNS timestamptz
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  zone text := p_zone;
  here timestamp;
  quiet boolean;
  day date;
BEGIN
  IF p_how = 'never' THEN RETURN NULL; END IF;
  BEGIN
    here := p_now AT TIME ZONE zone;
  EXCEPTION WHEN invalid_parameter_value THEN
    zone := 'UTC';
    here := p_now AT TIME ZONE zone;
  END;
  IF p_how = 'digest' THEN
    day := here::date + CASE WHEN here::time < p_digest_at THEN 0 ELSE 1 END;
    RETURN (day + p_digest_at) AT TIME ZONE zone;
  END IF;
  quiet := CASE
    WHEN p_quiet_from IS NULL OR p_quiet_from = p_quiet_until THEN false
    WHEN p_quiet_from < p_quiet_until THEN here::time >= p_quiet_from AND here::time < p_quiet_until
    ELSE here::time >= p_quiet_from OR here::time < p_quiet_until END;
  IF NOT quiet THEN RETURN p_now; END IF;
  day := here::date + CASE WHEN here::time < p_quiet_until THEN 0 ELSE 1 END;
  RETURN (day + p_quiet_until) AT TIME ZONE zone;
END
$$;

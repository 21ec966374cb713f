-- Milliseconds until a sweeper has something to look at, 0 when it has already; null when no timer is open.
CREATE OR REPLACE FUNCTION public.next_timer() RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT greatest(0, least(86400000, ceil(extract(epoch FROM min(t.look_at) - now()) * 1000)))::integer
  FROM public.timers t WHERE t.closed_at IS NULL
$$;

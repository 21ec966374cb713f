-- Milliseconds until grant_room may have something to give by itself: a retry that comes due, a place that nobody has taken up, the
-- next instant of a rate. Null when nobody waits. A place that becomes free is told by the move that frees it.
CREATE OR REPLACE FUNCTION public.next_room() RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT greatest(1, least(86400000, ceil(extract(epoch FROM min(w.at) - clock_timestamp()) * 1000)))::integer
  FROM (
    (SELECT q.due_at AS at FROM public.resource_requests q
     WHERE q.state = 'waiting' AND q.due_at > clock_timestamp() ORDER BY q.due_at LIMIT 1)
    UNION ALL
    (SELECT q.until FROM public.resource_requests q
     WHERE q.state IN ('waiting', 'granted') AND q.until IS NOT NULL ORDER BY q.until LIMIT 1)
    UNION ALL
    SELECT min(b.at) + make_interval(secs => greatest(1, floor(rate.per_second)) / rate.per_second)
    FROM (
      SELECT r.tenant_id, r.key, r.per_second FROM public.resources r WHERE r.per_second IS NOT NULL
      UNION ALL
      SELECT r.tenant_id, r.key, s.per_second FROM public.resources r JOIN public.shared_resources s ON s.key = r.shared
      WHERE s.per_second IS NOT NULL) AS rate
    JOIN public.resource_starts b ON b.tenant_id = rate.tenant_id AND b.resource = rate.key
      AND b.at > clock_timestamp() - make_interval(secs => greatest(1, floor(rate.per_second)) / rate.per_second)
    WHERE EXISTS (
      SELECT FROM public.resource_requests q
      WHERE q.tenant_id = rate.tenant_id AND q.resource = rate.key AND q.state = 'waiting')
    GROUP BY rate.tenant_id, rate.key, rate.per_second) AS w
$$;

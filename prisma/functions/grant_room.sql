-- Gives free places at resources to those who wait for one (DESIGN 8.10), and brings a worker along; says to whom. One at a time
-- decides about a resource: its row is locked, or that of the shared one that several tenants have a part in, always in the order
-- of the keys. Never more than `at_once` are given and held; never more than `per_second` begin in any second: what was given
-- and has not begun counts like what has just begun. Of several tenants the one with the fewest places is next, then the one that
-- has waited longest for its turn. A place that nobody has taken up for p_seconds (p_pulled for work that workers elsewhere fetch)
-- goes back, and who had it is first in line again.
CREATE OR REPLACE FUNCTION public.grant_room(p_most integer, p_seconds integer, p_pulled integer)
RETURNS TABLE (tenant_id uuid, instance_id uuid, execution text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  gate record;
  turn record;
  chosen record;
  given integer := 0;
BEGIN
  FOR gate IN
    -- One look for each resource that somebody asks for, however many do.
    WITH RECURSIVE asked AS (
      (SELECT q.tenant_id, q.resource FROM public.resource_requests q WHERE q.state IN ('waiting', 'granted')
       ORDER BY q.tenant_id, q.resource LIMIT 1)
      UNION ALL
      SELECT n.tenant_id, n.resource FROM asked a CROSS JOIN LATERAL (
        SELECT q.tenant_id, q.resource FROM public.resource_requests q
        WHERE q.state IN ('waiting', 'granted') AND (q.tenant_id, q.resource) > (a.tenant_id, a.resource)
        ORDER BY q.tenant_id, q.resource LIMIT 1) AS n)
    SELECT DISTINCT r.shared, CASE WHEN r.shared IS NULL THEN r.tenant_id END AS tenant,
      CASE WHEN r.shared IS NULL THEN r.key END AS key
    FROM asked a JOIN public.resources r ON r.tenant_id = a.tenant_id AND r.key = a.resource
    ORDER BY 1, 2, 3
  LOOP
    IF gate.shared IS NULL THEN
      PERFORM FROM public.resources r WHERE r.tenant_id = gate.tenant AND r.key = gate.key FOR NO KEY UPDATE;
    ELSE
      PERFORM FROM public.shared_resources s WHERE s.key = gate.shared FOR NO KEY UPDATE;
    END IF;

    UPDATE public.resource_requests q SET state = CASE WHEN q.topic IS NULL THEN 'waiting' ELSE 'unasked' END, until = NULL
    FROM public.resources r
    WHERE CASE WHEN gate.shared IS NULL THEN r.tenant_id = gate.tenant AND r.key = gate.key ELSE r.shared = gate.shared END
      AND q.tenant_id = r.tenant_id AND q.resource = r.key AND q.state IN ('waiting', 'granted') AND q.until <= clock_timestamp();
    -- No rate counts further back than its own window, and none is longer than 100 s.
    DELETE FROM public.resource_starts b USING public.resources r
    WHERE CASE WHEN gate.shared IS NULL THEN r.tenant_id = gate.tenant AND r.key = gate.key ELSE r.shared = gate.shared END
      AND b.tenant_id = r.tenant_id AND b.resource = r.key AND b.at < clock_timestamp() - interval '101 seconds';

    WHILE given < p_most LOOP
      IF gate.shared IS NOT NULL THEN
        PERFORM FROM public.shared_resources s
        CROSS JOIN LATERAL (
          SELECT count(*) AS n, count(*) FILTER (WHERE q.state = 'granted') AS granted
          FROM public.resources r JOIN public.resource_requests q ON q.tenant_id = r.tenant_id AND q.resource = r.key
          WHERE r.shared = s.key AND q.state IN ('granted', 'held')) AS taken
        CROSS JOIN LATERAL (
          SELECT count(*) AS n FROM public.resources r
          JOIN public.resource_starts b ON b.tenant_id = r.tenant_id AND b.resource = r.key
          WHERE r.shared = s.key
            AND b.at > clock_timestamp() - make_interval(secs => greatest(1, floor(s.per_second)) / s.per_second)) AS begun
        WHERE s.key = gate.shared AND (s.at_once IS NULL OR taken.n < s.at_once)
          AND (s.per_second IS NULL OR taken.granted + begun.n < greatest(1, floor(s.per_second)));
        EXIT WHEN NOT FOUND;
      END IF;

      SELECT r.tenant_id AS tenant, r.key INTO turn
      FROM public.resources r
      CROSS JOIN LATERAL (
        SELECT count(*) AS n, count(*) FILTER (WHERE q.state = 'granted') AS granted
        FROM public.resource_requests q
        WHERE q.tenant_id = r.tenant_id AND q.resource = r.key AND q.state IN ('granted', 'held')) AS taken
      WHERE CASE WHEN gate.shared IS NULL THEN r.tenant_id = gate.tenant AND r.key = gate.key ELSE r.shared = gate.shared END
        AND (r.at_once IS NULL OR taken.n < r.at_once)
        AND (r.per_second IS NULL OR taken.granted + (
          SELECT count(*) FROM public.resource_starts b
          WHERE b.tenant_id = r.tenant_id AND b.resource = r.key
            AND b.at > clock_timestamp() - make_interval(secs => greatest(1, floor(r.per_second)) / r.per_second)
          ) < greatest(1, floor(r.per_second)))
        AND EXISTS (
          SELECT FROM public.resource_requests q
          JOIN public.instances i ON i.tenant_id = q.tenant_id AND i.id = q.instance_id
          WHERE q.tenant_id = r.tenant_id AND q.resource = r.key AND q.state = 'waiting' AND q.due_at <= clock_timestamp()
            AND i.status IN ('running', 'waiting', 'compensating'))
      ORDER BY taken.n, r.last_granted_at NULLS FIRST, r.tenant_id, r.key
      LIMIT 1;
      EXIT WHEN NOT FOUND;

      -- Passed over while somebody moves its instance: that move says what becomes of it.
      SELECT q.instance_id AS instance, q.execution AS work, q.topic INTO chosen
      FROM public.resource_requests q JOIN public.instances i ON i.tenant_id = q.tenant_id AND i.id = q.instance_id
      WHERE q.tenant_id = turn.tenant AND q.resource = turn.key AND q.state = 'waiting' AND q.due_at <= clock_timestamp()
        AND i.status IN ('running', 'waiting', 'compensating')
      ORDER BY q.due_at, q.instance_id, q.execution
      LIMIT 1
      FOR NO KEY UPDATE OF q SKIP LOCKED;
      EXIT WHEN NOT FOUND;

      UPDATE public.resource_requests q SET state = 'granted', until = clock_timestamp() + make_interval(
        secs => CASE WHEN chosen.topic IS NULL THEN p_seconds ELSE p_pulled END)
      WHERE q.tenant_id = turn.tenant AND q.instance_id = chosen.instance AND q.execution = chosen.work;
      UPDATE public.resources r SET last_granted_at = clock_timestamp() WHERE r.tenant_id = turn.tenant AND r.key = turn.key;
      IF chosen.topic IS NULL THEN
        INSERT INTO public.outbox (tenant_id, instance_id, task, payload)
        VALUES (turn.tenant, chosen.instance, 'run-activity', jsonb_build_object('execution', chosen.work));
      END IF;
      given := given + 1;
      tenant_id := turn.tenant;
      instance_id := chosen.instance;
      execution := chosen.work;
      RETURN NEXT;
    END LOOP;
  END LOOP;
END
$$;

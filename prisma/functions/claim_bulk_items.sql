-- Takes a part of one running bulk job in hand: at most p_most instances for p_seconds, as many as its rate, its canary and its
-- limit of failures leave room for. Whoever has taken them and died is followed by another after that time.
-- The job's row is locked meanwhile, so several workers share a job without passing its limits; where it has nothing left
-- to do, it ends or pauses here.
-- `work` says what an item wants: `do` it, `again` (somebody else had it and may have done it), `watch` what came of it.
CREATE OR REPLACE FUNCTION public.claim_bulk_items(p_most integer, p_seconds integer)
RETURNS TABLE (tenant_id uuid, job_id uuid, "position" integer, instance_id uuid, attempt integer, work text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  j public.bulk_jobs;
  v_failed integer;
  v_open integer;
  v_held integer;
  v_canary boolean;
  v_room integer := p_most;
  v_taken integer;
BEGIN
  SELECT * INTO j FROM public.bulk_jobs b
  WHERE b.next_at <= now() AND (b.status = 'running'
    -- What was under way when it paused or was cancelled comes to its end.
    OR (b.tenant_id, b.id) IN (SELECT i.tenant_id, i.job_id FROM public.bulk_job_items i WHERE i.status IN ('running', 'started')))
  ORDER BY b.next_at LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;

  v_canary := j.canary IS NOT NULL AND NOT j.canary_passed;
  SELECT count(*) FILTER (WHERE i.status = 'failed'),
    count(*) FILTER (WHERE i.status = 'pending' AND (NOT v_canary OR i.position <= j.canary)),
    count(*) FILTER (WHERE i.status IN ('running', 'started'))
  INTO v_failed, v_open, v_held
  FROM public.bulk_job_items i WHERE i.tenant_id = j.tenant_id AND i.job_id = j.id;

  IF j.status = 'running' AND v_held = 0 AND j.stop_after IS NOT NULL AND v_failed - j.forgiven >= j.stop_after THEN
    UPDATE public.bulk_jobs b SET status = 'paused', paused_because = 'failures' WHERE b.tenant_id = j.tenant_id AND b.id = j.id;
    RETURN;
  END IF;
  IF j.status = 'running' AND v_held = 0 AND v_open = 0 THEN
    IF v_canary AND j.canary < j.total THEN
      UPDATE public.bulk_jobs b SET status = 'paused', paused_because = 'canary', canary_passed = true
      WHERE b.tenant_id = j.tenant_id AND b.id = j.id;
    ELSE
      UPDATE public.bulk_jobs b SET status = 'done', closed_at = now() WHERE b.tenant_id = j.tenant_id AND b.id = j.id;
    END IF;
    RETURN;
  END IF;

  -- Failures under way may still become as many, so no more begin than the limit has left.
  IF j.stop_after IS NOT NULL THEN
    v_room := least(v_room, greatest(j.stop_after - (v_failed - j.forgiven) - v_held, 0));
  END IF;
  IF j.status <> 'running' THEN v_room := 0; END IF;
  IF j.per_minute IS NOT NULL THEN v_room := least(v_room, greatest(ceil(j.per_minute / 60.0)::integer, 1)); END IF;

  RETURN QUERY
  WITH held AS (
    SELECT i.position, i.status FROM public.bulk_job_items i
    WHERE i.tenant_id = j.tenant_id AND i.job_id = j.id AND i.status IN ('running', 'started') AND i.claimed_until < now()
    ORDER BY i.position LIMIT p_most
  )
  UPDATE public.bulk_job_items i SET claimed_until = now() + make_interval(secs => p_seconds)
  FROM held WHERE i.tenant_id = j.tenant_id AND i.job_id = j.id AND i.position = held.position
  RETURNING i.tenant_id, i.job_id, i.position, i.instance_id, i.attempt,
    CASE held.status WHEN 'started' THEN 'watch' ELSE 'again' END;

  -- One at a time for each instance: what another job has in hand waits here.
  RETURN QUERY
  WITH next AS (
    SELECT i.position FROM public.bulk_job_items i
    WHERE i.tenant_id = j.tenant_id AND i.job_id = j.id AND i.status = 'pending' AND (NOT v_canary OR i.position <= j.canary)
      AND NOT EXISTS (SELECT FROM public.bulk_job_items o
        WHERE o.tenant_id = i.tenant_id AND o.instance_id = i.instance_id AND o.status IN ('running', 'started'))
    ORDER BY i.position LIMIT v_room
  )
  UPDATE public.bulk_job_items i SET status = 'running', attempt = i.attempt + 1, worked_at = now(),
    claimed_until = now() + make_interval(secs => p_seconds)
  FROM next WHERE i.tenant_id = j.tenant_id AND i.job_id = j.id AND i.position = next.position
  RETURNING i.tenant_id, i.job_id, i.position, i.instance_id, i.attempt, 'do';
  GET DIAGNOSTICS v_taken = ROW_COUNT;

  UPDATE public.bulk_jobs b SET next_at = now() + CASE
    WHEN j.per_minute IS NOT NULL AND v_taken > 0 THEN make_interval(secs => v_taken * 60.0 / j.per_minute)
    ELSE make_interval(secs => 0.2) END
  WHERE b.tenant_id = j.tenant_id AND b.id = j.id;
END
$$;

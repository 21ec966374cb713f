-- Trigger of events and archived_events, after a statement that updates: rows of history may lose what a lawful erasure takes, as far
-- as the event of that erasure says so (DESIGN 5.4), and change in no other way. It looks at all rows of the statement at once: what
-- such an event says grows with the history, and to read it for each row took minutes of a history of some thousands.
CREATE OR REPLACE FUNCTION public.guard_erased_history() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  -- "instance sequence" → the SHA-256 of what is left, as the erasures of this transaction say.
  v_vouched jsonb;
BEGIN
  SELECT coalesce(jsonb_object_agg(i.id || ' ' || (left_over.one ->> 'sequence'), left_over.one -> 'sha256'), '{}') INTO v_vouched
  FROM (SELECT DISTINCT a.tenant_id, a.instance_id FROM after a) AS touched
  JOIN public.instances i ON i.tenant_id = touched.tenant_id AND i.id = touched.instance_id
  JOIN public.events e ON e.tenant_id = i.tenant_id AND e.instance_id = i.id AND e.sequence > i.version AND e.type = 'DATA_ERASED'
  CROSS JOIN LATERAL jsonb_array_elements(e.data -> 'events') AS left_over (one);
  -- (Pairs by grouping: a join of the two could be planned for one row and run for thousands.)
  PERFORM FROM (
    SELECT r.tenant_id, r.instance_id, r.sequence, count(*) AS rows,
      jsonb_agg(r.content) FILTER (WHERE NOT r.later) -> 0 AS old, jsonb_agg(r.content) FILTER (WHERE r.later) -> 0 AS new
    FROM (
      SELECT false AS later, b.tenant_id, b.instance_id, b.sequence, to_jsonb(b) AS content FROM before b
      UNION ALL
      SELECT true, a.tenant_id, a.instance_id, a.sequence, to_jsonb(a) FROM after a) AS r
    GROUP BY r.tenant_id, r.instance_id, r.sequence) AS pair
  WHERE pair.rows <> 2 OR pair.old IS NULL OR pair.new IS NULL
    OR v_vouched ->> (pair.instance_id || ' ' || pair.sequence)
      IS DISTINCT FROM public.vouched_hash(jsonb_populate_record(NULL::public.events, pair.new))
    OR NOT public.is_erasure(pair.tenant_id, pair.instance_id, pair.old, pair.new);
  IF FOUND THEN
    RAISE EXCEPTION '% of % is refused: its rows are written once', TG_OP, TG_TABLE_NAME
      USING ERRCODE = 'IL006', DETAIL = jsonb_build_object('table', TG_TABLE_NAME, 'operation', TG_OP)::text;
  END IF;
  RETURN NULL;
END
$$;

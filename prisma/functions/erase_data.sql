-- Takes personal data out of an ended instance for good, wherever its rows have them (DESIGN 5.4): p_what is {terms: texts that go
-- wherever they stand as words, named: {name: values that go where they stand under this name}, files: ids of files whose content goes,
-- fields: what is said of it}. It is itself an event, DATA_ERASED, which says for each event that loses something what is left of it: the chain still verifies, and
-- replaying what is left gives what is stored. Whoever acted, and the keys of rows, stay.
-- Returns {version, places: {table: rows}}. Raises IL001 stale, IL002 where the instance is live or a key has a term, IL005.
CREATE OR REPLACE FUNCTION public.erase_data(
  p_tenant uuid, p_instance uuid, p_version bigint, p_what jsonb, p_actor jsonb, p_reason text
) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_terms text[] := ARRAY(SELECT jsonb_array_elements_text(p_what -> 'terms'));
  v_named jsonb := p_what -> 'named';
  i record;
  h public.events;
  n public.events;
  changed bigint[] := '{}';
  -- What is left of each; an array, since to a jsonb it would be added by copying all of it.
  vouched jsonb[] := '{}';
  places jsonb := '{}';
  t record;
  v_rows bigint;
  v_files jsonb;
BEGIN
  -- A session that has named its tenant acts in no other.
  IF public.current_tenant() <> p_tenant THEN
    RAISE EXCEPTION 'there is no instance %', p_instance USING ERRCODE = 'IL005';
  END IF;
  SELECT o.version, o.status, o.closed_at, o.history_archived INTO i
  FROM public.instances o WHERE o.tenant_id = p_tenant AND o.id = p_instance FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no instance %', p_instance USING ERRCODE = 'IL005';
  END IF;
  IF i.version <> p_version THEN
    RAISE EXCEPTION 'instance % has moved on from version % to %', p_instance, p_version, i.version
      USING ERRCODE = 'IL001', DETAIL = jsonb_build_object('version', i.version)::text;
  END IF;
  IF i.closed_at IS NULL THEN
    RAISE EXCEPTION 'the data of an instance are erased when it has ended: its steps still need them'
      USING ERRCODE = 'IL002', DETAIL = jsonb_build_object('from', i.status)::text;
  END IF;
  IF EXISTS (SELECT FROM unnest(v_terms) AS x (term) WHERE length(x.term) < 3) THEN
    RAISE EXCEPTION 'a text of less than three characters is erased by its name alone' USING ERRCODE = 'IL008';
  END IF;
  PERFORM set_config('interlock.erasing', p_what::text, true);

  FOR h IN SELECT * FROM public.history_of(p_tenant, p_instance) AS o ORDER BY o.sequence LOOP
    IF public.redact_text(h.key, v_terms) <> h.key THEN
      RAISE EXCEPTION 'a part of it is the id of something in the history, which stays: %', h.key USING ERRCODE = 'IL002',
        DETAIL = jsonb_build_object('key', h.key)::text;
    END IF;
    n := h;
    n.data := public.redact_json(h.data, v_terms, v_named);
    n.reason := public.redact_text(h.reason, v_terms);
    n.correlation_id := public.redact_text(h.correlation_id, v_terms);
    IF n IS DISTINCT FROM h THEN
      changed := changed || n.sequence;
      vouched := vouched || jsonb_build_object('sequence', n.sequence, 'sha256', public.vouched_hash(n));
    END IF;
  END LOOP;

  SELECT jsonb_agg(jsonb_build_object('id', f.id, 'sha256', f.sha256) ORDER BY f.id) INTO v_files FROM public.files f
  WHERE f.tenant_id = p_tenant AND f.instance_id = p_instance AND f.erased_at IS NULL AND p_what -> 'files' ? f.id::text;

  INSERT INTO public.events (tenant_id, instance_id, sequence, type, subject, branch, actor_type, actor_id, actor_name, reason,
    causation_id, data)
  VALUES (p_tenant, p_instance, p_version + 1, 'DATA_ERASED', 'context', 'main', p_actor ->> 'type', p_actor ->> 'id',
    p_actor ->> 'name', p_reason, p_actor ->> 'causationId',
    jsonb_build_object('fields', p_what -> 'fields', 'events', to_jsonb(vouched))
      || CASE WHEN v_files IS NULL THEN '{}' ELSE jsonb_build_object('files', v_files) END);

  -- All at once: their guard reads what is vouched for once a statement.
  UPDATE public.events e SET data = public.redact_json(e.data, v_terms, v_named), reason = public.redact_text(e.reason, v_terms),
    correlation_id = public.redact_text(e.correlation_id, v_terms)
  WHERE e.tenant_id = p_tenant AND e.instance_id = p_instance AND e.sequence = ANY (changed);
  UPDATE public.archived_events e SET data = public.redact_json(e.data, v_terms, v_named),
    reason = public.redact_text(e.reason, v_terms), correlation_id = public.redact_text(e.correlation_id, v_terms)
  WHERE e.tenant_id = p_tenant AND e.instance_id = p_instance AND e.sequence = ANY (changed);
  IF cardinality(changed) > 0 THEN places := jsonb_build_object('events', cardinality(changed)); END IF;

  UPDATE public.files f SET content = '', erased_at = now()
  WHERE f.tenant_id = p_tenant AND f.instance_id = p_instance AND f.erased_at IS NULL AND p_what -> 'files' ? f.id::text;
  IF v_files IS NOT NULL THEN places := places || jsonb_build_object('file_contents', jsonb_array_length(v_files)); END IF;

  -- Every table whose rows belong to an instance, or to a task of it: their texts and their JSON, but for keys.
  FOR t IN
    SELECT c.relname AS name, string_agg(format('%I = %s', a.attname, w.text), ', ') AS sets,
      string_agg(format('o.%I IS DISTINCT FROM %s', a.attname, w.text), ' OR ') AS differs,
      CASE WHEN bool_or(b.attname = 'instance_id') THEN 'o.instance_id = $2'
        ELSE 'o.task_id IN (SELECT k.id FROM public.tasks k WHERE k.tenant_id = $1 AND k.instance_id = $2)' END AS whose
    FROM pg_class c
    JOIN pg_attribute tenant ON tenant.attrelid = c.oid AND tenant.attname = 'tenant_id'
    JOIN LATERAL (
      SELECT x.attname FROM pg_attribute x
      WHERE x.attrelid = c.oid AND x.attname IN ('instance_id', 'task_id') AND NOT x.attisdropped ORDER BY x.attname LIMIT 1) AS b ON true
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      AND a.atttypid IN ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype)
      AND NOT EXISTS (SELECT FROM pg_constraint k
        WHERE k.conrelid = c.oid AND k.contype IN ('p', 'f') AND a.attnum = ANY (k.conkey))
    CROSS JOIN LATERAL (SELECT CASE a.atttypid
      WHEN 'text'::regtype THEN format('public.redact_text(o.%I, $3)', a.attname)
      WHEN 'jsonb'::regtype THEN format('public.redact_json(o.%I, $3, $4)', a.attname)
      ELSE format('CASE WHEN o.%1$I IS NOT NULL THEN ARRAY(SELECT public.redact_text(u.one, $3) FROM unnest(o.%1$I) WITH ORDINALITY AS u (one, n) ORDER BY u.n) END',
        a.attname) END AS text) AS w
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      AND c.relname NOT IN ('events', 'archived_events', 'search_terms', 'instances', 'task_audiences')
    GROUP BY c.relname ORDER BY c.relname
  LOOP
    EXECUTE format('UPDATE public.%I o SET %s WHERE o.tenant_id = $1 AND %s AND (%s)', t.name, t.sets, t.whose, t.differs)
    USING p_tenant, p_instance, v_terms, v_named;
    GET DIAGNOSTICS v_rows = ROW_COUNT;
    IF v_rows > 0 THEN places := places || jsonb_build_object(t.name, v_rows); END IF;
  END LOOP;

  WITH gone AS (
    DELETE FROM public.search_terms s WHERE s.tenant_id = p_tenant AND s.instance_id = p_instance
      AND (public.redact_text(s.value, v_terms) <> s.value OR EXISTS (
        SELECT FROM jsonb_array_elements(p_what -> 'fields') AS f
        WHERE s.field = f ->> 'path' OR starts_with(s.field, (f ->> 'path') || '.')))
    RETURNING s.field, s.n
  ), emptied AS (
    INSERT INTO public.search_gaps (tenant_id, field, instance_id) SELECT p_tenant, o.field, p_instance FROM gone o WHERE o.n = 0
    ON CONFLICT DO NOTHING
  ) SELECT count(*) INTO v_rows FROM gone;
  IF v_rows > 0 THEN places := places || jsonb_build_object('search_terms', v_rows); END IF;

  IF NOT i.history_archived THEN
    INSERT INTO public.event_deliveries (tenant_id, sink_id, instance_id, sequence)
    SELECT p_tenant, s.id, p_instance, p_version + 1 FROM public.event_sinks s
    CROSS JOIN LATERAL (SELECT public.cloud_event_type('DATA_ERASED', '{}') AS type) AS c
    WHERE s.tenant_id = p_tenant AND s.active AND (s.types = '{}' OR EXISTS (
      SELECT FROM unnest(s.types) AS w (type)
      WHERE w.type = c.type OR (right(w.type, 1) = '*' AND starts_with(c.type, left(w.type, -1)))));
  END IF;

  -- The instance's row is written last: until then its version marks where this transaction's event begins.
  UPDATE public.instances o SET version = p_version + 1,
    subject_id = public.redact_text(o.subject_id, v_terms), correlation_key = public.redact_text(o.correlation_key, v_terms),
    requester_name = public.redact_text(o.requester_name, v_terms), requester_email = public.redact_text(o.requester_email, v_terms),
    input = public.redact_json(o.input, v_terms, v_named), context = public.redact_json(o.context, v_terms, v_named),
    facts = public.redact_json(o.facts, v_terms, v_named), ending = public.redact_json(o.ending, v_terms, v_named),
    start_key = public.redact_text(o.start_key, v_terms)
  WHERE o.tenant_id = p_tenant AND o.id = p_instance;
  -- The words of lists are made from tasks and instance: anew, from what is left of them.
  DELETE FROM public.task_audiences a WHERE a.tenant_id = p_tenant
    AND a.task_id IN (SELECT k.id FROM public.tasks k WHERE k.tenant_id = p_tenant AND k.instance_id = p_instance);
  PERFORM public.file_task(k) FROM public.tasks k WHERE k.tenant_id = p_tenant AND k.instance_id = p_instance;
  IF i.history_archived THEN
    INSERT INTO public.archived_events SELECT e.* FROM public.events e
    WHERE e.tenant_id = p_tenant AND e.instance_id = p_instance;
    DELETE FROM public.events e WHERE e.tenant_id = p_tenant AND e.instance_id = p_instance;
  END IF;
  PERFORM set_config('interlock.erasing', '', true);
  RETURN jsonb_build_object('version', p_version + 1, 'places', places);
END
$$;

-- What a deputy sees who acts up to an amount: found in the lists themselves, without looking at each task.

ALTER TABLE task_audiences ADD COLUMN amount double precision;
COMMENT ON COLUMN task_audiences.amount IS 'What the authority to decide the task is measured by; null where it has no limit.';

UPDATE task_audiences a SET amount = (t.authority_limit ->> 'amount')::float8
FROM tasks t WHERE t.tenant_id = a.tenant_id AND t.id = a.task_id AND t.authority_limit IS NOT NULL;

CREATE INDEX task_audiences_amount ON task_audiences (tenant_id, audience, amount, due_at, task_id) WHERE amount IS NOT NULL;
-- Until it is known how many rows have an amount, the planner would walk through whole lists for few.
ANALYZE task_audiences;

-- Writes who has a task in which list (task_audiences) and by which facts lists filter and sort (task_facts), as far as it is not
-- so already: what a move leaves as it was costs it nothing. An open
-- task stands under everybody whom it waits for; a closed one only under those who decided it. A row's first four facts count:
-- those are what lists show.
CREATE OR REPLACE FUNCTION public.file_task(t public.tasks) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  i record;
  is_open boolean := t.status IN ('pending', 'in_progress');
  voters text[] := '{}';
  barred text[];
  audiences text[] := '{}';
  facts jsonb;
  due timestamptz := coalesce(t.due_at, 'infinity');
BEGIN
  IF t.votes <> '[]' THEN
    SELECT array_agg(DISTINCT v.vote -> 'person' ->> 'id'),
      array_agg(DISTINCT v.vote -> 'person' ->> 'id') || array_agg(DISTINCT v.vote -> 'onBehalfOf' ->> 'id')
        FILTER (WHERE v.vote -> 'onBehalfOf' ->> 'id' IS NOT NULL)
      INTO voters, barred
    FROM jsonb_array_elements(t.votes) AS v (vote);
    SELECT array_agg('d:' || voter) INTO audiences FROM unnest(voters) AS voter;
  END IF;
  SELECT n.definition_key, n.subject_id, n.requester_id, n.requester_name, n.facts INTO i
  FROM public.instances n WHERE n.tenant_id = t.tenant_id AND n.id = t.instance_id;
  facts := CASE WHEN t.facts = '[]' THEN i.facts ELSE t.facts END;
  IF is_open THEN
    audiences := audiences || '*'::text || CASE
      WHEN t.assignee_id IS NOT NULL THEN ARRAY['p:' || t.assignee_id]
      WHEN t.candidate_roles = '{}' AND cardinality(t.candidate_people) = 1 THEN ARRAY['o:' || t.candidate_people[1]]
      ELSE ARRAY(SELECT 'r:' || role FROM unnest(t.candidate_roles) AS role
        UNION SELECT 'a:' || person FROM unnest(t.candidate_people) AS person) END
      || ARRAY(SELECT 'w:' || waiting FROM unnest(voters || i.requester_id::text) AS waiting
        WHERE waiting IS NOT NULL AND waiting IS DISTINCT FROM t.assignee_id::text GROUP BY waiting);
  END IF;

  DELETE FROM public.task_audiences a
  WHERE a.tenant_id = t.tenant_id AND a.task_id = t.id AND a.audience <> ALL (audiences);
  INSERT INTO public.task_audiences (tenant_id, audience, task_id, definition_key, priority, due_at, barred, words, amount)
  SELECT t.tenant_id, audience, t.id, i.definition_key, t.priority, due, t.excluded || coalesce(barred, '{}'),
    left(lower(concat_ws(' ', t.title, i.subject_id, i.requester_name,
      (SELECT string_agg(left(f.fact ->> 'value', 100), ' ') FROM jsonb_array_elements(facts) AS f (fact)))), 600), (t.authority_limit ->> 'amount')::float8
  FROM unnest(audiences) AS audience
  ON CONFLICT (tenant_id, task_id, audience) DO UPDATE SET priority = excluded.priority, due_at = excluded.due_at,
    barred = excluded.barred, words = excluded.words, amount = excluded.amount
  WHERE (task_audiences.priority, task_audiences.due_at, task_audiences.barred, task_audiences.words, task_audiences.amount)
    IS DISTINCT FROM (excluded.priority, excluded.due_at, excluded.barred, excluded.words, excluded.amount);

  WITH wanted AS (
    SELECT audience, f.label, CASE WHEN f.kind = 'number' THEN f.value::float8 ELSE 'infinity' END AS number_value,
      CASE WHEN f.kind = 'number' THEN '' ELSE left(f.value, 100) END AS text_value
    FROM (
      SELECT DISTINCT ON (e.fact ->> 'label') e.fact ->> 'label' AS label, e.fact ->> 'value' AS value,
        jsonb_typeof(e.fact -> 'value') AS kind
      FROM jsonb_array_elements(facts) WITH ORDINALITY AS e (fact, n) WHERE e.n <= 4 ORDER BY 1, e.n) AS f
    CROSS JOIN unnest(audiences) AS audience
    WHERE is_open AND f.kind IN ('number', 'string', 'boolean') AND f.value <> '' AND left(audience, 2) NOT IN ('w:', 'd:')
  ), gone AS (
    DELETE FROM public.task_facts o WHERE o.tenant_id = t.tenant_id AND o.task_id = t.id
      AND NOT EXISTS (SELECT FROM wanted w WHERE w.audience = o.audience AND w.label = o.label)
  )
  INSERT INTO public.task_facts (tenant_id, audience, task_id, label, number_value, text_value, due_at)
  SELECT t.tenant_id, w.audience, t.id, w.label, w.number_value, w.text_value, due FROM wanted w
  ON CONFLICT (tenant_id, task_id, audience, label) DO UPDATE SET number_value = excluded.number_value,
    text_value = excluded.text_value, due_at = excluded.due_at
  WHERE (task_facts.number_value, task_facts.text_value, task_facts.due_at)
    IS DISTINCT FROM (excluded.number_value, excluded.text_value, excluded.due_at);
END $$;

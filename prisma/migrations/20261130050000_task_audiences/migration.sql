-- What the inbox is read from: one narrow row for each list that an open task stands in, so that every view begins at its own
-- rows, in its own order, however many tasks there are. Written by a trigger of tasks in the transaction of the move.

CREATE TABLE task_audiences (
  tenant_id      uuid NOT NULL,
  -- Whose list: `p:<id>` assigned to the person · `o:<address>` meant for them alone · `r:<role>` · `a:<address>` one of several ·
  -- `w:<id>` they wait for it · `d:<id>` they decided it · `*` everybody's.
  audience       text NOT NULL,
  task_id        uuid NOT NULL,
  definition_key text NOT NULL,
  priority       integer NOT NULL,
  -- `infinity` for a task that is never due.
  due_at         timestamptz NOT NULL,
  -- Addresses and ids of people who may not decide it.
  barred         text[] NOT NULL,
  -- What the search looks at, in small letters.
  words          text NOT NULL,
  PRIMARY KEY (tenant_id, task_id, audience),
  FOREIGN KEY (tenant_id, task_id) REFERENCES tasks (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX task_audiences_newest ON task_audiences (tenant_id, audience, task_id);
CREATE INDEX task_audiences_due ON task_audiences (tenant_id, audience, due_at, task_id);
CREATE INDEX task_audiences_priority ON task_audiences (tenant_id, audience, priority DESC, due_at, task_id);
CREATE INDEX task_audiences_process ON task_audiences (tenant_id, audience, definition_key, due_at, task_id);
COMMENT ON TABLE task_audiences IS 'Whose list a task stands in, and what lists sort and filter by.';

CREATE TABLE task_facts (
  tenant_id    uuid NOT NULL,
  audience     text NOT NULL,
  task_id      uuid NOT NULL,
  label        text NOT NULL,
  -- `infinity` for what is no number; what is one has no text.
  number_value float8 NOT NULL,
  text_value   text COLLATE "C" NOT NULL,
  due_at       timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, task_id, audience, label),
  FOREIGN KEY (tenant_id, task_id) REFERENCES tasks (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX task_facts_value ON task_facts (tenant_id, audience, label, number_value, text_value, due_at, task_id);
COMMENT ON TABLE task_facts IS 'The business facts of open tasks, as lists filter and sort by them.';

ALTER TABLE task_audiences ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON task_audiences TO interlock_app USING (tenant_id = current_tenant());
CREATE POLICY engine ON task_audiences TO interlock_engine USING (true) WITH CHECK (true);
ALTER TABLE task_facts ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON task_facts TO interlock_app USING (tenant_id = current_tenant());
CREATE POLICY engine ON task_facts TO interlock_engine USING (true) WITH CHECK (true);
GRANT SELECT ON task_audiences, task_facts TO interlock_app;
GRANT SELECT, INSERT, DELETE ON task_audiences, task_facts TO interlock_engine;

-- Writes who has a task in which list (task_audiences) and by which facts lists filter and sort (task_facts), anew. An open
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
  IF NOT is_open AND audiences = '{}' THEN RETURN; END IF;

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

  INSERT INTO public.task_audiences (tenant_id, audience, task_id, definition_key, priority, due_at, barred, words)
  SELECT t.tenant_id, audience, t.id, i.definition_key, t.priority, due, t.excluded || coalesce(barred, '{}'),
    left(lower(concat_ws(' ', t.title, i.subject_id, i.requester_name,
      (SELECT string_agg(left(f.fact ->> 'value', 100), ' ') FROM jsonb_array_elements(facts) AS f (fact)))), 600)
  FROM unnest(audiences) AS audience;

  IF is_open AND facts <> '[]' THEN
    INSERT INTO public.task_facts (tenant_id, audience, task_id, label, number_value, text_value, due_at)
    SELECT t.tenant_id, audience, t.id, f.label, CASE WHEN f.kind = 'number' THEN f.value::float8 ELSE 'infinity' END,
      CASE WHEN f.kind = 'number' THEN '' ELSE left(f.value, 100) END, due
    FROM (
      SELECT DISTINCT ON (e.fact ->> 'label') e.fact ->> 'label' AS label, e.fact ->> 'value' AS value,
        jsonb_typeof(e.fact -> 'value') AS kind
      FROM jsonb_array_elements(facts) WITH ORDINALITY AS e (fact, n) WHERE e.n <= 4 ORDER BY 1, e.n) AS f
    CROSS JOIN unnest(audiences) AS audience
    WHERE f.kind IN ('number', 'string', 'boolean') AND f.value <> '' AND left(audience, 2) NOT IN ('w:', 'd:');
  END IF;
END $$;

-- Trigger of tasks: keeps what lists are read from as the task is, in the same transaction.
CREATE OR REPLACE FUNCTION public.task_changed() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.status, NEW.assignee_id, NEW.candidate_roles, NEW.candidate_people, NEW.excluded, NEW.votes, NEW.priority, NEW.due_at)
       IS NOT DISTINCT FROM
       (OLD.status, OLD.assignee_id, OLD.candidate_roles, OLD.candidate_people, OLD.excluded, OLD.votes, OLD.priority, OLD.due_at)
    THEN RETURN NULL; END IF;
    DELETE FROM public.task_facts f WHERE f.tenant_id = NEW.tenant_id AND f.task_id = NEW.id;
    DELETE FROM public.task_audiences a WHERE a.tenant_id = NEW.tenant_id AND a.task_id = NEW.id;
  END IF;
  PERFORM public.file_task(NEW);
  RETURN NULL;
END $$;

CREATE TRIGGER tasks_changed AFTER INSERT OR UPDATE ON tasks FOR EACH ROW EXECUTE FUNCTION task_changed();
REVOKE ALL ON FUNCTION file_task(tasks), task_changed() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION file_task(tasks), task_changed() TO interlock_engine;

SELECT file_task(t) FROM tasks t;

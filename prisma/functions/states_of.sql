-- The states of a definition: whether it begins there, and what an instance can wait for there. Activities of a transition are
-- waited for in the step that it leaves or in the one that it leads to.
CREATE OR REPLACE FUNCTION public.states_of(p_content jsonb) RETURNS TABLE (state text, entry boolean, waits_for text[])
LANGUAGE sql IMMUTABLE
AS $$
  SELECT s.one ->> 'key', s.one ->> 'type' = 'START', array_remove(ARRAY[
    CASE s.one ->> 'type'
      WHEN 'USER_TASK' THEN 'human_task'
      WHEN 'WAIT_FOR_SIGNAL' THEN coalesce(s.one ->> 'source', 'signal')
      WHEN 'WAIT_FOR_TIMER' THEN CASE WHEN s.one -> 'timer' ? 'cron' THEN 'cron' ELSE 'timer' END
      WHEN 'WAIT_FOR_FILE' THEN 'file_upload'
      WHEN 'SUB_WORKFLOW' THEN 'child_workflow'
    END,
    CASE WHEN s.one ->> 'type' IN ('AUTOMATED', 'COMPENSATE') OR EXISTS (
      SELECT FROM jsonb_array_elements(p_content -> 'transitions') AS t (one)
      WHERE s.one ->> 'key' IN (t.one ->> 'from', t.one ->> 'to') AND t.one ? 'activities') THEN 'activity' END], NULL)
  FROM jsonb_array_elements(p_content -> 'steps') AS s (one)
$$;

-- Check of instances: a row does not contradict itself, whatever triggers are off. One function, as event_is_whole.
CREATE OR REPLACE FUNCTION public.instance_is_whole(
  p_subject_id text, p_status text, p_waiting_for text[], p_closed_at timestamptz, p_parent_id uuid, p_parent_child text, p_depth integer
) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE
AS $$
BEGIN
  RETURN p_subject_id <> ''
    AND (p_closed_at IS NOT NULL) = (p_status IN ('completed', 'reversed', 'cancelled', 'failed'))
    AND (p_status = 'waiting') = (p_waiting_for <> '{}')
    AND p_waiting_for <@ ARRAY['human_task', 'signal', 'webhook', 'message', 'timer', 'cron', 'file_upload', 'activity', 'child_workflow']
    AND (p_parent_id IS NULL) = (p_parent_child IS NULL) AND (p_depth > 0) = (p_parent_id IS NOT NULL);
END
$$;

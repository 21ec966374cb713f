-- Check of events: an event does not contradict itself, whatever triggers are off. One function, whose plan stays: the text of a
-- CHECK constraint is read anew for every statement, and ten of them were a twelfth of what a move cost.
CREATE OR REPLACE FUNCTION public.event_is_whole(
  p_sequence bigint, p_type text, p_subject text, p_actor_type text, p_lifecycle text, p_from_status text, p_to_status text,
  p_version_id uuid, p_from_state text, p_to_state text, p_from_version_id uuid, p_migrated_from text
) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE
AS $$
BEGIN
  RETURN p_sequence > 0
    AND p_subject IN ('status', 'state', 'branch', 'step', 'task', 'activity', 'child', 'transition', 'signal', 'timer', 'context')
    AND p_actor_type IN ('user', 'staff', 'system', 'worker', 'timer', 'scheduler', 'partner', 'parent_workflow', 'policy')
    -- A lifecycle is that of the subject and moves somewhere; the status of an instance always does.
    AND (p_lifecycle IS NULL) = (p_to_status IS NULL)
    AND (p_lifecycle IS NULL OR p_lifecycle = CASE p_subject WHEN 'status' THEN 'instance' ELSE p_subject END)
    AND (p_subject <> 'status' OR p_to_status IS NOT NULL)
    -- Only what begins comes from nowhere.
    AND CASE WHEN p_lifecycle IS NULL THEN p_from_status IS NULL
      WHEN p_from_status IS NOT NULL THEN true
      WHEN p_lifecycle = 'instance' THEN p_sequence = 1 AND p_to_status = 'created'
      WHEN p_lifecycle = 'task' THEN p_to_status = 'pending'
      ELSE p_lifecycle IN ('activity', 'child') AND p_to_status = 'created' END
    AND CASE WHEN p_subject = 'state' THEN p_version_id IS NOT NULL AND p_to_state IS NOT NULL
      ELSE num_nonnulls(p_version_id, p_from_state, p_to_state) = 0 END
    -- A migration says from which version and from which state, and nothing else does.
    AND (p_from_version_id IS NULL) = (p_migrated_from IS NULL)
    AND (p_migrated_from IS NOT NULL) = (p_type IN ('WORKFLOW_MIGRATED', 'BRANCH_MIGRATED'))
    AND (p_migrated_from IS NULL OR p_subject = 'state' AND p_from_state IS NULL);
END
$$;

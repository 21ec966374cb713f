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
  END IF;
  PERFORM public.file_task(NEW);
  RETURN NULL;
END $$;

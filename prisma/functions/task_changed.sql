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

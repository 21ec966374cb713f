-- Trigger of state_migrations: instances stay with their definition; only the version changes.
CREATE OR REPLACE FUNCTION public.guard_state_migration() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM FROM public.definition_versions a JOIN public.definition_versions b
    ON b.tenant_id = a.tenant_id AND b.definition_id = a.definition_id
  WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.from_version_id AND b.id = NEW.to_version_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a migration stays within one definition' USING ERRCODE = 'IL002';
  END IF;
  RETURN NEW;
END
$$;

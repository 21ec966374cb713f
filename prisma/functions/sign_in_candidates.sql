-- The active people with an address, across tenants: sign-in happens before a tenant is known.
CREATE OR REPLACE FUNCTION public.sign_in_candidates(p_email text)
RETURNS TABLE (tenant_id uuid, tenant_name text, person_id uuid, name text, email text, password_hash text,
               session_version integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT p.tenant_id, t.name, p.id, p.name, p.email, p.password_hash, p.session_version
  FROM public.people p JOIN public.tenants t ON t.id = p.tenant_id
  WHERE p.email = lower(p_email) AND p.active
  ORDER BY t.created_at, t.id
$$;

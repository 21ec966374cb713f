-- The tenant in which the session acts; null (which matches no row) until it has said so.
CREATE OR REPLACE FUNCTION public.current_tenant() RETURNS uuid
LANGUAGE sql STABLE
AS $$
  SELECT nullif(current_setting('interlock.tenant_id', true), '')::uuid
$$;

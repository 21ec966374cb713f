-- The tenant in which the session acts; null (which matches no row) until it has said so. The engine's functions take the
-- tenant as an argument, so that a move is one statement; a session that has named another one gets nothing from them.
CREATE OR REPLACE FUNCTION public.current_tenant() RETURNS uuid
LANGUAGE sql STABLE
AS $$
  SELECT nullif(current_setting('interlock.tenant_id', true), '')::uuid
$$;

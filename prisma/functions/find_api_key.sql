-- The key with this hash, when it may still be used; a key says which tenant it belongs to.
CREATE OR REPLACE FUNCTION public.find_api_key(p_hash bytea)
RETURNS TABLE (tenant_id uuid, tenant_name text, id uuid, name text, permissions text[], topics text[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT k.tenant_id, t.name, k.id, k.name, k.permissions, k.topics
  FROM public.api_keys k JOIN public.tenants t ON t.id = k.tenant_id
  WHERE k.key_hash = p_hash AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
$$;

-- The smallest id that can have been made at that instant: ids begin with the millisecond at which they were made (UUIDv7).
CREATE OR REPLACE FUNCTION public.first_id_at(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT (lpad(to_hex(floor(greatest(extract(epoch FROM at) * 1000, 0))::bigint), 12, '0') || '70008000000000000000')::uuid
$$;

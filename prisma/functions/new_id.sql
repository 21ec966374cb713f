-- A UUIDv7 (RFC 9562) on servers that have no uuidv7() of their own: 48 bits of milliseconds, 12 bits of what is left of them (method 3
-- of section 6.2), then chance. So what one transaction makes one after the other stays in that order.
CREATE OR REPLACE FUNCTION public.new_id() RETURNS uuid
LANGUAGE plpgsql VOLATILE
AS $$
DECLARE
  v_microseconds bigint := (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;
BEGIN
  -- (0x7000 is the version; the variant is where gen_random_uuid has it.)
  RETURN encode(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send(v_microseconds / 1000) FROM 3) || int2send((28672 + v_microseconds % 1000 * 4096 / 1000)::int2)
    FROM 1), 'hex')::uuid;
END
$$;

-- A UUIDv7 (RFC 9562) on servers that have no uuidv7() of their own: 48 bits of milliseconds, then chance.
CREATE OR REPLACE FUNCTION public.new_id() RETURNS uuid
LANGUAGE sql VOLATILE
AS $$
  SELECT encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

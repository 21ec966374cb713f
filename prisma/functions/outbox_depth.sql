-- Jobs that were committed and that no relay has handed to the queue yet; the app's role cannot read them otherwise.
CREATE OR REPLACE FUNCTION public.outbox_depth() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT count(*) FROM public.outbox
$$;

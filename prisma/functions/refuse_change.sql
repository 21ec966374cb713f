-- Trigger of rows that are written once: history, published versions, closed lists, audit.
CREATE OR REPLACE FUNCTION public.refuse_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: its rows are written once', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'IL006', DETAIL = jsonb_build_object('table', TG_TABLE_NAME, 'operation', TG_OP)::text;
END
$$;

-- The fields by which instances of a definition are found (searchableFields in lib/runtime/search-terms.ts): dotted paths of the
-- scalar properties of its input. What TypeScript reads of a schema and this does not (references into other documents, say) is
-- found all the same, instance by instance.
CREATE OR REPLACE FUNCTION public.business_fields(p_content jsonb) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  WITH RECURSIVE part (path, depth, schema) AS (
    SELECT '', 0, p_content -> 'input' WHERE jsonb_typeof(p_content -> 'input') = 'object'
    UNION
    SELECT n.path, n.depth, n.schema FROM part p CROSS JOIN LATERAL (
      SELECT concat_ws('.', nullif(p.path, ''), o.key), p.depth + 1, o.value
      FROM jsonb_each(CASE jsonb_typeof(p.schema -> 'properties') WHEN 'object' THEN p.schema -> 'properties' END) AS o
      WHERE p.depth < 3 AND strpos(o.key, '.') = 0
      UNION ALL
      SELECT p.path, p.depth, o.one FROM unnest(ARRAY['allOf', 'anyOf', 'oneOf']) AS k (name)
      CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(p.schema -> k.name) WHEN 'array' THEN p.schema -> k.name END) AS o (one)
      UNION ALL
      SELECT p.path, p.depth, p.schema -> k.name FROM unnest(ARRAY['then', 'else']) AS k (name)
      UNION ALL
      SELECT p.path, p.depth, o.value FROM unnest(ARRAY['dependentSchemas', 'dependencies']) AS k (name)
      CROSS JOIN LATERAL jsonb_each(CASE jsonb_typeof(p.schema -> k.name) WHEN 'object' THEN p.schema -> k.name END) AS o
      UNION ALL
      SELECT p.path, p.depth, (p_content -> 'input') #> string_to_array(substr(p.schema ->> '$ref', 3), '/')
      WHERE jsonb_typeof(p.schema -> '$ref') = 'string' AND p.schema ->> '$ref' LIKE '#/%'
    ) AS n (path, depth, schema)
    WHERE jsonb_typeof(n.schema) = 'object'
  )
  SELECT coalesce(array_agg(DISTINCT p.path COLLATE "C"), '{}') FROM part p
  WHERE p.depth > 0 AND CASE WHEN p.schema ? 'type' THEN NOT p.schema -> 'type' <@ '["object", "array", "null"]'
    ELSE NOT p.schema ?| ARRAY['properties', 'additionalProperties', 'items', '$ref', 'allOf', 'anyOf', 'oneOf'] END
$$;

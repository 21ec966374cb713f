-- Views of all lists are one kind of row: each place says for itself what a view of it keeps in `query`.

ALTER TABLE saved_views
  ADD COLUMN colour text NOT NULL DEFAULT 'grey',
  ADD COLUMN query jsonb,
  -- Who sees it besides its owner: nobody, `*` everybody, or the holders of a role.
  ADD COLUMN shared_with text;
UPDATE saved_views SET query = jsonb_build_object('address', address), shared_with = CASE WHEN shared THEN '*' END;
ALTER TABLE saved_views DROP COLUMN address, DROP COLUMN shared;
INSERT INTO saved_views (tenant_id, id, place, name, colour, query, shared_with, owner_id, created_at)
SELECT tenant_id, id, 'inbox', name, colour, query, shared_with, owner_id, created_at FROM inbox_views;
DROP TABLE inbox_views;

-- A name is its owner's once in a place.
UPDATE saved_views v SET name = v.name || ' (' || right(v.id::text, 6) || ')'
FROM (SELECT o.tenant_id, o.id, row_number() OVER (PARTITION BY o.tenant_id, o.owner_id, o.place, o.name ORDER BY o.created_at, o.id) AS n
  FROM saved_views o) AS same
WHERE same.tenant_id = v.tenant_id AND same.id = v.id AND same.n > 1;
ALTER TABLE saved_views ALTER COLUMN colour DROP DEFAULT, ALTER COLUMN query SET NOT NULL,
  ADD CONSTRAINT saved_views_query_check CHECK (jsonb_typeof(query) = 'object'),
  ADD CONSTRAINT saved_views_name_key UNIQUE (tenant_id, owner_id, place, name);
DROP INDEX saved_views_by_owner;
CREATE INDEX saved_views_shared ON saved_views (tenant_id, place, shared_with) WHERE shared_with IS NOT NULL;
COMMENT ON TABLE saved_views IS 'Lists that people keep under a name; what one sees in them depends on who looks.';

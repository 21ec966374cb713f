import type { Pool } from 'pg';

/** Tables of the whole database in which one of the texts stands, whatever its case, the content of files among them. */
export async function whereabouts(owner: Pool, ...texts: string[]): Promise<string[]> {
  const { rows: columns } = await owner.query<{ place: string; column: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS place, quote_ident(a.attname) AS column
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND a.attnum > 0 AND NOT a.attisdropped
       AND a.atttypid IN ('text'::regtype, 'json'::regtype, 'jsonb'::regtype, 'text[]'::regtype, 'varchar'::regtype, 'bytea'::regtype)`,
  );
  const found = new Set<string>();
  for (const { place, column } of columns) {
    const { rows } = await owner.query(
      `SELECT FROM ${place} WHERE EXISTS (SELECT FROM unnest($1::text[]) AS t WHERE strpos(lower(${column}::text), lower(t)) > 0
         OR strpos(${column}::text, encode(convert_to(t, 'UTF8'), 'hex')) > 0) LIMIT 1`,
      [texts],
    );
    if (rows.length > 0) found.add(place);
  }
  return [...found].sort();
}

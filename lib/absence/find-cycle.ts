import type { TenantTransaction } from '@/lib/database/client';

type Named = { readonly id: string; readonly name: string };
type Period = { readonly startsAt: Date; readonly endsAt: Date; readonly processes: readonly string[] };

/**
 * The names of a circle that a new absence would close: its deputy is away in a part of the same time and the same processes,
 * and so on, back to the person. Null when there is none.
 */
export async function findCycle(
  tx: TenantTransaction,
  tenantId: string,
  person: Named,
  deputy: Named,
  { startsAt, endsAt, processes }: Period,
): Promise<string[] | null> {
  const [found] = await tx.$queryRaw<{ names: string[] }[]>`
    WITH RECURSIVE chain AS (
      SELECT ${deputy.id}::uuid AS at, ${startsAt}::timestamptz AS begins, ${endsAt}::timestamptz AS ends,
        ${[...processes]}::text[] AS processes, ARRAY[${deputy.id}::uuid] AS path, ARRAY[${deputy.name}::text] AS names
      UNION ALL
      SELECT a.deputy_id, greatest(c.begins, a.starts_at), least(c.ends, a.ends_at),
        CASE WHEN a.processes = '{}' THEN c.processes WHEN c.processes = '{}' THEN a.processes
          ELSE ARRAY(SELECT unnest(a.processes) INTERSECT SELECT unnest(c.processes)) END,
        c.path || a.deputy_id, c.names || p.name
      FROM chain c
      JOIN public.absences a ON a.tenant_id = ${tenantId}::uuid AND a.person_id = c.at AND a.recalled_at IS NULL
        AND a.starts_at < c.ends AND a.ends_at > c.begins
      JOIN public.people p ON p.tenant_id = a.tenant_id AND p.id = a.deputy_id
      WHERE c.at <> ${person.id}::uuid AND a.deputy_id <> ALL (c.path)
        AND (a.processes = '{}' OR c.processes = '{}' OR a.processes && c.processes))
    SELECT names FROM chain WHERE at = ${person.id}::uuid ORDER BY cardinality(names) LIMIT 1`;
  return found ? [person.name, ...found.names] : null;
}

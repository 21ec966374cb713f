import type { Pool, QueryResultRow } from 'pg';

/** A read of one tenant's rows in one round trip; without a name, PostgreSQL plans it each time, for the values of that time. */
export type TenantStatement = { readonly name?: string; readonly text: string };

/**
 * A read that names its tenant to row-level security and reads, in one statement. In `text`, `tenant.id` is the tenant
 * and `$2`, `$3`, … are the values.
 *
 * Compare the tenant of every table with `tenant.id`, or with a row's that was compared with it. With that of rows which a LIMIT
 * has chosen, the planner takes the policy's tenant for it and looks for one row by its tenant alone: through all there are.
 *
 * The policies look at `interlock.tenant_id` while rows are read, so it has to be set before the first row: the read
 * depends on `tenant` laterally and cannot be pulled up past its OFFSET, which leaves the planner a nested loop with
 * `tenant` outside and nothing else.
 * @param name unique in the process: pg prepares the statement under it
 */
export function tenantStatement(name: string, text: string): TenantStatement {
  return { name, ...tenantQuery(text) };
}

/**
 * The same, planned anew each time for the values it comes with: for a read whose best plan depends on them, or that is composed
 * anew each time (a search, a list with its filters).
 */
export function tenantQuery(text: string): TenantStatement {
  return {
    text: `WITH tenant AS MATERIALIZED (SELECT set_config('interlock.tenant_id', $1, true)::uuid AS id)
SELECT tenant_rows.* FROM tenant CROSS JOIN LATERAL (${text} OFFSET 0) AS tenant_rows`,
  };
}

/** Runs such a read. @returns its rows, in the order in which `text` gives them */
export async function readTenant<Row extends QueryResultRow>(
  pool: Pick<Pool, 'query'>,
  tenantId: string,
  statement: TenantStatement,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const result = await pool.query<Row>({ ...statement, values: [tenantId, ...values] });
  return result.rows;
}

import type { Pool } from 'pg';

/** A statement with its values. */
export type Statement = readonly [text: string, ...values: unknown[]];

/** How an attempt ended: the SQLSTATE that refused it, or the rows that the last statement touched. */
export type Attempt =
  | { readonly refused: string; readonly message: string; readonly detail: string | undefined }
  | { readonly refused: null; readonly rows: number };

/**
 * Tries statements in one transaction and commits it. What is refused, at a statement or at the commit, is rolled back.
 * @param tenantId named to row-level security first; null leaves the session without a tenant
 */
export async function attempt(
  pool: Pool,
  tenantId: string | null,
  ...statements: readonly Statement[]
): Promise<Attempt> {
  const client = await pool.connect();
  const alone = statements.length === 1 && tenantId === null;
  try {
    // One statement is a transaction by itself.
    if (!alone) await client.query('BEGIN');
    if (tenantId !== null)
      await client.query("SELECT set_config('interlock.tenant_id', $1, true)", [tenantId]);
    let rows = 0;
    for (const [text, ...values] of statements) rows = (await client.query(text, values)).rowCount ?? 0;
    if (!alone) await client.query('COMMIT');
    return { refused: null, rows };
  } catch (error) {
    if (!alone) await client.query('ROLLBACK');
    const { code, message, detail } = error as { code?: string; message: string; detail?: string };
    if (code === undefined) throw error;
    return { refused: code, message, detail };
  } finally {
    client.release();
  }
}

/** Refusals that tests look for, by their SQLSTATE. */
export const refusals = {
  stale: 'IL001',
  notAllowed: 'IL002',
  terminal: 'IL003',
  notFound: 'IL005',
  writtenOnce: 'IL006',
  invalidPlan: 'IL008',
  noRight: '42501',
  foreignKey: '23503',
  unique: '23505',
  check: '23514',
} as const;

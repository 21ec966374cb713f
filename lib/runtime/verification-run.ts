import type { Pool } from 'pg';
import type { Place } from './move';
import { newId } from './uuid';
import { type Verification, verifyInstance } from './verify';

/** An instance whose history was checked, and what came of it. */
export type Checked = Place & { readonly verification: Verification };

/** Places that one statement reads. */
const batch = 500;

/**
 * Every instance of every tenant, in the order of the key; those made meanwhile may be among them.
 * @param owner pool of the database's owner, whom row-level security does not bind
 */
export async function* everyInstance(owner: Pick<Pool, 'query'>): AsyncGenerator<Place> {
  let last: Place | undefined;
  do {
    const rows: Place[] = await readPlaces(
      owner,
      `SELECT tenant_id AS "tenantId", id AS "instanceId" FROM instances
       WHERE $1::uuid IS NULL OR (tenant_id, id) > ($1::uuid, $2::uuid) ORDER BY tenant_id, id LIMIT $3`,
      [last?.tenantId ?? null, last?.instanceId ?? null, batch],
    );
    yield* rows;
    last = rows.length === batch ? rows.at(-1) : undefined;
  } while (last);
}

/** The instance with this id, of whichever tenant; null where there is none. */
export async function findInstance(owner: Pick<Pool, 'query'>, id: string): Promise<Place | null> {
  const [place] = await readPlaces(
    owner,
    'SELECT tenant_id AS "tenantId", id AS "instanceId" FROM instances WHERE id = $1',
    [id],
  );
  return place ?? null;
}

/**
 * Some instances by chance, of all tenants together. It reads a chance part of the table's pages, so it costs the same
 * on a large table.
 */
export async function someInstances(owner: Pick<Pool, 'query'>, count: number): Promise<readonly Place[]> {
  return readPlaces(
    owner,
    `SELECT tenant_id AS "tenantId", id AS "instanceId" FROM instances TABLESAMPLE SYSTEM ((
       -- Ten times as many rows as wanted; everything where the server has not counted the rows yet, or has counted few.
       SELECT CASE WHEN reltuples > $1 * 10 THEN 100 * ($1 * 10) / reltuples ELSE 100 END
       FROM pg_class WHERE oid = 'public.instances'::regclass))
     ORDER BY random() LIMIT $1`,
    [count],
  );
}

async function readPlaces(pool: Pick<Pool, 'query'>, text: string, values: unknown[]): Promise<Place[]> {
  const { rows } = await pool.query<Place>(text, values);
  return rows;
}

/**
 * Verifies the instances one after the other, several at a time.
 * @param onChecked hears of each as soon as it is known
 * @returns how many were checked, and how many of them failed
 */
export async function verifyInstances(
  pool: Pool,
  places: Iterable<Place> | AsyncIterable<Place>,
  onChecked: (checked: Checked) => void,
  atOnce = 4,
): Promise<{ readonly checked: number; readonly failed: number }> {
  const iterator = asyncIterator(places);
  let checked = 0;
  let failed = 0;
  const work = async () => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      const { tenantId, instanceId } = next.value;
      const verification = await verifyInstance(pool, tenantId, instanceId);
      if (!verification) continue;
      checked += 1;
      if (!verification.ok) failed += 1;
      onChecked({ tenantId, instanceId, verification });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { checked, failed };
}

async function* asyncIterator(places: Iterable<Place> | AsyncIterable<Place>): AsyncGenerator<Place> {
  yield* places;
}

/** Writes what a run found, a row for each tenant among the checked. */
export async function recordRun(
  owner: Pick<Pool, 'query'>,
  startedAt: Date,
  checked: readonly Checked[],
): Promise<void> {
  for (const tenantId of new Set(checked.map((one) => one.tenantId))) {
    const own = checked.filter((one) => one.tenantId === tenantId);
    const failures = own
      .filter(({ verification }) => !verification.ok)
      .map(({ instanceId, verification }) => ({ instance: instanceId, ...verification }));
    await owner.query(
      `INSERT INTO verification_runs (tenant_id, id, started_at, checked, failed, failures)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [tenantId, newId(), startedAt, own.length, failures.length, JSON.stringify(failures)],
    );
  }
}

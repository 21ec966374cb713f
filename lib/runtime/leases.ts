import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { isConnectionFailure } from '@/lib/database/errors';
import type { Worker } from './attempts';
import { type Place, move } from './move';
import { repeatedly } from './repeatedly';

/** What tells the holder of a lease from all others; nobody can guess it. */
export function newToken(): string {
  return randomUUID();
}

/**
 * Moves the end of a lease forward while its attempt runs.
 * @param onLost hears it when the database says that the lease is somebody else's now
 * @returns `release`, to be called at the end
 */
export function keepLease(
  worker: Pick<Worker, 'pool' | 'leaseSeconds'>,
  place: Place,
  execution: string,
  token: string,
  onLost: (reason: Error) => void,
): { release(): void } {
  const beats = repeatedly((worker.leaseSeconds * 1000) / 3, async () => {
    try {
      const { rows } = await worker.pool.query<{ held: boolean }>({
        name: 'extend_lease',
        text: 'SELECT public.extend_lease($1, $2, $3, $4, $5) AS held',
        values: [place.tenantId, place.instanceId, execution, token, worker.leaseSeconds],
      });
      if (!rows[0]?.held) onLost(new Error('The lease of this attempt was lost.'));
    } catch {
      // The database is away: the next beat tries again; when none gets through, the lease ends by itself.
    }
  });
  return { release: () => void beats.stop() };
}

/** How many expired leases one sweep looks at; the next sweep takes the rest. */
const batch = 200;

/**
 * Takes over what lost workers held: each expired lease fails its attempt, which is tried again at once (DESIGN 8.6).
 * Several sweepers may run; the second one's move finds nothing left to do.
 * @returns how many leases had expired
 * @throws AggregateError of those that could not be taken over, after the others were
 */
export async function sweepLeases(pool: Pool, sweeper: string): Promise<number> {
  const { rows } = await pool.query<{
    tenant_id: string;
    instance_id: string;
    execution: string;
    token: string;
  }>({
    name: 'expired_leases',
    text: 'SELECT * FROM public.expired_leases($1)',
    values: [batch],
  });
  const failures: unknown[] = [];
  for (const { tenant_id: tenantId, instance_id: instanceId, execution, token } of rows) {
    try {
      await move(
        pool,
        { tenantId, instanceId },
        { kind: 'lease_expired', execution, token },
        { actor: { type: 'system', id: 'lease-sweeper', name: 'Lease sweeper' }, workerId: sweeper },
      );
    } catch (error) {
      if (isConnectionFailure(error)) throw error;
      // One instance that cannot be moved must not keep the others from being taken over.
      failures.push(new Error(`The lease of ${instanceId} could not be taken over.`, { cause: error }));
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} leases could not be taken over.`);
  return rows.length;
}

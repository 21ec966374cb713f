import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Checked, recordRun, someInstances, verifyInstances } from './verification-run';

/** Instances that the daily sample checks (DESIGN 8.9). */
const sampleSize = 100;

/** How often a worker looks whether the day's sample is due, in milliseconds. */
export const lookEvery = 10 * 60_000;

/** Two samples at the same moment would be one too many: the lock's number says what it is for. */
const due = `SELECT pg_try_advisory_xact_lock(hashtextextended('interlock daily verification', 0))
    AND NOT EXISTS (SELECT FROM verification_runs WHERE started_at > now() - interval '1 day') AS due`;

/**
 * Checks chain and replay of some instances, unless any worker has done so within a day; logs the result and keeps it in
 * `verification_runs`.
 * @returns how many were checked and failed; null when the sample is not due
 */
export async function verifyDaily(
  owner: Pool,
  log: Logger,
): Promise<{ readonly checked: number; readonly failed: number } | null> {
  const client = await owner.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ due: boolean }>(due);
    const found = rows[0]?.due ? await sample(owner, log) : null;
    await client.query('COMMIT');
    return found;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function sample(owner: Pool, log: Logger) {
  const startedAt = new Date();
  const all: Checked[] = [];
  const places = await someInstances(owner, sampleSize);
  const found = await verifyInstances(
    owner,
    places,
    (one) => {
      all.push(one);
      if (one.verification.ok) return;
      const { tenantId: tenant, instanceId: instance, verification } = one;
      log.error({ tenant, instance, verification }, 'THE HISTORY OF AN INSTANCE DOES NOT VERIFY');
    },
    1,
  );
  await recordRun(owner, startedAt, all);
  if (found.failed > 0) log.error(found, 'the daily verification found histories that do not verify');
  else log.info(found, 'the daily verification found nothing wrong');
  return found;
}

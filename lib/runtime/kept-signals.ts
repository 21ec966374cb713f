import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { isConnectionFailure } from '@/lib/database/errors';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { JsonObject } from '@/lib/engine/json';
import { log } from '@/lib/observability/log';
import { receiveSignal } from './signals';
import type { Mover } from './transition';

/** Signals that came before their instance (DESIGN 12): kept in `kept_signals`, handed over to the one that is started. */

type KeptSignal = {
  readonly id: string;
  readonly signalId: string;
  readonly name: string;
  readonly payload: JsonObject;
  readonly correlation: string | null;
  readonly sender: Mover;
  /** What is left of its time, in seconds. */
  readonly keepSeconds: number;
  /** The instance that has it already, else the live one that was there first; null while there is none. */
  readonly instance: string | null;
};

/** SQL: the instance of that alias has an open wait which is reached by the correlation key (a WAIT_FOR_SIGNAL's own). */
export const awaits = (instance: string, key: string) => `EXISTS (
      SELECT FROM step_instances w
      WHERE w.tenant_id = ${instance}.tenant_id AND w.instance_id = ${instance}.id AND w.awaits = ${key} AND w.exited_at IS NULL)`;

const kept = (which: string) => `SELECT k.id, k.signal_id AS "signalId", k.name, k.payload,
    k.correlation_key AS correlation, k.sender,
    greatest(1, ceil(extract(epoch FROM k.expires_at - now())))::int AS "keepSeconds", target.id AS instance
  FROM kept_signals k LEFT JOIN LATERAL (
    SELECT i.id FROM instances i
    LEFT JOIN signals s ON s.tenant_id = i.tenant_id AND s.instance_id = i.id AND s.id = k.signal_id
    WHERE i.tenant_id = k.tenant_id AND i.definition_key = k.definition_key
      AND (i.subject_id = k.subject_id OR i.correlation_key = k.correlation_key OR ${awaits('i', 'k.correlation_key')})
      AND (i.closed_at IS NULL OR s.id IS NOT NULL)
    ORDER BY s.id IS NULL, i.id LIMIT 1) AS target ON true
  WHERE k.tenant_id = tenant.id AND k.instance_id IS NULL AND k.expires_at > now() AND ${which}
  ORDER BY k.received_at, k.id`;

const keptFor = tenantStatement(
  'kept_signals_for_instance',
  kept('k.definition_key = $2 AND (k.subject_id = $3 OR k.correlation_key = $4)'),
);
const keptById = tenantStatement('kept_signals_by_id', kept('k.id = ANY ($2::uuid[])'));

/** Whom a kept signal is for. */
export type Addressee = {
  readonly definition: string;
  readonly subject: string | null;
  readonly correlation: string | null;
};

/**
 * Hands the signals that were kept for an instance over to it, in the order in which they came. What fails stays kept, and
 * a worker tries again.
 * @returns the ids of the instances that got one
 */
export async function handOverTo(
  pool: Pick<Pool, 'query'>,
  tenantId: string,
  { definition, subject, correlation }: Addressee,
): Promise<readonly string[]> {
  const rows = await readTenant<KeptSignal>(pool, tenantId, keptFor, [definition, subject, correlation]);
  return handOver(pool, tenantId, rows, log('signals'));
}

/** How many kept signals one look takes in hand. */
const batch = 100;

/**
 * Looks for kept signals whose instance is there after all: it was started at the very moment when the signal came, or the
 * one who started it died before it had handed them over.
 */
export async function sweepKeptSignals(pool: Pool, logger: Logger): Promise<void> {
  const { rows } = await pool.query<{ tenant_id: string; id: string }>({
    name: 'claim_kept_signals',
    text: 'SELECT * FROM public.claim_kept_signals($1)',
    values: [batch],
  });
  const tenants = new Set(rows.map((row) => row.tenant_id));
  for (const tenantId of tenants) {
    const ids = rows.filter((row) => row.tenant_id === tenantId).map(({ id }) => id);
    await handOver(pool, tenantId, await readTenant<KeptSignal>(pool, tenantId, keptById, [ids]), logger);
  }
}

async function handOver(
  pool: Pick<Pool, 'query'>,
  tenantId: string,
  signals: readonly KeptSignal[],
  logger: Logger,
): Promise<readonly string[]> {
  const got: string[] = [];
  for (const { id, signalId, name, payload, correlation, sender, keepSeconds, instance } of signals) {
    if (instance === null) continue;
    try {
      const order = {
        id: signalId,
        name,
        payload,
        keepSeconds,
        ...(correlation !== null && { correlation }),
      };
      const received = await receiveSignal(pool, { tenantId, instanceId: instance }, order, sender);
      if (!received.ok) {
        const { refusal } = received;
        logger.warn({ instance, signal: signalId, refusal }, 'a kept signal was refused; it stays kept');
        continue;
      }
      await pool.query({
        name: 'hand_over_signal',
        text: 'SELECT public.hand_over_signal($1, $2, $3)',
        values: [tenantId, id, instance],
      });
      got.push(instance);
    } catch (error) {
      if (isConnectionFailure(error)) throw error;
      // The instance has been started: a signal that cannot be handed over must not undo that answer.
      logger.error({ err: error, instance, signal: signalId }, 'a kept signal could not be handed over');
    }
  }
  return got;
}

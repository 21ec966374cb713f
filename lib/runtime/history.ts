import type { PoolClient } from 'pg';
import type { EventSubject, HistoryEvent } from '@/lib/engine/event';
import type { JsonObject } from '@/lib/engine/json';
import type { ActorType, EventType } from '@/lib/engine/lifecycle';
import type { ChainedEvent } from './event-chain';

/** An event as its row has it, with what its hash is made of. */
export type HistoryRow = ChainedEvent & {
  readonly data: JsonObject | null;
  readonly occurred_at: string;
};

const pageSize = 2_000;

/** The whole history of an instance in its order; the session must have named its tenant, or be the owner's. */
export async function readHistory(
  client: Pick<PoolClient, 'query'>,
  tenantId: string,
  instanceId: string,
): Promise<HistoryRow[]> {
  const history: HistoryRow[] = [];
  for (;;) {
    const { rows } = await client.query<HistoryRow>(
      `SELECT tenant_id::text, instance_id::text, sequence::text, type, subject, branch, key, lifecycle, from_status,
         to_status, version_id::text, from_version_id::text, from_state, migrated_from, to_state, actor_type, actor_id, actor_name, on_behalf_of_id,
         on_behalf_of_name, reason, correlation_id, causation_id, worker_id, data, data::text AS data_text,
         encode(data_hash, 'hex') AS data_hash, (extract(epoch FROM occurred_at) * 1000000)::bigint::text AS occurred_at_micros,
         instant_text(occurred_at) AS occurred_at, encode(previous_hash, 'hex') AS previous_hash, encode(hash, 'hex') AS hash
       FROM history_of($1, $2) AS h WHERE h.sequence > $3 ORDER BY h.sequence LIMIT $4`,
      [tenantId, instanceId, history.length, pageSize],
    );
    history.push(...rows);
    if (rows.length < pageSize) return history;
  }
}

/** The row as the core reads it. */
export function historyEvent(row: HistoryRow): HistoryEvent {
  return {
    sequence: Number(row.sequence),
    type: row.type as EventType,
    subject: row.subject as EventSubject,
    branch: row.branch,
    key: row.key,
    from: row.subject === 'state' ? (row.from_state ?? row.migrated_from) : row.from_status,
    to: row.subject === 'state' ? row.to_state : row.to_status,
    data: row.data ?? {},
    actor: { type: row.actor_type as ActorType, id: row.actor_id, name: row.actor_name },
    reason: row.reason,
    occurredAt: row.occurred_at,
  };
}

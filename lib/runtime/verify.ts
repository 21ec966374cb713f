import type { Pool, PoolClient } from 'pg';
import type { EventSubject, HistoryEvent } from '@/lib/engine/event';
import type { Json, JsonObject } from '@/lib/engine/json';
import type { ActorType, EventType } from '@/lib/engine/lifecycle';
import { replay } from '@/lib/engine/replay';
import type { Snapshot } from '@/lib/engine/snapshot';
import { type ChainedEvent, firstPreviousHash, isLinked } from './event-chain';

export type Verification = {
  /** True when the chain is whole and the replayed history equals what is stored, field by field. */
  readonly ok: boolean;
  readonly events: number;
  readonly chain: 'whole' | { readonly brokenAt: number };
  readonly replayEqual: boolean;
  /** Where stored and replayed differ; the first 50. */
  readonly differences: readonly { readonly path: string; readonly stored: Json; readonly replayed: Json }[];
};

type Row = ChainedEvent & { readonly data: JsonObject | null; readonly occurred_at: string };

const pageSize = 2_000;

/**
 * Checks an instance's history (DESIGN 5.4 and 8.9): re-computes the hash chain and replays all events from zero, both
 * outside the database, and compares with the stored rows, those of closed tasks and activities included.
 * @returns null when the tenant has no such instance
 */
export async function verifyInstance(
  pool: Pool,
  tenantId: string,
  instanceId: string,
): Promise<Verification | null> {
  const client = await pool.connect();
  try {
    // One transaction, one point in time: the instance may be moving.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query("SELECT set_config('interlock.tenant_id', $1, true)", [tenantId]);
    const stored = await wholeSnapshot(client, tenantId, instanceId);
    const rows = stored ? await readHistory(client, tenantId, instanceId) : [];
    await client.query('COMMIT');
    return stored && compare(stored, rows);
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function wholeSnapshot(
  client: PoolClient,
  tenantId: string,
  instanceId: string,
): Promise<Snapshot | null> {
  const { rows } = await client.query<{ loaded: { snapshot: Snapshot } | null }>(
    'SELECT public.load_snapshot($1, $2, true) AS loaded',
    [tenantId, instanceId],
  );
  return rows[0]?.loaded?.snapshot ?? null;
}

async function readHistory(client: PoolClient, tenantId: string, instanceId: string): Promise<Row[]> {
  const history: Row[] = [];
  for (;;) {
    const { rows } = await client.query<Row>(
      `SELECT tenant_id::text, instance_id::text, sequence::text, type, subject, branch, key, lifecycle, from_status,
         to_status, version_id::text, from_state, to_state, actor_type, actor_id, actor_name, on_behalf_of_id,
         on_behalf_of_name, reason, correlation_id, causation_id, worker_id, data, data::text AS data_text,
         encode(data_hash, 'hex') AS data_hash, (extract(epoch FROM occurred_at) * 1000000)::bigint::text AS occurred_at_micros,
         instant_text(occurred_at) AS occurred_at, encode(previous_hash, 'hex') AS previous_hash, encode(hash, 'hex') AS hash
       FROM events WHERE tenant_id = $1 AND instance_id = $2 AND sequence > $3 ORDER BY events.sequence LIMIT $4`,
      [tenantId, instanceId, history.length, pageSize],
    );
    history.push(...rows);
    if (rows.length < pageSize) return history;
  }
}

function compare(stored: Snapshot, rows: readonly Row[]): Verification {
  let previous = firstPreviousHash;
  const broken = rows.findIndex((row, index) => {
    const linked = Number(row.sequence) === index + 1 && isLinked(row, previous);
    previous = row.hash;
    return !linked;
  });
  // The place in the history: of a row that was edited, or of one that is not there.
  const end = rows.length === stored.sequence ? null : Math.min(rows.length, stored.sequence) + 1;
  const brokenAt = broken === -1 ? end : broken + 1;
  const differences = differencesOf(stored, replayed(rows));
  return {
    ok: brokenAt === null && differences.length === 0,
    events: rows.length,
    chain: brokenAt === null ? 'whole' : { brokenAt },
    replayEqual: differences.length === 0,
    differences,
  };
}

/** The replayed snapshot; the reason as text when the history does not even replay. */
function replayed(rows: readonly Row[]): Json {
  try {
    return JSON.parse(JSON.stringify(replay(rows.map(historyEvent)))) as Json;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function historyEvent(row: Row): HistoryEvent {
  return {
    sequence: Number(row.sequence),
    type: row.type as EventType,
    subject: row.subject as EventSubject,
    branch: row.branch,
    key: row.key,
    from: row.subject === 'state' ? row.from_state : row.from_status,
    to: row.subject === 'state' ? row.to_state : row.to_status,
    data: row.data ?? {},
    actor: { type: row.actor_type as ActorType, id: row.actor_id, name: row.actor_name },
    reason: row.reason,
    occurredAt: row.occurred_at,
  };
}

const mostDifferences = 50;
/** A heartbeat moves the end of a running lease without an event. */
const withoutHistory = /^activities\..*\.lease\.expiresAt$/;

function differencesOf(stored: Snapshot, replayedSnapshot: Json): Verification['differences'] {
  const found: { path: string; stored: Json; replayed: Json }[] = [];
  const walk = (path: string, left: Json | undefined, right: Json | undefined): void => {
    if (found.length >= mostDifferences || Object.is(left, right)) return;
    const a = left ?? null;
    const b = right ?? null;
    if (
      typeof a === 'object' &&
      typeof b === 'object' &&
      a !== null &&
      b !== null &&
      Array.isArray(a) === Array.isArray(b)
    ) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
        walk(path ? `${path}.${key}` : key, (a as JsonObject)[key], (b as JsonObject)[key]);
      }
    } else if (a !== b && !withoutHistory.test(path)) {
      found.push({ path, stored: a, replayed: b });
    }
  };
  walk('', stored as unknown as Json, replayedSnapshot);
  return found;
}

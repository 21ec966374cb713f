import type { Pool } from 'pg';
import type { Json, JsonObject } from '@/lib/engine/json';
import { replay } from '@/lib/engine/replay';
import type { Snapshot } from '@/lib/engine/snapshot';
import { firstPreviousHash, isErased, isLinked, vouchersOf } from './event-chain';
import { type HistoryRow, historyEvent, readHistory } from './history';
import { loadWholeSnapshot } from './snapshot';

export type Verification = {
  /** True when the chain is whole and the replayed history equals what is stored, field by field. */
  readonly ok: boolean;
  readonly events: number;
  readonly chain: 'whole' | { readonly brokenAt: number };
  readonly replayEqual: boolean;
  /** Where stored and replayed differ; the first 50. */
  readonly differences: readonly { readonly path: string; readonly stored: Json; readonly replayed: Json }[];
};

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
    const stored = await loadWholeSnapshot(client, tenantId, instanceId);
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

function compare(stored: Snapshot, rows: readonly HistoryRow[]): Verification {
  let previous = firstPreviousHash;
  const vouchers = vouchersOf(rows);
  const broken = rows.findIndex((row, index) => {
    const linked =
      Number(row.sequence) === index + 1 && (isLinked(row, previous) || isErased(row, previous, vouchers));
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
function replayed(rows: readonly HistoryRow[]): Json {
  try {
    return JSON.parse(JSON.stringify(replay(rows.map(historyEvent)))) as Json;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
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

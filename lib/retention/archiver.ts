import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { appPool } from '@/lib/database/pool';
import { log } from '@/lib/observability/log';
import { repeatedly } from '@/lib/runtime/repeatedly';

/** Histories that one call moves; each call is a transaction of its own, and shorter than a move: who meets it waits for no more. */
const batch = 2;
/** The archive works for no more than this part of the time: where others work too its calls take longer, and so do its rests. */
const mostOfTime = 0.08;
/** Rows of each kind that one call removes. */
const most = 500;
/** The pause between two looks, in milliseconds. */
const lookEvery = 60_000;

/**
 * Moves the histories of instances that ended long ago into the archive, in this process, a few at a time so that live work
 * does not feel it; and removes old webhook deliveries and uploads that ended halfway. Any number of processes share the work.
 * @param days after which a history goes, where its definition says nothing else
 * @returns `stop`, which lets the call under way end
 */
export function startRetention(days: number): { stop(): Promise<void> } {
  const pool = appPool();
  const logger = log('retention');
  const stopping = new AbortController();
  const looks = repeatedly(lookEvery, async () => {
    try {
      const moved = await archiveAll(pool, days, stopping.signal);
      const removed = await call(pool, 'clean_up', days, most);
      if (moved + removed > 0) logger.info({ moved, removed }, 'old histories archived, leftovers removed');
    } catch (error) {
      logger.warn({ err: error }, 'the archive could not be reached; trying again');
    }
  });
  return {
    stop: () => {
      stopping.abort();
      return looks.stop();
    },
  };
}

/** Archives until nothing is left that is old enough, or somebody stops it. @returns how many histories it moved */
export async function archiveAll(pool: Pool, days: number, stopping?: AbortSignal): Promise<number> {
  let moved = 0;
  for (let more = true; more && !stopping?.aborted;) {
    const began = performance.now();
    const now = await call(pool, 'archive_histories', days, batch);
    moved += now;
    more = now === batch;
    if (more) await sleep((performance.now() - began) * (1 / mostOfTime - 1));
  }
  return moved;
}

async function call(
  pool: Pool,
  what: 'archive_histories' | 'clean_up',
  days: number,
  count: number,
): Promise<number> {
  const { rows } = await pool.query<{ n: number }>({
    name: what,
    text: `SELECT public.${what}($1, $2) AS n`,
    values: [days, count],
  });
  return rows[0]?.n ?? 0;
}

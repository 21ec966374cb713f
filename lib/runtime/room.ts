import type { Pool } from 'pg';
import { announce } from './notices';

/** Places that one look gives at most; the next look gives the others. */
const batch = 200;
/** For how long a place is kept for a worker of ours, which a job brings along; in seconds. */
const keptFor = 30;
/** For how long one is kept for a worker elsewhere, and for how long asking once keeps it in line; in seconds. */
const keptForPulled = 5;

/**
 * Gives free places at resources to the attempts that wait for one (DESIGN 8.10), and tells those who bring workers along.
 * Any number of processes may do so at once.
 * @returns how many places were given
 */
export async function grantRoom(pool: Pick<Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ tenant_id: string; instance_id: string }>({
    name: 'grant_room',
    text: 'SELECT * FROM public.grant_room($1, $2, $3)',
    values: [batch, keptFor, keptForPulled],
  });
  for (const { tenant_id: tenantId, instance_id: instanceId } of rows)
    announce({ tenantId, instanceId, jobs: true, timers: false, room: rows.length === batch });
  return rows.length;
}

/** @returns milliseconds until a place may become free by itself; null when nobody waits for one */
export async function nextRoom(pool: Pick<Pool, 'query'>): Promise<number | null> {
  const { rows } = await pool.query<{ pause: number | null }>({
    name: 'next_room',
    text: 'SELECT public.next_room() AS pause',
  });
  return rows[0]?.pause ?? null;
}

/**
 * A worker elsewhere asks for work of these topics: that which needs a place at a resource stands in line now, and gets one at
 * once where there is room.
 * @returns true when there is such work, which may have got its place now
 */
export async function askForRoom(
  pool: Pick<Pool, 'query'>,
  { tenantId, topics, most }: { tenantId: string; topics: readonly string[]; most: number },
): Promise<boolean> {
  const { rows } = await pool.query<{ asked: number }>({
    name: 'ask_for_room',
    text: 'SELECT public.ask_for_room($1, $2, $3, $4) AS asked',
    values: [tenantId, topics, most, keptForPulled],
  });
  if ((rows[0]?.asked ?? 0) === 0) return false;
  await grantRoom(pool);
  return true;
}

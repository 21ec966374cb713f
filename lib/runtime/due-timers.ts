import type { Pool } from 'pg';

/** A timer whose instant has come. */
export type DueTimer = {
  readonly tenant_id: string;
  readonly instance_id: string;
  readonly key: string;
  readonly due_at: Date;
};

/**
 * Takes due timers of all tenants in hand, no more than `limit`, those first that have waited longest. Nobody else gets them
 * for `seconds`.
 */
export async function claimTimers(
  pool: Pick<Pool, 'query'>,
  limit: number,
  seconds: number,
): Promise<DueTimer[]> {
  const { rows } = await pool.query<DueTimer>({
    name: 'claim_timers',
    text: 'SELECT * FROM public.claim_timers($1, $2)',
    values: [limit, seconds],
  });
  return rows.sort((left, right) => left.due_at.getTime() - right.due_at.getTime());
}

/** @returns milliseconds until there is something to take in hand, 0 when there is already; null when no timer is open */
export async function nextTimer(pool: Pick<Pool, 'query'>): Promise<number | null> {
  const { rows } = await pool.query<{ pause: number | null }>({
    name: 'next_timer',
    text: 'SELECT public.next_timer() AS pause',
  });
  return rows[0]?.pause ?? null;
}

import { appPool } from '@/lib/database/pool';

export type Health = {
  /** True when requests can be served. */
  readonly ok: boolean;
  readonly database: 'reachable' | 'unreachable';
  /** Worker processes that were seen within the last minute; without any, what people decide is kept and waits. */
  readonly workers: number | null;
};

/** How the product does: its database, and whether anybody works off what is queued. */
export async function readHealth(): Promise<Health> {
  try {
    const { rows } = await appPool().query<{ workers: number }>(
      "SELECT count(*)::integer AS workers FROM worker_processes WHERE seen_at > now() - interval '1 minute'",
    );
    return { ok: true, database: 'reachable', workers: rows[0]?.workers ?? 0 };
  } catch {
    return { ok: false, database: 'unreachable', workers: null };
  }
}

import { appPool } from '@/lib/database/pool';
import { isConnectionFailure } from '@/lib/database/errors';

export type Health = {
  /** `degraded`: people can read and decide, and what they set off is kept, but no worker runs it. */
  readonly status: 'ok' | 'degraded' | 'down';
  readonly database: 'reachable' | 'unreachable' | 'not migrated';
  /** Name of the last migration. */
  readonly migration: string | null;
  /** Worker processes that were seen within the last minute. */
  readonly workers: number | null;
};

/** How the product does: its database, and whether anybody works off what is queued. */
export async function readHealth(): Promise<Health> {
  try {
    const { rows } = await appPool().query<{ workers: number; migration: string | null }>(
      `SELECT (SELECT count(*)::integer FROM worker_processes WHERE seen_at > now() - interval '1 minute') AS workers,
         (SELECT max(migration_name) FROM _prisma_migrations WHERE finished_at IS NOT NULL) AS migration`,
    );
    const { workers, migration } = rows[0]!;
    return { status: workers > 0 ? 'ok' : 'degraded', database: 'reachable', migration, workers };
  } catch (error) {
    const database = isConnectionFailure(error) ? 'unreachable' : 'not migrated';
    return { status: 'down', database, migration: null, workers: null };
  }
}

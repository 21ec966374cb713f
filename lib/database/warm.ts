import { inTenant } from './client';
import { appPool } from './pool';

/** A tenant that there is not: what is read for it is nobody's. */
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * Opens the connections of this process's pool and lets Prisma load and start its query compiler, which it does with the first
 * query of a process. Otherwise whoever opens the first page after a start waits for both.
 */
export async function warmDatabase(): Promise<void> {
  const pool = appPool();
  const opened = await Promise.allSettled(Array.from({ length: pool.options.max }, () => pool.connect()));
  for (const connection of opened) if (connection.status === 'fulfilled') connection.value.release();
  await inTenant(nobody, (tx) => tx.savedView.findMany({ take: 1 }));
}

import type { Pool } from 'pg';
import type { Logger } from 'pino';

/** Definitions that one look takes in hand. */
const batch = 50;

type Activated = { readonly definition_key: string; readonly version: number };

/**
 * Makes active the versions whose instant has come (docs/versions.md). Any number of sweepers share the work; what no sweeper was
 * there for happens at the next look. Starts do not wait for it: they go by the instant itself.
 */
export async function activateDueVersions(pool: Pool, logger: Logger): Promise<void> {
  const { rows } = await pool.query<Activated>({
    name: 'activate_due_versions',
    text: 'SELECT definition_key, version FROM public.activate_due_versions($1)',
    values: [batch],
  });
  for (const { definition_key: definition, version } of rows) {
    logger.info({ definition, version }, 'a version became active as it was put down to');
  }
}

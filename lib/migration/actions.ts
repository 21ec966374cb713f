'use server';

import type { JobDetail } from '@/lib/bulk-jobs/schema';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { prepareMigration } from './commands';
import { checkMigration } from './queries';
import type { Checked, CheckMigration, Migrate } from './schema';

/** A dry run of a plan. */
export async function checkMigrationAction(key: string, order: CheckMigration): Promise<Result<Checked>> {
  return checkMigration(await requireActor(), key, order);
}

/** Keeps a plan and prepares the job that carries it out. */
export async function prepareMigrationAction(key: string, order: Migrate): Promise<Result<JobDetail>> {
  return prepareMigration(await requireActor(), key, order);
}

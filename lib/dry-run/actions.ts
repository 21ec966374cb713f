'use server';

import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { dryRun } from './queries';
import type { DryRun, DryRunOrder } from './schema';

/** Thinks through what an instance of the draft would do; nothing is sent or stored. */
export async function dryRunAction(key: string, order: DryRunOrder): Promise<Result<DryRun>> {
  return dryRun(await requireActor(), key, order);
}

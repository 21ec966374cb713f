'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { claimTask, decideTask, releaseTask } from './commands';
import { previewAuthority } from './preview';
import type { AuthorityPreview, DecidedTask, DecideTask } from './schema';

type Moved = Promise<Result<DecidedTask>>;

/** The actor takes the task for themselves. */
export async function claimTaskAction(id: string): Moved {
  return shown(await claimTask(await requireActor(), id));
}

/** The task goes back to all who may decide it. */
export async function releaseTaskAction(id: string, reason: string | null = null): Moved {
  return shown(await releaseTask(await requireActor(), id, reason));
}

/** The actor decides the task; a refusal may say that somebody else has done so, when, and what. */
export async function decideTaskAction(id: string, decision: DecideTask): Moved {
  return shown(await decideTask(await requireActor(), id, decision));
}

/** Who may decide the task now and by what right, the actor among them. */
export async function previewAuthorityAction(id: string): Promise<Result<AuthorityPreview>> {
  return previewAuthority(await requireActor(), id);
}

/** After a refusal too: the page is then out of date. */
function shown(result: Result<DecidedTask>): Result<DecidedTask> {
  revalidatePath('/', 'layout');
  return result;
}

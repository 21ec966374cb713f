'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { claimTask, decideTask, releaseTask } from './commands';
import { delegateTask, handBackTask, reassignTask } from './hand-over';
import { replaceInTasks } from './leaver';
import { previewAuthority } from './preview';
import type {
  AuthorityPreview,
  AuthorityRule,
  DecidedTask,
  DecideTask,
  DelegateTask,
  ReassignTask,
  Replaced,
  ReplacePerson,
} from './schema';

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

/** A colleague gets the task. */
export async function delegateTaskAction(id: string, order: DelegateTask): Moved {
  return shown(await delegateTask(await requireActor(), id, order));
}

/** A delegated task goes back to where it was. */
export async function handBackTaskAction(id: string): Moved {
  return shown(await handBackTask(await requireActor(), id));
}

/** Staff give the task to somebody, or back to all who may decide it. */
export async function reassignTaskAction(id: string, order: ReassignTask): Moved {
  return shown(await reassignTask(await requireActor(), id, order));
}

/** One person takes the place of another in the tasks given. */
export async function replaceInTasksAction(email: string, order: ReplacePerson): Promise<Result<Replaced>> {
  const result = await replaceInTasks(await requireActor(), email, order);
  revalidatePath('/', 'layout');
  return result;
}

/** Who may decide the task now and by what right, the actor among them. */
export async function previewAuthorityAction(id: string): Promise<Result<AuthorityPreview>> {
  return previewAuthority(await requireActor(), id);
}

/** Refusals by which a person may not even see the task any more. */
const lostRights: ReadonlySet<unknown> = new Set<AuthorityRule>(['not_candidate', 'deputy']);

/**
 * After a refusal too: the page is then out of date. It stays as it is where the right to the task is gone: read again it would
 * say that there is no such task, and take along what was typed and the rule that refused.
 */
function shown(result: Result<DecidedTask>): Result<DecidedTask> {
  if (result.ok || !lostRights.has(result.refusal.data['rule'])) revalidatePath('/', 'layout');
  return result;
}

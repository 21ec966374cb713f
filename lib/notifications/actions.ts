'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import type { DecidedTask, DecideTask } from '@/lib/tasks/schema';
import { decideByLink, markRead, resendMail, saveSettings } from './commands';
import type { NotificationSettings } from './schema';

/** The actor decides the task of the link that they came by. */
export async function decideByLinkAction(token: string, decision: DecideTask): Promise<Result<DecidedTask>> {
  const result = await decideByLink(await requireActor(), token, decision);
  revalidatePath('/', 'layout');
  return result;
}

/** A mail goes out once more. */
export async function resendMailAction(id: string): Promise<Result<null>> {
  const result = await resendMail(await requireActor(), id);
  revalidatePath('/', 'layout');
  return result;
}

/** The actor has seen these messages, or all. */
export async function markReadAction(ids: readonly string[] | 'all'): Promise<Result<null>> {
  const result = await markRead(await requireActor(), ids);
  revalidatePath('/', 'layout');
  return result;
}

/** Keeps how the actor wants to be told. */
export async function saveSettingsAction(
  settings: NotificationSettings,
): Promise<Result<NotificationSettings>> {
  const result = await saveSettings(await requireActor(), settings);
  revalidatePath('/', 'layout');
  return result;
}

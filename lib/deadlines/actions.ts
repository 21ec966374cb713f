'use server';

import { revalidatePath } from 'next/cache';
import type { Position } from '@/lib/instances/schema';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { changeDeadline } from './commands';
import type { ChangeDeadline } from './schema';

/** Moves a deadline. */
export async function changeDeadlineAction(
  instanceId: string,
  change: ChangeDeadline,
): Promise<Result<Position>> {
  const result = await changeDeadline(await requireActor(), instanceId, change);
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}

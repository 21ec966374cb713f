'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { addComment } from './commands';
import { findMentionable } from './mentionable';
import type { AddComment, CommentRow, MentionablePerson } from './schema';

/** The actor writes about an instance. */
export async function addCommentAction(instanceId: string, input: AddComment): Promise<Result<CommentRow>> {
  const result = await addComment(await requireActor(), instanceId, input);
  revalidatePath('/', 'layout');
  return result;
}

/** Whom the actor may want to name there. */
export async function findMentionableAction(
  instanceId: string,
  q: string,
): Promise<Result<readonly MentionablePerson[]>> {
  return findMentionable(await requireActor(), instanceId, { q });
}

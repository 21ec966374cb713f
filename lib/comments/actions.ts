'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { addComment } from './commands';
import type { AddComment, CommentRow } from './schema';

/** The actor writes about an instance. */
export async function addCommentAction(instanceId: string, input: AddComment): Promise<Result<CommentRow>> {
  const result = await addComment(await requireActor(), instanceId, input);
  revalidatePath('/', 'layout');
  return result;
}

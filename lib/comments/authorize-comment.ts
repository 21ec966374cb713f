import { readAccess } from '@/lib/instances/read-instance';
import type { Actor } from '@/lib/people/actor';
import { isBareKey } from '@/lib/people/authorize';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';

/** Whether the actor may write about the instance: whoever may read it, as a person; asked before a document is read. */
export async function authorizeComment(actor: Actor, instanceId: string): Promise<Result<null>> {
  if (!isUuid(instanceId) || !(await readAccess(actor, instanceId))) {
    return refuse('not_found', 'There is no such request, or you may not see it.');
  }
  return isBareKey(actor) ? refuse('forbidden', 'A key that acts as nobody writes no comments.') : done(null);
}

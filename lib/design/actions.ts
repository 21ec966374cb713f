'use server';

import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { whoWouldDecide } from './queries';
import type { WhoRequest, WhoWould } from './schema';

/** Who would get the task of a step of what is drawn; nothing is stored. */
export async function whoWouldDecideAction(request: WhoRequest): Promise<Result<WhoWould>> {
  return whoWouldDecide(await requireActor(), request);
}

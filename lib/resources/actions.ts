'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { putResource } from './commands';
import type { PutResource, ResourceRow } from './schema';

/** Makes a resource (`revision` 0), or changes its capacity. */
export async function putResourceAction(
  key: string,
  resource: PutResource,
  revision: number,
): Promise<Result<ResourceRow>> {
  const result = await putResource(await requireActor(), key, resource, revision);
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}

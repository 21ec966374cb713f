'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { createSource, putSource, rotateSourceKey } from './commands';
import type { CreateSource, PutSource, SourceRow, SourceWithKey } from './schema';

/** Makes an address for a partner, whose signing key is in the answer alone. */
export async function createSourceAction(source: CreateSource): Promise<Result<SourceWithKey>> {
  return shown(await createSource(await requireActor(), source));
}

/** Changes a source, or stops it and starts it again. */
export async function putSourceAction(id: string, source: PutSource): Promise<Result<SourceRow>> {
  return shown(await putSource(await requireActor(), id, source));
}

/** Gives the source another signing key. */
export async function rotateSourceKeyAction(id: string): Promise<Result<SourceWithKey>> {
  return shown(await rotateSourceKey(await requireActor(), id));
}

function shown<T>(result: Result<T>): Result<T> {
  revalidatePath('/administration/webhooks', 'layout');
  return result;
}

'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { deleteSecret, putSecret } from './commands';
import type { PutSecret, SecretRow } from './schema';

/** Keeps a secret, or puts another value in its place. */
export async function putSecretAction(name: string, secret: PutSecret): Promise<Result<SecretRow>> {
  return shown(await putSecret(await requireActor(), name, secret));
}

/** Forgets a secret that nothing needs. */
export async function deleteSecretAction(name: string): Promise<Result<{ deleted: true }>> {
  return shown(await deleteSecret(await requireActor(), name));
}

function shown<T>(result: Result<T>): Result<T> {
  revalidatePath('/administration/secrets', 'layout');
  return result;
}

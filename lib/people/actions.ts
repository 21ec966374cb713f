'use server';

import { revalidatePath } from 'next/cache';
import type { Person } from '@/lib/engine/snapshot';
import { requireActor } from '@/lib/session/session';
import { createKey, revokeKey } from './api-keys';
import { addPerson, putPerson, putRole, revokeSessions } from './commands';
import { findColleagues } from './directory';
import type { Result } from './refusal';
import type { CreatedKey, CreateKey, KeyRow, PersonRow, PutPerson, PutRole, RoleRow } from './schema';

/** Colleagues whose name or address has the words in it. */
export async function findColleaguesAction(q: string): Promise<readonly Person[]> {
  const found = await findColleagues(await requireActor(), { q });
  return found.ok ? found.value : [];
}

/** Changes a person; with `isNew`, makes one, and refuses an address that somebody has already. */
export async function putPersonAction(
  email: string,
  person: PutPerson,
  isNew = false,
): Promise<Result<PersonRow>> {
  const actor = await requireActor();
  return shown(await (isNew ? addPerson(actor, email, person) : putPerson(actor, email, person)));
}

/** Ends every session of the person. */
export async function revokeSessionsAction(email: string): Promise<Result<PersonRow>> {
  return shown(await revokeSessions(await requireActor(), email));
}

/** Makes or changes a role. */
export async function putRoleAction(key: string, role: PutRole): Promise<Result<RoleRow>> {
  return shown(await putRole(await requireActor(), key, role));
}

/** Makes an API key, whose text is in the answer alone. */
export async function createKeyAction(key: CreateKey): Promise<Result<CreatedKey>> {
  return shown(await createKey(await requireActor(), key));
}

/** Nobody gets in with the key any more. */
export async function revokeKeyAction(id: string): Promise<Result<KeyRow>> {
  return shown(await revokeKey(await requireActor(), id));
}

function shown<T>(result: Result<T>): Result<T> {
  revalidatePath('/administration', 'layout');
  return result;
}

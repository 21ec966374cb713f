'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { activateVersion, takeBackActivation } from './activation';
import { createDefinition, publishDefinition } from './commands';
import { importDefinition } from './exchange';
import { restoreVersion } from './restoring';
import { retireDefinition, retireVersion } from './retirement';
import type { ImportedDraft, NewDefinition, Published, SavedDraft } from './schema';
import type { Activated, ActivateVersion, Publish, RestoreVersion, Retire, Retired } from './version-schema';

/** Publishes the draft, if it still is the given revision. */
export async function publishDefinitionAction(
  key: string,
  revision: number,
  when: Publish,
): Promise<Result<Published>> {
  return shown(await publishDefinition(await requireActor(), key, revision, when));
}

/** Makes a definition: empty, from a template, or from what an import gave. */
export async function createDefinitionAction(wanted: NewDefinition): Promise<Result<SavedDraft>> {
  const result = await createDefinition(await requireActor(), wanted);
  if (result.ok) revalidatePath('/definitions');
  return result;
}

/** Reads a file as a draft; nothing is saved. */
export async function importDefinitionAction(content: string): Promise<Result<ImportedDraft>> {
  return importDefinition(await requireActor(), { content });
}

/** Makes a version the active one, now or from an instant on. */
export async function activateVersionAction(
  key: string,
  version: number,
  input: ActivateVersion,
): Promise<Result<Activated>> {
  return shown(await activateVersion(await requireActor(), key, version, input));
}

/** Takes back that a version is to become active. */
export async function takeBackActivationAction(key: string, version: number): Promise<Result<Activated>> {
  return shown(await takeBackActivation(await requireActor(), key, version));
}

/** Retires a version. */
export async function retireVersionAction(
  key: string,
  version: number,
  input: Retire,
): Promise<Result<Retired>> {
  return shown(await retireVersion(await requireActor(), key, version, input));
}

/** Retires a definition. */
export async function retireDefinitionAction(key: string, input: Retire): Promise<Result<Retired>> {
  return shown(await retireDefinition(await requireActor(), key, input));
}

/** Makes the draft what a version was. */
export async function restoreVersionAction(
  key: string,
  version: number,
  input: RestoreVersion,
  revision: number,
): Promise<Result<SavedDraft>> {
  return shown(await restoreVersion(await requireActor(), key, version, input, revision));
}

function shown<T>(result: Result<T>): Result<T> {
  if (result.ok) revalidatePath('/definitions', 'layout');
  return result;
}

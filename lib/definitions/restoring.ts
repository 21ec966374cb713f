import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type Result, refuse } from '@/lib/people/refusal';
import { saveDraft } from './commands';
import { contentHashOf } from './content-hash';
import { findVersion } from './on-versions';
import { readVersion } from './read-definitions';
import type { SavedDraft } from './schema';
import { type RestoreVersion, restoreSchema } from './version-schema';

/**
 * Makes the draft what a version was: its definition, its drawing and its scenarios. Changes of the present draft that no version
 * has are not lost unasked (`not_allowed`, with who made them); nothing is published.
 * @param revision the draft that is replaced; null for whichever there is
 */
export async function restoreVersion(
  actor: Actor,
  key: string,
  version: number,
  input: RestoreVersion,
  revision: number | null,
): Promise<Result<SavedDraft>> {
  const lacking = lacks(actor, 'definitions.edit');
  if (lacking) return lacking;
  const read = readInput(restoreSchema, input);
  if (!read.ok) return read;
  const found = await findVersion(actor, key, version);
  if (!found.ok) return found;
  const { draft, versions, updatedAt, updatedBy, ...stored } = found.value.stored;
  const isPublished =
    draft === null || versions.some(({ contentHash }) => contentHash === contentHashOf(draft));
  const isCurrent = revision === null || revision === stored.revision;
  if (isCurrent && !isPublished && !read.value.replaceChanges) {
    return refuse(
      'not_allowed',
      `The draft has changes that no version has, last saved by ${updatedBy?.name ?? 'somebody'}. They would be lost.`,
      { revision: stored.revision, changedBy: updatedBy?.name ?? null, changedAt: updatedAt },
    );
  }
  const { content, layout, scenarios } = (await readVersion(actor.tenantId, key, version))!;
  return saveDraft(actor, key, { definition: content, layout, scenarios }, revision ?? stored.revision);
}

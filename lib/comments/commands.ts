import { inTenant } from '@/lib/database/client';
import { keepFile } from '@/lib/files/keep-file';
import type { NewDocument } from '@/lib/files/schema';
import type { Actor } from '@/lib/people/actor';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { discardFile } from '@/lib/runtime/file-store';
import { announce } from '@/lib/runtime/notices';
import { newId } from '@/lib/runtime/uuid';
import { authorizeComment } from './authorize-comment';
import { checkMentions } from './mentionable';
import { listComments } from './queries';
import { type AddComment, addCommentSchema, type CommentRow } from './schema';

/** Writes about an instance; the other side hears of it, and whoever is named in it. */
export async function addComment(
  actor: Actor,
  instanceId: string,
  input: AddComment,
): Promise<Result<CommentRow>> {
  const authorized = await authorizeComment(actor, instanceId);
  if (!authorized.ok) return authorized;
  const read = readInput(addCommentSchema, input);
  if (!read.ok) return read;
  const { text, mentions } = read.value;
  const named = [...new Set(mentions)];
  const checked = await checkMentions(actor, instanceId, named);
  return checked.ok ? write(actor, instanceId, text, null, named) : checked;
}

/** Adds a document to an instance; the other side hears of it. It is kept as what its content is, whatever its name says. */
export async function addDocument(
  actor: Actor,
  instanceId: string,
  document: NewDocument,
  content: Uint8Array,
): Promise<Result<CommentRow>> {
  const authorized = await authorizeComment(actor, instanceId);
  if (!authorized.ok) return authorized;
  const kept = await keepFile(actor, instanceId, document, content);
  if (!kept.ok) return kept;
  const { id } = kept.value;
  try {
    return await write(actor, instanceId, '', id, []);
  } catch (error) {
    await discardFile(actor.tenantId, id);
    throw error;
  }
}

async function write(
  actor: Actor,
  instanceId: string,
  text: string,
  file: string | null,
  mentions: readonly string[],
): Promise<Result<CommentRow>> {
  const id = newId();
  await inTenant(
    actor.tenantId,
    (tx) => tx.$executeRaw`
      SELECT add_comment(${actor.tenantId}::uuid, ${instanceId}::uuid, ${id}::uuid, ${actor.personId}::uuid, ${text},
        ${file}::uuid, ${mentions}::uuid[])`,
  );
  // Screens that show the conversation read it again.
  announce({ tenantId: actor.tenantId, instanceId, jobs: false, timers: false });
  const found = await listComments(actor, instanceId);
  if (!found.ok) return found;
  const written = found.value.find((one) => one.id === id);
  return written ? done(written) : refuse('not_found', 'The comment is gone.');
}

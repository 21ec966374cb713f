import { createHash } from 'node:crypto';
import { inTenant } from '@/lib/database/client';
import { contentType } from '@/lib/files/content-type';
import { limits as fileLimits, uploadSchema } from '@/lib/files/schema';
import { readAccess } from '@/lib/instances/read-instance';
import type { Actor } from '@/lib/people/actor';
import { isBareKey } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { discardFile, storeFile } from '@/lib/runtime/file-store';
import { announce } from '@/lib/runtime/notices';
import { newId } from '@/lib/runtime/uuid';
import { listComments } from './queries';
import { type AddComment, addCommentSchema, type CommentRow } from './schema';

/** Whether the actor may write about the instance: whoever may read it, as a person; asked before a document is read. */
export async function authorizeComment(actor: Actor, instanceId: string): Promise<Result<null>> {
  if (!isUuid(instanceId) || !(await readAccess(actor, instanceId))) {
    return refuse('not_found', 'There is no such request, or you may not see it.');
  }
  return isBareKey(actor) ? refuse('forbidden', 'A key that acts as nobody writes no comments.') : done(null);
}

/** Writes about an instance; the other side hears of it. */
export async function addComment(
  actor: Actor,
  instanceId: string,
  input: AddComment,
): Promise<Result<CommentRow>> {
  const authorized = await authorizeComment(actor, instanceId);
  if (!authorized.ok) return authorized;
  const read = readInput(addCommentSchema, input);
  if (!read.ok) return read;
  return write(actor, instanceId, read.value.text, null);
}

/** Adds a document to an instance; the other side hears of it. It is kept as what its content is, whatever its name says. */
export async function addDocument(
  actor: Actor,
  instanceId: string,
  name: string,
  content: Uint8Array,
): Promise<Result<CommentRow>> {
  const authorized = await authorizeComment(actor, instanceId);
  if (!authorized.ok) return authorized;
  const read = readInput(uploadSchema.shape.name, name);
  if (!read.ok) return read;
  const size = content.byteLength;
  if (size === 0) return refuse('invalid', 'The file is empty.');
  if (size > fileLimits.fileBytes) {
    return refuse('too_large', `The file has ${size} bytes; ${fileLimits.fileBytes} is the most.`, {
      size,
      limit: fileLimits.fileBytes,
    });
  }
  const { type } = await contentType(content, read.value);
  const id = newId();
  const sha256 = createHash('sha256').update(content).digest('hex');
  const by = { id: actor.personId, name: actor.name };
  await storeFile(actor.tenantId, { id, name: read.value, type, sha256, instanceId, step: '', content, by });
  try {
    return await write(actor, instanceId, '', id);
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
): Promise<Result<CommentRow>> {
  const id = newId();
  await inTenant(
    actor.tenantId,
    (tx) => tx.$executeRaw`
      SELECT add_comment(${actor.tenantId}::uuid, ${instanceId}::uuid, ${id}::uuid, ${actor.personId}::uuid, ${text},
        ${file}::uuid)`,
  );
  // Screens that show the conversation read it again.
  announce({ tenantId: actor.tenantId, instanceId, jobs: false, timers: false });
  const found = await listComments(actor, instanceId);
  if (!found.ok) return found;
  const written = found.value.find((one) => one.id === id);
  return written ? done(written) : refuse('not_found', 'The comment is gone.');
}

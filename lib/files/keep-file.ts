import { createHash } from 'node:crypto';
import type { Actor } from '@/lib/people/actor';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { storeFile } from '@/lib/runtime/file-store';
import { newId } from '@/lib/runtime/uuid';
import { contentType, isAccepted, notAccepted } from './content-type';
import { limits, type NewDocument, newDocumentSchema } from './schema';

/** What is known of a file once its content is kept. */
export type KeptFile = {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly sha256: string;
};

/**
 * Keeps a file that no step waits for, as what its content is, whatever its name says.
 * @param instanceId the request that it is for; null where that is only being started
 */
export async function keepFile(
  actor: Actor,
  instanceId: string | null,
  document: NewDocument,
  content: Uint8Array,
): Promise<Result<KeptFile>> {
  const read = readInput(newDocumentSchema, document);
  if (!read.ok) return read;
  const { name, accept } = read.value;
  const size = content.byteLength;
  if (size === 0) return refuse('invalid', 'The file is empty.');
  if (size > limits.fileBytes) {
    return refuse('too_large', `The file has ${size} bytes; ${limits.fileBytes} is the most.`, {
      size,
      limit: limits.fileBytes,
    });
  }
  const is = await contentType(content, name);
  if (!isAccepted(accept, is)) return notAccepted(accept, is);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = { id: newId(), name, size, type: is.type, sha256 };
  const by = { id: actor.personId, name: actor.name };
  await storeFile(actor.tenantId, { ...file, instanceId, step: '', content, by });
  return done(file);
}

import { createHash } from 'node:crypto';
import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { getStartable } from '@/lib/definitions/queries';
import { readAccess } from '@/lib/instances/read-instance';
import type { Actor } from '@/lib/people/actor';
import { isBareKey } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { moverOf } from '@/lib/people/mover';
import { holds } from '@/lib/people/permissions';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { discardFile, storeFile } from '@/lib/runtime/file-store';
import { move } from '@/lib/runtime/move';
import { loadInstance } from '@/lib/runtime/snapshot';
import { newId } from '@/lib/runtime/uuid';
import { contentType, isAccepted, notAccepted } from './content-type';
import { keepFile } from './keep-file';
import { mayUpload } from './permissions';
import { limits, type NewDocument, type StartFile, type Upload, uploadSchema, type Uploaded } from './schema';

/**
 * Whether the actor may upload to the instance. Asked before the content is read, so that nobody sends what they may not, and
 * again when it has come: it moves the instance, and a right that was lost meanwhile moves nothing.
 */
export async function authorizeUpload(actor: Actor, instanceId: string): Promise<Result<null>> {
  const outside = holds(actor, 'signals.send') || holds(actor, 'instances.repair');
  const access = isUuid(instanceId) ? await readAccess(actor, instanceId) : null;
  // Who may send it signals need not be able to read it.
  if (!access && !(outside && isUuid(instanceId))) return noInstance;
  if (mayUpload(actor, access?.requesterId ?? null)) return done(null);
  return refuse(
    'forbidden',
    'Files come from the requester, from support, or from whoever may send signals.',
    {
      permission: 'signals.send',
    },
  );
}

/**
 * Takes a file for the step that waits for it (WAIT_FOR_FILE): its size and what its content is are checked here, whatever its
 * name says. It is kept first and named by the history then; one that the instance refuses does not stay.
 */
export async function uploadFile(
  actor: Actor,
  instanceId: string,
  upload: Upload,
  content: Uint8Array,
): Promise<Result<Uploaded>> {
  const authorized = await authorizeUpload(actor, instanceId);
  if (!authorized.ok) return authorized;
  const read = readInput(uploadSchema, upload);
  if (!read.ok) return read;
  const { step: key, name } = read.value;
  const loaded = await loadInstance(appPool(), actor.tenantId, instanceId);
  if (!loaded) return noInstance;
  const step = loaded.definition.steps.find((one) => one.key === key);
  if (step?.type !== 'WAIT_FOR_FILE') return refuse('invalid', `No step ${key} waits for a file.`);
  const most = Math.min(step.maxSize ?? limits.fileBytes, limits.fileBytes);
  const size = content.byteLength;
  if (size === 0) return refuse('invalid', 'The file is empty.');
  if (size > most) {
    return refuse('too_large', `The file has ${size} bytes; ${most} is the most.`, { size, limit: most });
  }
  const is = await contentType(content, name);
  const accept = step.accept ?? [];
  if (!isAccepted(accept, is)) return notAccepted(accept, is);

  const id = newId();
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = { id, name, size, type: is.type, sha256 };
  const by = { id: actor.personId, name: actor.name };
  await storeFile(actor.tenantId, { ...file, instanceId, step: key, content, by });
  const place = { tenantId: actor.tenantId, instanceId };
  const mover = moverOf(actor, holds(actor, 'instances.repair') ? 'staff' : 'user');
  const moved = await move(appPool(), place, { kind: 'file', step: key, file }, mover);
  if (!moved.ok) {
    await discardFile(actor.tenantId, id);
    return moved;
  }
  const { status, state, sequence, signals } = moved.after;
  return done({
    file: {
      ...file,
      step: key,
      uploadedBy: actor.name,
      uploadedAt: signals[id]?.receivedAt ?? '',
      erasedAt: null,
    },
    instance: { id: instanceId, status: status ?? 'created', state, version: sequence },
  });
}

/** Whether the actor may upload for a start of the definition: a person who may start it. */
async function authorizeStartFile(actor: Actor, definition: string): Promise<Result<null>> {
  const startable = await getStartable(actor, definition);
  if (!startable.ok) return startable;
  if (isBareKey(actor)) return refuse('forbidden', 'A key that acts as nobody keeps no files for a start.');
  const [row] = await readTenant<{ waiting: number }>(appPool(), actor.tenantId, waiting, [actor.personId]);
  if ((row?.waiting ?? 0) < limits.waitingFiles) return done(null);
  return refuse(
    'not_allowed',
    `${limits.waitingFiles} files that you have uploaded wait for a start already. Send what they are for; what is not sent goes after a week.`,
    { limit: limits.waitingFiles },
  );
}

const waiting = tenantStatement(
  'files_that_wait',
  `SELECT count(*)::int AS waiting FROM public.files f
   WHERE f.tenant_id = tenant.id AND f.uploaded_by_id = $2 AND f.instance_id IS NULL`,
);

/**
 * Keeps a file for a request that the actor is about to start. Nobody else sees it; the start whose input names it makes it a
 * document of the request, and it goes when no start has within a week.
 * @param read reads the content, which is not done before the actor may send it. What may change while it comes is not asked
 * again: the file gives nobody anything, the start is authorized by itself, and what is over the limit goes with the rest.
 */
export async function uploadStartFile(
  actor: Actor,
  definition: string,
  document: NewDocument,
  read: () => Promise<Result<Uint8Array>>,
): Promise<Result<StartFile>> {
  const authorized = await authorizeStartFile(actor, definition);
  if (!authorized.ok) return authorized;
  const content = await read();
  if (!content.ok) return content;
  const kept = await keepFile(actor, null, document, content.value);
  return kept.ok ? done({ file: kept.value }) : kept;
}

const noInstance = refuse('not_found', 'There is no such instance, or you may not see it.');

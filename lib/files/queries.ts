import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { readable, readableValues } from '@/lib/instances/access';
import { readAccess } from '@/lib/instances/read-instance';
import type { Actor } from '@/lib/people/actor';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { readContent } from '@/lib/runtime/file-store';
import type { FileRow } from './schema';

const columns = `f.id, f.name, f.size, f.type, f.sha256, f.step, f.uploaded_by_name AS "uploadedBy",
  public.instant_text(f.uploaded_at) AS "uploadedAt", public.instant_text(f.erased_at) AS "erasedAt"`;

/** Files that a history or a comment names; what is being uploaded is not among them yet. */
const files = (which: string, first: number) => `SELECT ${columns} FROM files f
  JOIN instances i ON i.tenant_id = f.tenant_id AND i.id = f.instance_id
  WHERE f.tenant_id = tenant.id AND ${which} AND ${readable(first)} AND (
    EXISTS (SELECT FROM signals s WHERE s.tenant_id = f.tenant_id AND s.instance_id = f.instance_id AND s.id = f.id::text)
    OR EXISTS (SELECT FROM comments c WHERE c.tenant_id = f.tenant_id AND c.file_id = f.id))
  ORDER BY f.uploaded_at, f.id LIMIT 1000`;

const ofInstance = tenantStatement('files_of_instance', files('f.instance_id = $2', 3));
const byId = tenantStatement('file', files('f.id = $2', 3));
const waiting = tenantStatement(
  'file_that_waits',
  `SELECT ${columns} FROM public.files f
   WHERE f.tenant_id = tenant.id AND f.id = $2 AND f.instance_id IS NULL AND f.uploaded_by_id = $3`,
);

/** The files of an instance that the actor may read, in the order in which they came. */
export async function listFiles(actor: Actor, instanceId: string): Promise<Result<readonly FileRow[]>> {
  if (!isUuid(instanceId) || !(await readAccess(actor, instanceId))) {
    return refuse('not_found', 'There is no such instance, or you may not see it.');
  }
  return done(await readFiles(actor, ofInstance, instanceId));
}

/** A file of an instance that the actor may read, or one of their own that waits for a start, with its content. */
export async function getFile(
  actor: Actor,
  id: string,
): Promise<Result<{ readonly file: FileRow; readonly content: Buffer<ArrayBuffer> }>> {
  const file = isUuid(id) ? await readFile(actor, id) : undefined;
  if (file?.erasedAt)
    return refuse('not_allowed', 'The content of this file was erased, for good.', {
      erasedAt: file.erasedAt,
    });
  const content = file && (await readContent(appPool(), actor.tenantId, file.id));
  return file && content
    ? done({ file, content })
    : refuse('not_found', 'There is no such file, or you may not see it.');
}

async function readFile(actor: Actor, id: string): Promise<FileRow | undefined> {
  const [named] = await readFiles(actor, byId, id);
  if (named) return named;
  const [own] = await readTenant<FileRow>(appPool(), actor.tenantId, waiting, [id, actor.personId]);
  return own;
}

function readFiles(actor: Actor, statement: typeof byId, id: string): Promise<FileRow[]> {
  return readTenant<FileRow>(appPool(), actor.tenantId, statement, [id, ...readableValues(actor)]);
}

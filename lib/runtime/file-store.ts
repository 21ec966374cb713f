import type { Pool } from 'pg';
import { inTenant } from '@/lib/database/client';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';

/**
 * Where the content of files is: in PostgreSQL, beside the history that names them, so that one backup has both. The database
 * sees to it that size and hash are those of the content, and that a file which a history names stays.
 */

export type NewFile = {
  readonly id: string;
  /** Null: it waits for the start of a request by whoever uploads it. */
  readonly instanceId: string | null;
  readonly step: string;
  readonly name: string;
  readonly type: string;
  readonly sha256: string;
  readonly content: Uint8Array;
  readonly by: { readonly id: string; readonly name: string };
};

/** Keeps a file; nobody sees it before a history names it. */
export async function storeFile(tenantId: string, file: NewFile): Promise<void> {
  const { id, instanceId, step, name, type, sha256, content, by } = file;
  await inTenant(
    tenantId,
    (tx) => tx.$executeRaw`
      INSERT INTO files
        (tenant_id, id, instance_id, step, name, type, size, sha256, content, uploaded_by_id, uploaded_by_name)
      VALUES (${tenantId}::uuid, ${id}::uuid, ${instanceId}::uuid, ${step}, ${name}, ${type}, ${content.byteLength}::int,
        ${sha256}, ${Buffer.from(content)}::bytea, ${by.id}, ${by.name})`,
  );
}

/** Takes a file back that no history came to name. */
export async function discardFile(tenantId: string, id: string): Promise<void> {
  await inTenant(
    tenantId,
    (tx) => tx.$executeRaw`DELETE FROM files WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid`,
  );
}

const content = tenantStatement(
  'file_content',
  'SELECT f.content FROM files f WHERE f.tenant_id = tenant.id AND f.id = $2',
);

/** The content of a file; null where there is none. */
export async function readContent(
  pool: Pick<Pool, 'query'>,
  tenantId: string,
  id: string,
): Promise<Buffer<ArrayBuffer> | null> {
  const [row] = await readTenant<{ content: Buffer<ArrayBuffer> }>(pool, tenantId, content, [id]);
  return row?.content ?? null;
}

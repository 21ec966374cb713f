import { writeAudit } from '@/lib/audit/entry';
import { inTenant } from '@/lib/database/client';
import { appPool } from '@/lib/database/pool';
import { readAccess } from '@/lib/instances/read-instance';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { evidenceFormat, type EvidenceEvent } from '@/lib/runtime/evidence-file';
import { readHistory } from '@/lib/runtime/history';

/** The whole history of an instance as one file that anybody can verify without the product. */
export type Evidence = {
  readonly format: typeof evidenceFormat;
  readonly exportedAt: string;
  readonly exportedBy: string;
  readonly instance: { readonly id: string; readonly tenant: string };
  /** How to verify it: see docs/support.md. */
  readonly events: readonly EvidenceEvent[];
};

/** Takes an instance's history along, with everything that its hashes are made of. The export stands in the audit log. */
export async function exportEvidence(actor: Actor, id: string): Promise<Result<Evidence>> {
  if (!isUuid(id) || !(await readAccess(actor, id))) return noInstance;
  const lacking = lacks(actor, 'instances.read_all');
  if (lacking) return lacking;
  const client = await appPool().connect();
  let rows;
  try {
    await client.query('BEGIN READ ONLY');
    await client.query("SELECT set_config('interlock.tenant_id', $1, true)", [actor.tenantId]);
    rows = await readHistory(client, actor.tenantId, id);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
  await inTenant(actor.tenantId, (tx) =>
    writeAudit(tx, actor, {
      action: 'evidence_exported',
      subject: `instance:${id}`,
      data: { events: rows.length },
    }),
  );
  return done({
    format: evidenceFormat,
    exportedAt: new Date().toISOString(),
    exportedBy: actor.name,
    instance: { id, tenant: actor.tenantId },
    // The data stand in it as the text that was hashed, and not once more.
    events: rows.map((row) => ({ ...row, data: undefined })),
  });
}

const noInstance = refuse('not_found', 'There is no such instance, or you may not see it.');

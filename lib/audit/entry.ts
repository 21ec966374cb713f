import type { AuditAction } from '@/lib/audit/schema';
import type { TenantTransaction } from '@/lib/database/client';
import type { JsonObject } from '@/lib/engine/json';
import type { Actor } from '@/lib/people/actor';
import { newId } from '@/lib/runtime/uuid';

/** What is written into the audit log: who did or tried what, to what. No secret may stand in `data`. */
export type AuditEntry = {
  readonly action: AuditAction;
  /** `kind:id` */
  readonly subject: string;
  readonly data?: JsonObject;
};

/** Writes an entry in the transaction of what it tells of, so that neither is true without the other. */
export async function writeAudit(
  tx: Pick<TenantTransaction, 'auditEntry'>,
  actor: Actor,
  entry: AuditEntry,
): Promise<void> {
  await tx.auditEntry.create({
    data: {
      tenantId: actor.tenantId,
      id: newId(),
      actorId: actor.personId,
      actorName: actor.name,
      action: entry.action,
      subject: entry.subject,
      data: { ...entry.data, ...(actor.apiKeyId && { apiKey: actor.apiKeyId }) },
    },
  });
}

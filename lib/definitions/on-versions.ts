import type { AuditAction } from '@/lib/audit/schema';
import { writeAudit } from '@/lib/audit/entry';
import { type TenantTransaction, inTenant } from '@/lib/database/client';
import { type Refusal, type RefusalCode, readRefusal } from '@/lib/database/errors';
import type { JsonObject } from '@/lib/engine/json';
import type { Actor } from '@/lib/people/actor';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { type StoredDefinition, readDefinition } from './read-definitions';
import type { VersionRow } from './schema';

/** The definition and one of its versions. */
export async function findVersion(
  actor: Actor,
  key: string,
  version: number,
): Promise<Result<{ readonly stored: StoredDefinition; readonly row: VersionRow }>> {
  const stored = await readDefinition(actor.tenantId, key);
  const row = stored?.versions.find((one) => one.version === version);
  return stored && row
    ? done({ stored, row })
    : refuse('not_found', 'There is no such version of a definition.');
}

type Outcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly refusal: RefusalCode; readonly detail: Refusal['detail'] };

/** Calls a database function that decides about versions, and writes into the audit that it was done, in one transaction. */
export async function onVersions(
  actor: Actor,
  entry: { readonly action: AuditAction; readonly subject: string; readonly data: JsonObject },
  call: (tx: TenantTransaction) => Promise<unknown>,
): Promise<Outcome> {
  try {
    await inTenant(actor.tenantId, async (tx) => {
      await call(tx);
      await writeAudit(tx, actor, { ...entry, subject: `definition:${entry.subject}` });
    });
    return { ok: true };
  } catch (error) {
    const refusal = readRefusal(error);
    if (!refusal) throw error;
    return { ok: false, refusal: refusal.code, detail: refusal.detail };
  }
}

import { randomUUID } from 'node:crypto';
import { writeAudit } from '@/lib/audit/entry';
import { inTenant } from '@/lib/database/client';
import type { JsonObject } from '@/lib/engine/json';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuseFields } from '@/lib/people/refusal';
import { mappingErrors } from './mapping';
import { getSource, sourceRow } from './queries';
import {
  type CreateSource,
  createSourceSchema,
  type PutSource,
  putSourceSchema,
  type SourceRow,
  type SourceWithKey,
} from './schema';
import { sourceKey } from './signature';

/** Makes an address for a partner's deliveries. Its signing key is in the answer and in no other. */
export async function createSource(actor: Actor, input: CreateSource): Promise<Result<SourceWithKey>> {
  const lacking = lacks(actor, 'integrations.manage');
  if (lacking) return lacking;
  const read = readInput(createSourceSchema, input);
  if (!read.ok) return read;
  const wrong = mappingErrors(read.value.mapping);
  if (wrong.length > 0) return refuseFields(wrong);
  // All by chance: the id is the address, and nobody should guess one from another.
  const id = randomUUID();
  const row = await inTenant(actor.tenantId, async (tx) => {
    await writeAudit(tx, actor, {
      action: 'webhook_source_created',
      subject: `webhook_source:${id}`,
      data: { ...read.value } as unknown as JsonObject,
    });
    return tx.webhookSource.create({ data: { tenantId: actor.tenantId, id, ...read.value } });
  });
  return done({ ...sourceRow(row), signingKey: sourceKey(actor.tenantId, id, row.keyNumber) });
}

/** Changes a source, or stops it and starts it again. */
export async function putSource(actor: Actor, id: string, input: PutSource): Promise<Result<SourceRow>> {
  const found = await getSource(actor, id);
  if (!found.ok) return found;
  const read = readInput(putSourceSchema, input);
  if (!read.ok) return read;
  const wrong = read.value.mapping ? mappingErrors(read.value.mapping) : [];
  if (wrong.length > 0) return refuseFields(wrong);
  const { name, mapping, windowSeconds, active } = { ...found.value, ...read.value };
  const data = { name, mapping, windowSeconds, active };
  await inTenant(actor.tenantId, async (tx) => {
    await tx.webhookSource.update({ where: { tenantId_id: { tenantId: actor.tenantId, id } }, data });
    await writeAudit(tx, actor, {
      action: 'webhook_source_put',
      subject: `webhook_source:${id}`,
      data: data as unknown as JsonObject,
    });
  });
  return done({ ...found.value, ...data });
}

/** Gives the source another signing key; what the one before signs is refused from now on. */
export async function rotateSourceKey(actor: Actor, id: string): Promise<Result<SourceWithKey>> {
  const found = await getSource(actor, id);
  if (!found.ok) return found;
  const keyNumber = await inTenant(actor.tenantId, async (tx) => {
    const row = await tx.webhookSource.update({
      where: { tenantId_id: { tenantId: actor.tenantId, id } },
      data: { keyNumber: { increment: 1 } },
    });
    const subject = `webhook_source:${id}`;
    await writeAudit(tx, actor, { action: 'webhook_source_key_rotated', subject });
    return row.keyNumber;
  });
  return done({ ...found.value, signingKey: sourceKey(actor.tenantId, id, keyNumber) });
}

import { writeAudit } from '@/lib/audit/entry';
import { configuration } from '@/lib/configuration/configuration';
import { loadSecret } from '@/lib/configuration/secret';
import { inTenant } from '@/lib/database/client';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { signingKey } from '@/lib/runtime/outbound/signing';
import { newId } from '@/lib/runtime/uuid';
import { getSink, sinkRow } from './queries';
import {
  type CreatedSink,
  type CreateSink,
  createSinkSchema,
  isNats,
  type PutSink,
  putSinkSchema,
  type Resent,
  type SigningKey,
  type SinkRow,
} from './schema';

/** Makes a sink; what happens from now on goes to it. Its signing key is in the answer and in no other. */
export async function createSink(actor: Actor, input: CreateSink): Promise<Result<CreatedSink>> {
  const lacking = lacks(actor, 'integrations.manage');
  if (lacking) return lacking;
  const read = readInput(createSinkSchema, input);
  if (!read.ok) return read;
  const id = newId();
  const row = await inTenant(actor.tenantId, async (tx) => {
    const data = { ...read.value, subject: subjectFor(read.value) };
    await writeAudit(tx, actor, { action: 'sink_created', subject: `sink:${id}`, data });
    return tx.eventSink.create({ data: { tenantId: actor.tenantId, id, ...data } });
  });
  const key = signingKey(loadSecret(configuration()), actor.tenantId, `sink:${id}`);
  return done({ ...sinkRow(row), signingKey: key });
}

/** Changes a sink, or stops it and starts it again. */
export async function putSink(actor: Actor, id: string, input: PutSink): Promise<Result<SinkRow>> {
  const found = await getSink(actor, id);
  if (!found.ok) return found;
  const read = readInput(putSinkSchema, input);
  if (!read.ok) return read;
  if (read.value.subject !== undefined && !isNats(read.value.url ?? found.value.url)) {
    return refuse('invalid', 'Only a sink of NATS has a subject.');
  }
  const { name, url, subject, types, active } = { ...found.value, ...read.value };
  const data = { name, url, subject: subjectFor({ url, subject }), types, active };
  await inTenant(actor.tenantId, async (tx) => {
    await tx.eventSink.update({ where: { tenantId_id: { tenantId: actor.tenantId, id } }, data });
    await writeAudit(tx, actor, { action: 'sink_put', subject: `sink:${id}`, data });
  });
  return done({ ...found.value, ...data });
}

function subjectFor({ url, subject }: { url: string; subject?: string | null | undefined }): string | null {
  return isNats(url) ? (subject ?? 'events') : null;
}

/** Everything that was given up for the sink is tried again. */
export async function resendToSink(actor: Actor, id: string): Promise<Result<Resent>> {
  const found = await getSink(actor, id);
  if (!found.ok) return found;
  return done({ resent: await resend(actor, `sink:${id}`, { sinkId: id }) });
}

/** One event that was given up is tried again. */
export async function resendDelivery(actor: Actor, id: string): Promise<Result<Resent>> {
  const lacking = lacks(actor, 'integrations.manage');
  if (lacking) return lacking;
  const resent = /^\d{1,18}$/.test(id) ? await resend(actor, `event_delivery:${id}`, { id: BigInt(id) }) : 0;
  return resent > 0 ? done({ resent }) : refuse('not_found', 'No such event was given up.');
}

async function resend(
  actor: Actor,
  subject: string,
  which: { readonly sinkId: string } | { readonly id: bigint },
): Promise<number> {
  return inTenant(actor.tenantId, async (tx) => {
    const { count } = await tx.eventDelivery.updateMany({
      where: { ...which, deadAt: { not: null } },
      data: { deadAt: null, attempts: 0, nextAttemptAt: new Date() },
    });
    if (count > 0) await writeAudit(tx, actor, { action: 'events_resent', subject, data: { count } });
    return count;
  });
}

/** The key that signs what CALL_WEBHOOK sends for this tenant. Whoever reads it is on record. */
export async function revealSigningKey(actor: Actor): Promise<Result<SigningKey>> {
  const lacking = lacks(actor, 'integrations.manage');
  if (lacking) return lacking;
  await inTenant(actor.tenantId, (tx) =>
    writeAudit(tx, actor, { action: 'signing_key_read', subject: 'signing_key:activities' }),
  );
  return done({ signingKey: signingKey(loadSecret(configuration()), actor.tenantId, 'activities') });
}

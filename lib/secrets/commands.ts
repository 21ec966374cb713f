import { writeAudit } from '@/lib/audit/entry';
import { configuration } from '@/lib/configuration/configuration';
import { loadSecret } from '@/lib/configuration/secret';
import { inTenant } from '@/lib/database/client';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { sealSecret, secretsKeyId } from '@/lib/runtime/sealed-secrets';
import { getSecret } from './queries';
import { type PutSecret, putSecretSchema, type SecretRow, secretNameSchema } from './schema';

/** Keeps a secret under a name, or puts another value in its place. Nobody is shown the value again; the audit log has none. */
export async function putSecret(actor: Actor, name: string, input: PutSecret): Promise<Result<SecretRow>> {
  const lacking = lacks(actor, 'integrations.manage');
  if (lacking) return lacking;
  const named = readInput(secretNameSchema, name);
  if (!named.ok) return named;
  const read = readInput(putSecretSchema, input);
  if (!read.ok) return read;
  const { tenantId } = actor;
  const key = loadSecret(configuration());
  const place = { tenantId, name: named.value };
  const data = {
    sealed: new Uint8Array(sealSecret(key, place, read.value.value)),
    keyId: secretsKeyId(key),
    changedByName: actor.name,
  };
  await inTenant(tenantId, async (tx) => {
    const { createdAt, changedAt } = await tx.secret.upsert({
      where: { tenantId_name: place },
      create: { ...place, ...data },
      update: { ...data, changedAt: new Date() },
    });
    const replaced = createdAt.getTime() !== changedAt.getTime();
    await writeAudit(tx, actor, {
      action: 'secret_put',
      subject: `secret:${place.name}`,
      data: { replaced },
    });
  });
  return getSecret(actor, place.name);
}

/** Forgets a secret, unless something that may still run names it. */
export async function deleteSecret(actor: Actor, name: string): Promise<Result<{ deleted: true }>> {
  const found = await getSecret(actor, name);
  if (!found.ok) return found;
  const needing = found.value.usedBy.filter(({ needed }) => needed);
  if (needing.length > 0) {
    const names = needing.map((one) => one.name).join(', ');
    return refuse('not_allowed', `${name} is used by ${names}. Publish versions without it first.`, {
      usedBy: needing.map(({ key }) => key),
    });
  }
  await inTenant(actor.tenantId, async (tx) => {
    await tx.secret.deleteMany({ where: { tenantId: actor.tenantId, name } });
    await writeAudit(tx, actor, { action: 'secret_deleted', subject: `secret:${name}` });
  });
  return done({ deleted: true });
}

import { z } from 'zod';
import { writeAudit } from '@/lib/audit/entry';
import { forTenant, inTenant } from '@/lib/database/client';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuse } from '@/lib/people/refusal';

/** After how many days the histories of a definition go into the archive; null for the setting of the whole product. */
export const retentionSchema = z.strictObject({ days: z.int().min(1).max(36_500).nullable() });
export type Retention = z.infer<typeof retentionSchema>;

/** The rule of a definition. */
export async function getRetention(actor: Actor, key: string): Promise<Result<Retention>> {
  const lacking = lacks(actor, 'definitions.read');
  if (lacking) return lacking;
  const rule = await forTenant(actor.tenantId).retentionRule.findFirst({ where: { definitionKey: key } });
  return done({ days: rule?.days ?? null });
}

/** Sets the rule of a definition, or takes it away. */
export async function putRetention(actor: Actor, key: string, input: Retention): Promise<Result<Retention>> {
  const lacking = lacks(actor, 'definitions.publish');
  if (lacking) return lacking;
  const read = readInput(retentionSchema, input);
  if (!read.ok) return read;
  const { tenantId } = actor;
  const { days } = read.value;
  const known = await inTenant(tenantId, async (tx) => {
    if (!(await tx.workflowDefinition.findFirst({ where: { key } }))) return false;
    const where = { tenantId_definitionKey: { tenantId, definitionKey: key } };
    if (days === null) await tx.retentionRule.deleteMany({ where: { definitionKey: key } });
    else
      await tx.retentionRule.upsert({
        where,
        create: { tenantId, definitionKey: key, days },
        update: { days },
      });
    await writeAudit(tx, actor, { action: 'retention_put', subject: `definition:${key}`, data: { days } });
    return true;
  });
  return known ? done({ days }) : refuse('not_found', 'There is no such definition.');
}

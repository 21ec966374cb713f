import { writeAudit } from '@/lib/audit/entry';
import { inTenant } from '@/lib/database/client';
import { Prisma } from '@/lib/database/generated/client';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { newId } from '@/lib/runtime/uuid';
import { type PutRule, type RuleRow, putRuleSchema } from './schema';

/**
 * Gives a rule a value for a period. A value without an end that holds at the beginning of the new period ends there; any
 * other overlap is refused, since then it would not be clear which value holds.
 */
export async function putRule(actor: Actor, rule: PutRule): Promise<Result<RuleRow>> {
  const lacking = lacks(actor, 'people.manage');
  if (lacking) return lacking;
  const read = readInput(putRuleSchema, rule);
  if (!read.ok) return read;
  const { key, value } = read.value;
  const effectiveFrom = new Date(read.value.effectiveFrom ?? Date.now());
  const effectiveTo = read.value.effectiveTo ? new Date(read.value.effectiveTo) : null;
  if (effectiveTo && effectiveTo <= effectiveFrom) {
    return refuse('invalid', 'A rule must end after it begins.', {
      errors: [{ path: '/effectiveTo', message: 'must be later than effectiveFrom' }],
    });
  }
  const id = newId();
  try {
    await inTenant(actor.tenantId, async (tx) => {
      await tx.rule.updateMany({
        where: { key, effectiveTo: null, effectiveFrom: { lt: effectiveFrom } },
        data: { effectiveTo: effectiveFrom },
      });
      await tx.rule.create({
        data: {
          tenantId: actor.tenantId,
          id,
          key,
          value: value === null ? Prisma.JsonNull : (value as Prisma.InputJsonValue),
          effectiveFrom,
          effectiveTo,
        },
      });
      await writeAudit(tx, actor, {
        action: 'rule_put',
        subject: `rule:${key}`,
        data: {
          value,
          effectiveFrom: effectiveFrom.toISOString(),
          effectiveTo: effectiveTo?.toISOString() ?? null,
        },
      });
    });
  } catch (error) {
    if (!String(error instanceof Error ? error.message : error).includes('rules_do_not_overlap')) throw error;
    return refuse(
      'duplicate',
      `The rule ${key} has another value in a part of that time. End that one first.`,
      { key },
    );
  }
  return done({
    id,
    key,
    value,
    effectiveFrom: effectiveFrom.toISOString(),
    effectiveTo: effectiveTo?.toISOString() ?? null,
  });
}

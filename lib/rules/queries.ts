import { forTenant } from '@/lib/database/client';
import type { Json } from '@/lib/engine/json';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { keySchema } from '@/lib/engine/definition/primitives';
import { readRuleUses } from './read-rule-uses';
import type { RuleDetail, RuleRow } from './schema';

/** All values that the tenant's rules ever had and will have, by key and then by time. */
export async function listRules(actor: Actor): Promise<Result<readonly RuleRow[]>> {
  const lacking = lacks(actor, 'definitions.read');
  if (lacking) return lacking;
  return done(await read(actor, {}));
}

/** One rule with its history and the definitions that use it. */
export async function getRule(actor: Actor, key: string): Promise<Result<RuleDetail>> {
  const lacking = lacks(actor, 'definitions.read');
  if (lacking) return lacking;
  const values = keySchema.safeParse(key).success ? await read(actor, { key }) : [];
  if (values.length === 0) return refuse('not_found', 'There is no such rule.');
  return done({ key, values, uses: await readRuleUses(actor.tenantId, key) });
}

async function read(actor: Actor, where: { readonly key?: string }): Promise<RuleRow[]> {
  const rows = await forTenant(actor.tenantId).rule.findMany({
    where,
    orderBy: [{ key: 'asc' }, { effectiveFrom: 'asc' }],
  });
  return rows.map(({ id, key, value, effectiveFrom, effectiveTo }) => ({
    id,
    key,
    value: value as Json,
    effectiveFrom: effectiveFrom.toISOString(),
    effectiveTo: effectiveTo?.toISOString() ?? null,
  }));
}

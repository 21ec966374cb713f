import { forTenant } from '@/lib/database/client';
import type { Json } from '@/lib/engine/json';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { type Result, done } from '@/lib/people/refusal';
import type { RuleRow } from './schema';

/** All values that the tenant's rules ever had and will have, by key and then by time. */
export async function listRules(actor: Actor): Promise<Result<readonly RuleRow[]>> {
  const lacking = lacks(actor, 'definitions.read');
  if (lacking) return lacking;
  const rows = await forTenant(actor.tenantId).rule.findMany({
    orderBy: [{ key: 'asc' }, { effectiveFrom: 'asc' }],
  });
  return done(
    rows.map(({ id, key, value, effectiveFrom, effectiveTo }) => ({
      id,
      key,
      value: value as Json,
      effectiveFrom: effectiveFrom.toISOString(),
      effectiveTo: effectiveTo?.toISOString() ?? null,
    })),
  );
}

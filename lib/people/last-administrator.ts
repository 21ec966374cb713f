import { inTenant, type TenantTransaction } from '@/lib/database/client';
import { type Result, refuse } from './refusal';

/**
 * Changes people or roles of a tenant, one change at a time, so that two administrators who take each other's right at once do
 * not leave the tenant with nobody. A change after which no active person could manage people is refused and changes nothing;
 * a tenant that has no administrator yet may be set up in any order.
 */
export async function changePeople<T>(
  tenantId: string,
  work: (tx: TenantTransaction) => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await inTenant(tenantId, async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`people of ${tenantId}`}, 0))`;
      const before = await administrators(tx);
      const result = await work(tx);
      if (result.ok && before > 0 && (await administrators(tx)) === 0) throw new NobodyLeft();
      return result;
    });
  } catch (error) {
    if (error instanceof NobodyLeft) return lastAdministrator;
    throw error;
  }
}

/** Active people who may manage people. */
function administrators(tx: TenantTransaction): Promise<number> {
  return tx.person.count({
    where: { active: true, roles: { some: { role: { permissions: { has: 'people.manage' } } } } },
  });
}

/** Rolls the transaction back. */
class NobodyLeft extends Error {}

const lastAdministrator = refuse(
  'not_allowed',
  'Nobody could manage people any more: this takes the last active administrator’s right away. Make somebody else an administrator first.',
  { rule: 'last_administrator' },
);

import { principalsOf, type Principal } from '@/lib/absence/acting-for';
import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { personNowColumns, personNowJoins, type PersonNow } from '@/lib/people/read-person';
import type { Decider } from './authority';

/** A person with what they hold now, their own and that of those for whom they stand in. */
export type DeciderNow = PersonNow & { readonly actingFor: readonly Principal[] };

/** One row for the person of `id`; `tenant.id` is the tenant. */
export function deciderSelect(id: string): string {
  return `SELECT ${personNowColumns.replace('t.name', 'tn.name')}, ${principalsOf(id)} AS "actingFor"
    FROM public.people p ${personNowJoins.replace('public.tenants t ON t.id', 'public.tenants tn ON tn.id')}
    WHERE p.tenant_id = tenant.id AND p.id = ${id}`;
}

const byId = tenantStatement('decider_now', deciderSelect('$2'));

/** The person as a decider. @returns null when the tenant has no such person */
export async function readDecider(tenantId: string, personId: string): Promise<Decider | null> {
  const [person] = await readTenant<DeciderNow>(appPool(), tenantId, byId, [personId]);
  return person ? deciderOf(person) : null;
}

const byEmail = tenantStatement(
  'decider_by_email',
  deciderSelect(
    '(SELECT o.id FROM public.people o WHERE o.tenant_id = tenant.id AND o.email = $2 AND o.active)',
  ),
);

/** The active person with this address. */
export async function readDeciderByEmail(tenantId: string, email: string): Promise<Decider | null> {
  const [person] = await readTenant<DeciderNow>(appPool(), tenantId, byEmail, [email]);
  return person ? deciderOf(person) : null;
}

/** What the policy reads of a person. */
export function deciderOf({ id, name, email, active, roles, actingFor }: DeciderNow): Decider {
  return { id, name, email, active, roles, actingFor };
}

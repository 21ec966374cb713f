import type { Pool } from 'pg';
import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Actor } from './actor';
import type { Permission } from './permissions';

/** A person with the rights that they hold at this moment. */
export type PersonNow = {
  readonly tenantName: string;
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly active: boolean;
  readonly sessionVersion: number;
  readonly locale: string;
  readonly timeZone: string;
  readonly roles: readonly string[];
  readonly permissions: readonly Permission[];
};

/** Select list and lateral join that make a `PersonNow` of a row `p` of people. */
export const personNowColumns = `
  t.name AS "tenantName", p.id, p.name, p.email, p.active, p.session_version AS "sessionVersion", p.locale,
  p.time_zone AS "timeZone", held.roles, held.permissions`;
export const personNowJoins = `
  JOIN public.tenants t ON t.id = p.tenant_id
  CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(DISTINCT r.key) FILTER (WHERE r.key IS NOT NULL), '{}') AS roles,
      coalesce(array_agg(DISTINCT permission) FILTER (WHERE permission IS NOT NULL), '{}') AS permissions
    FROM public.person_roles h
    JOIN public.roles r ON r.tenant_id = h.tenant_id AND r.key = h.role_key
    LEFT JOIN LATERAL unnest(r.permissions) AS permission ON true
    WHERE h.tenant_id = p.tenant_id AND h.person_id = p.id) AS held`;

const byId = tenantStatement(
  'person_now',
  `SELECT ${personNowColumns} FROM public.people p ${personNowJoins}
   WHERE p.tenant_id = tenant.id AND p.id = $2`,
);

/** The person as the database has them now. @returns null when the tenant has no such person */
export async function readPerson(
  tenantId: string,
  personId: string,
  pool: Pick<Pool, 'query'> = appPool(),
): Promise<PersonNow | null> {
  const [person] = await readTenant<PersonNow>(pool, tenantId, byId, [personId]);
  return person ?? null;
}

/** The person as the one who asks. */
export function actorOf(tenantId: string, person: PersonNow, origin: Pick<Actor, 'via' | 'apiKeyId'>): Actor {
  return {
    tenantId,
    tenantName: person.tenantName,
    personId: person.id,
    name: person.name,
    email: person.email,
    roles: person.roles,
    permissions: person.permissions,
    locale: person.locale,
    timeZone: person.timeZone,
    ...origin,
  };
}

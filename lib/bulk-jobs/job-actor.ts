import { forTenant } from '@/lib/database/client';
import type { Actor } from '@/lib/people/actor';
import { type Permission, permissions } from '@/lib/people/permissions';
import { actorOf, readPerson } from '@/lib/people/read-person';

/** On whose authority a job works. */
export type Authority = { readonly createdBy: string; readonly apiKeyId: string | null };

/**
 * Who started a job, with the rights that they hold now; null when they have none any more: the person was deactivated, or
 * the key was revoked or has expired.
 * @param cause stands in the events of what the job does
 */
export async function jobActor(
  tenantId: string,
  { createdBy, apiKeyId }: Authority,
  cause: string,
): Promise<Actor | null> {
  if (apiKeyId === null) {
    const person = await readPerson(tenantId, createdBy);
    return person?.active ? { ...actorOf(tenantId, person, { via: 'api' }), causedBy: cause } : null;
  }
  const key = await forTenant(tenantId).apiKey.findFirst({ where: { id: apiKeyId, revokedAt: null } });
  if (!key || (key.expiresAt !== null && key.expiresAt < new Date())) return null;
  return {
    tenantId,
    tenantName: '',
    personId: key.id,
    name: key.name,
    email: '',
    roles: [],
    permissions: permissions.filter((permission: Permission) => key.permissions.includes(permission)),
    locale: 'en',
    timeZone: 'UTC',
    via: 'api',
    apiKeyId: key.id,
    causedBy: cause,
  };
}

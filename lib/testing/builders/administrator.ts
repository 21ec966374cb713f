import type { Person } from '@/lib/engine/snapshot';
import type { Actor } from '@/lib/people/actor';
import { permissions } from '@/lib/people/permissions';
import { newId } from '@/lib/runtime/uuid';

/** Somebody of a test's tenant who may do everything; somebody new where nobody is named. */
export function administrator(
  tenantId: string,
  { id, name, email }: Person = { id: newId(), name: 'Admin', email: 'admin@example.test' },
): Actor {
  return {
    tenantId,
    tenantName: 'Test',
    personId: id,
    name,
    email,
    roles: [],
    permissions,
    locale: 'en',
    timeZone: 'UTC',
    via: 'screen',
  };
}

import type { Actor } from './actor';
import { holds, type Permission } from './permissions';
import { type Refusal, refuse } from './refusal';

/** The refusal of an actor without the permission; null when they hold it. */
export function lacks(
  actor: Actor,
  permission: Permission,
): { readonly ok: false; readonly refusal: Refusal } | null {
  if (holds(actor, permission)) return null;
  return refuse(
    'forbidden',
    `${actor.name} may not do this: it takes the permission ${permission}. Ask an administrator for a role that has it.`,
    { permission },
  );
}

/** True when the actor is an API key that acts as nobody: it has no roles, and it is nobody's requester or approver. */
export function isBareKey(actor: Actor): boolean {
  return actor.apiKeyId !== undefined && actor.apiKeyId === actor.personId;
}

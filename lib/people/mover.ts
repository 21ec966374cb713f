import type { Person } from '@/lib/engine/snapshot';
import type { Mover } from '@/lib/runtime/transition';
import type { Actor } from './actor';
import { isBareKey } from './authorize';

/**
 * The actor as history names them. A key that acts as nobody stands for an outside system (`partner`); whoever repairs
 * somebody else's instance acts as `staff`. The key that was used stays on record as the cause.
 */
export function moverOf(actor: Actor, as: 'user' | 'staff' = 'user', reason?: string): Mover {
  const cause = actor.causedBy ?? (actor.apiKeyId !== undefined ? `api-key:${actor.apiKeyId}` : undefined);
  return {
    actor: { type: isBareKey(actor) ? 'partner' : as, id: actor.personId, name: actor.name },
    ...(reason !== undefined && { reason }),
    ...(cause !== undefined && { causationId: cause }),
  };
}

/** The actor as a requester or a decider; null for a key that acts as nobody, who can be neither. */
export function personOf(actor: Actor): Person | null {
  if (isBareKey(actor)) return null;
  return { id: actor.personId, name: actor.name, email: actor.email };
}

import type { Definition } from '@/lib/engine/definition/schema';
import type { Actor } from '@/lib/people/actor';
import { isBareKey } from '@/lib/people/authorize';
import { holds } from '@/lib/people/permissions';

/** Whether the actor may start the definition: one of its roles is theirs, or they may start anything. */
export function mayStart(actor: Actor, definition: Pick<Definition, 'startableBy'>): boolean {
  return mayStartAnything(actor) || isStarter(actor.roles, definition);
}

/** Whether one of the roles is among those that start the definition. */
export function isStarter(
  roles: readonly string[],
  { startableBy }: Pick<Definition, 'startableBy'>,
): boolean {
  return (startableBy ?? []).some((role) => roles.includes(role));
}

/** Administrators and keys that may start at all may start everything, also what names no roles. */
export function mayStartAnything(actor: Actor): boolean {
  return holds(actor, 'instances.start') && (isBareKey(actor) || holds(actor, 'people.manage'));
}

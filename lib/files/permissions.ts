import type { Actor } from '@/lib/people/actor';
import { holds } from '@/lib/people/permissions';

/** Bytes that a file may have at most; a step's `maxSize` may allow less. */
export const mostFileBytes = 25 * 1024 * 1024;

/** Files come from the one who asked, from support, and from whoever may send signals. */
export function mayUpload(actor: Actor, requesterId: string | null): boolean {
  return requesterId === actor.personId || holds(actor, 'instances.repair') || holds(actor, 'signals.send');
}

import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { holds } from '@/lib/people/permissions';
import type { Refusal } from '@/lib/people/refusal';

/** Signals are sent by whoever may send them, and by support; null when the actor may. */
export function refuseSending(actor: Actor): { readonly ok: false; readonly refusal: Refusal } | null {
  return holds(actor, 'instances.repair') ? null : lacks(actor, 'signals.send');
}

import { freeKey } from '@/components/designer/document/keys';
import type { Rung } from '@/lib/engine/definition/step-schema';

/** A new rung at the deadline, called by what it does. */
export function newRung(action: Rung['action'], taken: readonly string[]): Rung {
  return { key: freeKey(action, taken), at: 'PT0S', action };
}

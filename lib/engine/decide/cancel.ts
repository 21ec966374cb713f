import { instanceMoves } from '@/lib/engine/lifecycle';
import { closeLines } from './close';
import type { InputOf, Refusal } from './contract';
import type { Draft } from './draft';
import { notAllowed } from './refusals';

/** Cancels at once: open tasks, activities and branches are cancelled, open stays left, the instance ends. */
export function cancel(draft: Draft, input: InputOf<'cancel'>): Refusal | null {
  const { snapshot } = draft;
  if (!snapshot.status || !instanceMoves[snapshot.status].includes('cancelled')) {
    return notAllowed(snapshot, `An instance that is ${snapshot.status} cannot be cancelled now.`, {
      to: 'cancelled',
    });
  }
  const { reason } = input;
  closeLines(draft, () => true, 'cancelled', reason);
  draft.status('WORKFLOW_CANCELLED', 'cancelled', { data: { mode: input.mode }, reason });
  return null;
}

import type { CompensateStep } from '@/lib/engine/definition/step-schema';
import { effectsWithin } from '@/lib/engine/ledger';
import type { Stay } from '@/lib/engine/snapshot';
import { undoEffects, undoFailure } from './compensation';
import type { Draft } from './draft';
import { chooseErrorWayOut } from './transitions-out';
import { type Way, leaveBy, rests } from './way';

/**
 * A COMPENSATE step undoes what was done so far, the latest first, and is then left like any other step: the instance goes
 * on running. Inside a branch it undoes what that branch did. An undo that fails for good takes the step's `error`
 * transition, else needs attention.
 */
export function workOnCompensate(draft: Draft, stay: Stay, step: CompensateStep): Way {
  const undoing = undoEffects(draft, () => effectsWithin(draft.snapshot, stay.branch, step.scope), step.key);
  if (undoing.kind === 'rests') return rests;
  if (undoing.kind === 'done') return leaveBy(draft, stay, 'completion');

  const { execution } = undoing;
  const choice = chooseErrorWayOut(draft, stay, execution.error?.code ?? 'unknown');
  if (choice.kind === 'taken') {
    draft.wake();
    draft.activity('ACTIVITY_SKIPPED', execution, 'skipped', { because: 'error transition' });
    return { kind: 'leaves', choice };
  }
  if (choice.kind === 'failed') draft.incident(stay.key, stay.step, 'condition_failed', choice.message);
  else draft.incident(execution.key, stay.step, ...undoFailure(execution));
  return rests;
}

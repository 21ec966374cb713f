import { instanceMoves, isClosed } from '@/lib/engine/lifecycle';
import { mainBranch } from '@/lib/engine/snapshot';
import { endChildren, openChildren } from './children';
import { beginCompensation } from './compensation';
import type { InputOf, Refusal } from './contract';
import { type Draft, openStays } from './draft';
import { notAllowed } from './refusals';
import { closeLines, leaveLines, stopWork } from './stopping';

/**
 * Cancels an instance (DESIGN 11). In every mode open tasks and work that has not begun are cancelled.
 * - `immediate`: a running attempt loses its lease, so its late result is refused; nothing is undone.
 * - `graceful`: a running attempt may end and its result is kept; then the instance is cancelled.
 * - `compensated`: a running attempt may end; then what was done is undone, and the instance ends as cancelled.
 * Its children are cancelled in the same way; in the latter two it ends after them.
 */
export function cancel(draft: Draft, { mode, reason }: InputOf<'cancel'>): Refusal | null {
  const { snapshot } = draft;
  const leadsTo = snapshot.status ? instanceMoves[snapshot.status] : [];
  if (snapshot.ending?.by === 'compensation') {
    const message = `What was done is being undone already; the instance ends as ${snapshot.ending.then} after that.`;
    return notAllowed(snapshot, message, { to: 'cancelled' });
  }
  if (mode === 'compensated' && leadsTo.includes('compensating')) {
    beginCompensation(draft, { by: 'compensation', then: 'cancelled', reason });
    return null;
  }
  if (!leadsTo.includes('cancelled')) {
    const other = leadsTo.includes('compensating') ? ' It can be cancelled with what it did undone.' : '';
    const message = `An instance that is ${snapshot.status} cannot be cancelled now.${other}`;
    return notAllowed(snapshot, message, { to: 'cancelled' });
  }
  if (mode === 'graceful') return cancelGracefully(draft, reason);
  closeLines(draft, () => true, 'cancelled', reason);
  draft.status('WORKFLOW_CANCELLED', 'cancelled', { data: { mode }, reason });
  return null;
}

/** Ends an instance that is being cancelled gracefully as soon as none of its attempts runs any more and its children have ended. */
export function goOnCancelling(draft: Draft): void {
  const { ending, activities, status } = draft.snapshot;
  if (ending?.by !== 'grace' || status === null || isClosed(status)) return;
  stopWork(draft, 'cancelled', ({ status }) => status === 'running', ending.reason);
  endChildren(draft, () => true, { mode: 'graceful', reason: ending.reason });
  if (Object.values(activities).some(({ status }) => status === 'running')) return;
  if (openChildren(draft).length > 0) return;
  leaveLines(draft, () => true, 'cancelled', ending.reason);
  draft.status('WORKFLOW_CANCELLED', 'cancelled', { data: { mode: 'graceful' }, reason: ending.reason });
}

function cancelGracefully(draft: Draft, reason: string): Refusal | null {
  const { snapshot } = draft;
  if (snapshot.ending) {
    const message = 'It is being cancelled already, as soon as the activity that runs has ended.';
    return notAllowed(snapshot, message, { to: 'cancelled' });
  }
  const key = openStays(snapshot).find(({ branch }) => branch === mainBranch)?.key ?? null;
  const ending = { by: 'grace', reason } as const;
  draft.note('WORKFLOW_CANCELLING', 'step', key, { data: { ending }, reason });
  goOnCancelling(draft);
  return null;
}

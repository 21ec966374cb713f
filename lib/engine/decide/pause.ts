import { instanceMoves } from '@/lib/engine/lifecycle';
import { goOn } from './advance';
import type { InputOf, Refusal } from './contract';
import type { Draft } from './draft';
import { notAllowed } from './refusals';
import { fireDueTimers } from './timer-fired';

/** Nothing begins while an instance is paused; an attempt that runs may end, and its result is kept. */
export function pause(draft: Draft, { reason }: InputOf<'pause'>): Refusal | null {
  const { status } = draft.snapshot;
  if (!status || !instanceMoves[status].includes('paused')) {
    const message = `Only an instance that runs or waits can be paused; this one is ${status}.`;
    return notAllowed(draft.snapshot, message, { to: 'paused' });
  }
  draft.status('WORKFLOW_PAUSED', 'paused', { data: {}, reason });
  return null;
}

/** A paused instance goes on where it is; what came due meanwhile happens now, once. */
export function resume(draft: Draft, { reason }: InputOf<'resume'>): Refusal | null {
  const { status } = draft.snapshot;
  if (status !== 'paused') {
    return notAllowed(draft.snapshot, `Only a paused instance can be resumed; this one is ${status}.`, {
      to: 'resumed',
    });
  }
  draft.status('WORKFLOW_RESUMED', 'resumed', { data: {}, reason });
  draft.status('WORKFLOW_CONTINUED', 'running', { data: {} });
  draft.again = true;
  draft.handToSystem();
  goOn(draft);
  fireDueTimers(draft);
  return null;
}

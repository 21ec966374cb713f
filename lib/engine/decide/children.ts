import type { SubWorkflowStep } from '@/lib/engine/definition/step-schema';
import { isOpenChild } from '@/lib/engine/lifecycle';
import type { Child, ChildCancelling } from '@/lib/engine/child';
import type { Stay } from '@/lib/engine/snapshot';
import type { Draft } from './draft';

/** The children of a stay, the latest attempt of each, in the order of the list. */
export function childrenOf({ snapshot }: Pick<Draft, 'snapshot'>, stay: Stay): Child[] {
  const latest = new Map<number, Child>();
  for (const child of Object.values(snapshot.children)) {
    if (child.branch !== stay.branch || child.step !== stay.step || child.visit !== stay.visit) continue;
    const other = latest.get(child.position);
    if (!other || other.attempt < child.attempt) latest.set(child.position, child);
  }
  return [...latest.values()].sort((left, right) => left.position - right.position);
}

/** True when enough children of the stay have completed, so that nothing else can end the wait any more. */
export function haveCome(draft: Draft, stay: Stay, step: SubWorkflowStep): boolean {
  const children = childrenOf(draft, stay);
  return children.length > 0 && progressOf(step, children) === 'satisfied';
}

/**
 * Whether enough children have completed, or too few still can. A list that is shorter than `n` needs all of its children, an
 * empty one none.
 */
export function progressOf(
  { forEach }: SubWorkflowStep,
  children: readonly Child[],
): 'open' | 'satisfied' | 'failed' {
  const mode = forEach?.wait ?? 'all';
  const most = mode === 'all' ? children.length : mode === 'any' ? 1 : mode.n;
  const needed = Math.min(most, children.length);
  const completed = children.filter(({ status }) => status === 'completed').length;
  if (completed >= needed) return 'satisfied';
  const open = children.filter(({ status }) => isOpenChild(status)).length;
  return completed + open < needed ? 'failed' : 'open';
}

/**
 * Ends the open children of some lines. Where that takes time (`graceful`, `compensated`) their parent hears of their end;
 * otherwise it does not wait for it.
 */
export function endChildren(
  draft: Draft,
  isOne: (line: string) => boolean,
  cancelling: ChildCancelling,
): void {
  for (const child of openChildren(draft)) if (isOne(child.branch)) endChild(draft, child, cancelling);
}

/** Ends the open children of a stay that is left without them. */
export function dropChildren(draft: Draft, stay: Stay, reason: string): void {
  for (const child of childrenOf(draft, stay))
    if (isOpenChild(child.status)) endChild(draft, child, { mode: 'immediate', reason });
}

/** The children that are still to be heard from, in key order. */
export function openChildren({ snapshot }: Pick<Draft, 'snapshot'>): Child[] {
  return Object.values(snapshot.children)
    .filter(({ status }) => isOpenChild(status))
    .sort((left, right) => (left.key < right.key ? -1 : 1));
}

function endChild(draft: Draft, child: Child, cancelling: ChildCancelling): void {
  if (cancelling.mode === 'immediate') {
    draft.child('CHILD_CANCELLED', child, 'cancelled', { data: { cancelling }, reason: cancelling.reason });
  } else if (child.cancelling?.mode === cancelling.mode) {
    return;
  } else {
    draft.child('CHILD_CANCELLING', child, null, { data: { cancelling }, reason: cancelling.reason });
  }
  draft.effect({ kind: 'settle_child', child: child.key });
}

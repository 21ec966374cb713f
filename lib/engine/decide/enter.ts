import { stayKey } from '@/lib/engine/snapshot';
import type { Draft } from './draft';

/** A line enters a step to which its state has moved. */
export function enter(draft: Draft, branch: string, step: string): void {
  const visit = nextVisit(draft, branch, step);
  draft.note('STEP_ENTERED', 'step', stayKey(branch, step, visit), { data: { step, visit }, branch });
}

/** The number of the coming visit of a line to a step. */
export function nextVisit(draft: Draft, branch: string, step: string): number {
  return (draft.snapshot.visits[`${branch}:${step}`] ?? 0) + 1;
}

import { type Stay, stayKey } from '@/lib/engine/snapshot';
import type { Draft } from './draft';

/** A line enters a step to which its state has moved. @returns its stay there */
export function enter(draft: Draft, branch: string, step: string): Stay {
  const visit = nextVisit(draft, branch, step);
  const key = stayKey(branch, step, visit);
  draft.note('STEP_ENTERED', 'step', key, { data: { step, visit }, branch });
  return draft.snapshot.stays[key]!;
}

/** The number of the coming visit of a line to a step. */
export function nextVisit(draft: Draft, branch: string, step: string): number {
  return (draft.snapshot.visits[`${branch}:${step}`] ?? 0) + 1;
}

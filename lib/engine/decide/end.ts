import type { Step } from '@/lib/engine/definition/step-schema';
import { type Stay, mainBranch } from '@/lib/engine/snapshot';
import { endBranch } from './branches';
import type { Draft } from './draft';
import { type Way, rests } from './way';

/**
 * An END completes the instance with its outcome. The stay in it stays open: that is where the instance is. Inside a
 * fork it ends only its branch.
 */
export function workOnEnd(draft: Draft, stay: Stay, step: Extract<Step, { type: 'END' }>): Way {
  if (stay.branch !== mainBranch) return endBranch(draft, stay, step.outcome);
  draft.status('WORKFLOW_COMPLETED', 'completed', { data: { outcome: step.outcome } });
  return rests;
}

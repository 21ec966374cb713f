import type { Step } from '@/lib/engine/definition/step-schema';
import type { Draft } from './draft';
import { type Way, rests } from './way';

/** An END completes the instance with its outcome. The stay in it stays open: that is where the instance is. */
export function workOnEnd(draft: Draft, step: Extract<Step, { type: 'END' }>): Way {
  draft.status('WORKFLOW_COMPLETED', 'completed', { data: { outcome: step.outcome } });
  return rests;
}

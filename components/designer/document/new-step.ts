import type { Step, StepType } from '@/lib/engine/definition/step-schema';
import { type DesignDocument, stepsOfType } from './document';
import { placedKeys } from './annotations';
import { freeKey } from './keys';

/** What a step is called by while nobody has named it: the noun of the state. */
export const stepNouns: Readonly<Record<StepType, string>> = {
  START: 'start',
  END: 'end',
  USER_TASK: 'task',
  AUTOMATED: 'work',
  DECISION: 'decision',
  PARALLEL_FORK: 'fork',
  PARALLEL_JOIN: 'join',
  WAIT_FOR_SIGNAL: 'signal',
  WAIT_FOR_TIMER: 'timer',
  WAIT_FOR_FILE: 'upload',
  SUB_WORKFLOW: 'sub_process',
  COMPENSATE: 'undo',
};

/** A step of the type with a key of its own and the least settings with which it can be saved. */
export function newStep(document: DesignDocument, type: StepType): Step {
  const key = freeKey(stepNouns[type], placedKeys(document.definition));
  switch (type) {
    case 'END':
      return { key, type, outcome: 'done' };
    case 'USER_TASK':
      return {
        key,
        type,
        who: {},
        outcomes: [
          { key: 'approve', name: 'Approve', kind: 'positive' },
          { key: 'reject', name: 'Reject', kind: 'negative' },
        ],
      };
    case 'AUTOMATED':
      return { key, type, activities: [] };
    case 'PARALLEL_JOIN':
      return { key, type, fork: stepsOfType(document, 'PARALLEL_FORK').at(-1)?.key ?? 'fork' };
    case 'WAIT_FOR_SIGNAL':
      return { key, type, signal: key };
    case 'WAIT_FOR_TIMER':
      return { key, type, timer: { duration: 'P1D' } };
    case 'SUB_WORKFLOW':
      return { key, type, definition: 'process' };
    default:
      return { key, type };
  }
}

import type { StepType } from '@/lib/engine/definition/step-schema';

type Group = { readonly purpose: Purpose; readonly types: readonly StepType[] };
type Purpose = 'ends' | 'people' | 'work' | 'choose' | 'parallel' | 'wait' | 'undo';

/** The step types, by what one wants to do with them. */
export const paletteGroups: readonly Group[] = [
  { purpose: 'ends', types: ['START', 'END'] },
  { purpose: 'people', types: ['USER_TASK'] },
  { purpose: 'work', types: ['AUTOMATED', 'SUB_WORKFLOW'] },
  { purpose: 'choose', types: ['DECISION'] },
  { purpose: 'parallel', types: ['PARALLEL_FORK', 'PARALLEL_JOIN'] },
  { purpose: 'wait', types: ['WAIT_FOR_SIGNAL', 'WAIT_FOR_TIMER', 'WAIT_FOR_FILE'] },
  { purpose: 'undo', types: ['COMPENSATE'] },
];

/** The same in one list. */
export const paletteTypes: readonly StepType[] = paletteGroups.flatMap(({ types }) => types);

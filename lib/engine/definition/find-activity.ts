import type { ActivityExecution } from '@/lib/engine/snapshot';
import type { Activity } from './activity-schema';
import type { Definition } from './schema';

/**
 * What an execution executes: an activity of its step or of a transition out of it, or, for one that undoes another, a compensation.
 * Throws an `Error` when the definition has none of that key: the execution belongs to another version.
 */
export function activityOf(
  definition: Definition,
  { step: key, activity, undoOf }: Pick<ActivityExecution, 'step' | 'activity' | 'undoOf'>,
): Activity {
  const among = undoOf === null ? activitiesIn(definition, key) : (definition.compensations ?? []);
  const found = among.find((one) => one.key === activity);
  if (found) return found;
  const where = undoOf === null ? `Step ${key}` : `Definition ${definition.key}`;
  throw new Error(`${where} has no ${undoOf === null ? 'activity' : 'compensation'} ${activity}.`);
}

/** The activities that run in a step, and on the transitions out of it. */
function activitiesIn({ steps, transitions }: Definition, key: string): Activity[] {
  const step = steps.find((one) => one.key === key);
  return [
    ...(step?.type === 'AUTOMATED' ? step.activities : []),
    ...transitions.flatMap(({ from, activities = [] }) => (from === key ? activities : [])),
  ];
}

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

const known = new WeakMap<Definition, ReadonlyMap<string, readonly Activity[]>>();

/** The activities that run in a step, and on the transitions out of it; gathered once for each definition object. */
function activitiesIn(definition: Definition, key: string): readonly Activity[] {
  const bySteps = known.get(definition) ?? gather(definition);
  known.set(definition, bySteps);
  return bySteps.get(key) ?? [];
}

function gather({ steps, transitions }: Definition): ReadonlyMap<string, readonly Activity[]> {
  return new Map(
    steps.map((step) => [
      step.key,
      [
        ...(step.type === 'AUTOMATED' ? step.activities : []),
        ...transitions.flatMap(({ from, activities = [] }) => (from === step.key ? activities : [])),
      ],
    ]),
  );
}

import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Step } from '@/lib/engine/definition/step-schema';
import { type Command, withDefinition } from './document';
import { renamedInExpressions } from './expressions';

/**
 * Gives an activity (or a compensation) another key, everywhere: where it is named as what undoes another, in scopes, and
 * where expressions read what it brought. Nothing is asked about whether another one has that key.
 */
export function renameActivity(from: string, to: string): Command {
  return (document) => {
    if (from === to) return document;
    const swap = (key: string) => (key === from ? to : key);
    const renamed = <T extends readonly Activity[] | undefined>(list: T): T =>
      list?.map((activity) => ({
        ...activity,
        key: swap(activity.key),
        ...(activity.compensation !== undefined && { compensation: swap(activity.compensation) }),
      })) as unknown as T;
    const { definition } = document;
    const changed = withDefinition(document, {
      steps: definition.steps.map((step): Step => {
        if (step.type === 'AUTOMATED') return { ...step, activities: renamed(step.activities) };
        if (step.type === 'COMPENSATE' && Array.isArray(step.scope))
          return { ...step, scope: step.scope.map(swap) };
        return step;
      }),
      transitions: definition.transitions.map((one) =>
        one.activities ? { ...one, activities: renamed(one.activities) } : one,
      ),
      ...(definition.compensations && { compensations: renamed(definition.compensations) }),
    });
    return { ...changed, definition: renamedInExpressions(changed.definition, ['activities'], from, to) };
  };
}

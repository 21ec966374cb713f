import { called } from './graph';
import { warning, type Rule } from './model';

/**
 * Where every way out for a trigger has a condition, one of them is the default. A warning: an instance for which
 * no condition holds stops and asks for attention, it is never lost (DESIGN 7).
 */
export const decisionWithoutDefault: Rule = ({ definition, graph }) =>
  definition.steps.flatMap((step, index) => {
    if (step.type === 'PARALLEL_FORK' && step.mode !== 'matching') return [];
    return [...graph.choices(step.key)].flatMap(([trigger, transitions]) => {
      if (trigger !== 'completion' && !trigger.startsWith('outcome:')) return [];
      if (transitions.some(({ when, default: otherwise }) => when === undefined || otherwise === true))
        return [];
      const conditions = transitions
        .slice(0, 5)
        .map(({ when }) => `\`${when ?? ''}\``)
        .join(', ');
      return [
        warning(
          'decision_without_default',
          `/steps/${index}`,
          step.key,
          `When none of ${conditions} holds, no transition leads out of ${called(step)}${trigger === 'completion' ? '' : ` for its outcome "${trigger.slice('outcome:'.length)}"`}.`,
          'Mark one of its transitions as the default.',
        ),
      ];
    });
  });

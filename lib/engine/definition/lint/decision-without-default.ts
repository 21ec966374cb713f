import type { Transition } from '@/lib/engine/definition/schema';
import { called, triggerName } from './graph';
import { warning, type Model, type Rule } from './model';

/**
 * Where every way out for a trigger has a condition, one of them is the default. A warning: an instance for which
 * no condition holds stops and asks for attention, it is never lost (DESIGN 7).
 */
export const decisionWithoutDefault: Rule = (model) =>
  model.definition.steps.flatMap((step, index) => {
    if (step.type === 'PARALLEL_FORK') return [];
    return [...choices(model, step.key)].flatMap(([trigger, transitions]) => {
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

/** The transitions of a step by their trigger. */
export function choices({ graph }: Model, step: string): ReadonlyMap<string, readonly Transition[]> {
  const groups = new Map<string, Transition[]>();
  for (const transition of graph.outgoing(step)) {
    const trigger = triggerName(transition.on);
    const group = groups.get(trigger);
    if (group === undefined) groups.set(trigger, [transition]);
    else group.push(transition);
  }
  return groups;
}

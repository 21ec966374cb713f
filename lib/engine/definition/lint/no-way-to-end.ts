import { called } from './graph';
import { error, type Rule } from './model';

/** From every step some END can be reached. A step that has no way out at all, or is never reached, is another finding. */
export const noWayToEnd: Rule = ({ definition, graph }) => {
  const ends = definition.steps.filter((step) => step.type === 'END').map((step) => step.key);
  if (ends.length === 0) return [];
  const leading = graph.leadingTo(ends);
  return definition.steps.flatMap((step, index) =>
    leading.has(step.key) || graph.outgoing(step.key).length === 0
      ? []
      : [
          error(
            'no_way_to_end',
            `/steps/${index}`,
            step.key,
            `From the step ${called(step)} no END can be reached, so an instance in it can never finish.`,
            'Lead a transition from it, or from a step after it, towards an END.',
          ),
        ],
  );
};

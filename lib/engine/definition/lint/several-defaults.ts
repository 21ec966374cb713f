import { called } from './graph';
import { error, type Rule } from './model';

/** At most one way out for a trigger is the default. */
export const severalDefaults: Rule = ({ definition, graph }) => {
  const places = new Map(definition.transitions.map((transition, index) => [transition, index]));
  return [...graph.steps.values()].flatMap((step) =>
    [...graph.choices(step.key).values()].flatMap((transitions) =>
      transitions
        .filter((transition) => transition.default === true)
        .slice(1)
        .map((transition) =>
          error(
            'several_defaults',
            `/transitions/${places.get(transition) ?? 0}/default`,
            transition.key,
            `The transition ${called(transition)} is a second default out of ${called(step)}.`,
            'Leave one of them the default and give the other a condition.',
          ),
        ),
    ),
  );
};

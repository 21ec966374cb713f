import { called } from './graph';
import { error, type Rule } from './model';

/** At least one END, and nothing leads out of one. */
export const ends: Rule = ({ definition, graph }) => {
  const out = definition.transitions.flatMap((transition, index) =>
    graph.steps.get(transition.from)?.type === 'END'
      ? [
          error(
            'transition_out_of_end',
            `/transitions/${index}/from`,
            transition.key,
            `The transition ${called(transition)} leads out of an END, where an instance is over.`,
            'Remove it, or make the END another kind of step.',
          ),
        ]
      : [],
  );
  if (definition.steps.some((step) => step.type === 'END')) return out;
  return [
    ...out,
    error(
      'no_end',
      '/steps',
      null,
      'The process has no END, so no instance can ever finish.',
      'Add a step of type END.',
    ),
  ];
};

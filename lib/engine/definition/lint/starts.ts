import { called } from './graph';
import { error, type Rule } from './model';

/** Exactly one START, and nothing leads back into it. */
export const starts: Rule = ({ definition, graph }) => {
  const found = definition.steps.flatMap((step, index) => (step.type === 'START' ? [{ step, index }] : []));
  const extra = found
    .slice(1)
    .map(({ step, index }) =>
      error(
        'several_starts',
        `/steps/${index}`,
        step.key,
        `${called(step)} is a second START; a process has one.`,
        `Remove it, or make it another kind of step behind ${called(found[0]?.step ?? step)}.`,
      ),
    );
  const back = definition.transitions.flatMap((transition, index) =>
    graph.steps.get(transition.to)?.type === 'START'
      ? [
          error(
            'transition_into_start',
            `/transitions/${index}/to`,
            transition.key,
            `The transition ${called(transition)} leads into the START, which is only ever left.`,
            'Lead it to the step that the START leads to.',
          ),
        ]
      : [],
  );
  if (found.length > 0) return [...extra, ...back];
  return [
    error(
      'no_start',
      '/steps',
      null,
      'The process has no START, so no instance can begin.',
      'Add a step of type START.',
    ),
  ];
};

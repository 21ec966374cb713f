import { called } from './graph';
import { error, type Rule } from './model';

/** Every step can be reached from the START. Says nothing where there is no START: that is the finding then. */
export const unreachableStep: Rule = ({ definition, graph }) => {
  const starts = definition.steps.filter((step) => step.type === 'START').map((step) => step.key);
  if (starts.length === 0) return [];
  const reached = graph.reachableFrom(starts);
  return definition.steps.flatMap((step, index) =>
    reached.has(step.key)
      ? []
      : [
          error(
            'unreachable_step',
            `/steps/${index}`,
            step.key,
            `The step ${called(step)} can never be reached: no way leads to it from the START.`,
            'Lead a transition to it, or remove it.',
          ),
        ],
  );
};

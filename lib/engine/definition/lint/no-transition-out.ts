import { called, triggerName } from './graph';
import { error, type Rule } from './model';

/**
 * Every step but an END is left when it is complete. A task is left by its outcomes; that each of them leads
 * somewhere is a rule of its own.
 */
export const noTransitionOut: Rule = ({ definition, graph }) =>
  definition.steps.flatMap((step, index) => {
    if (step.type === 'END' || step.type === 'USER_TASK') return [];
    if (graph.outgoing(step.key).some(({ on }) => triggerName(on) === 'completion')) return [];
    return [
      error(
        'no_transition_out',
        `/steps/${index}`,
        step.key,
        `No transition leads out of the step ${called(step)} when it is complete.`,
        'Add a transition from it that is taken when it is done.',
      ),
    ];
  });

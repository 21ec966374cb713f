import { nearest } from '@/lib/engine/conditions/suggestion';
import { called } from './graph';
import { error, type Rule } from './model';

/** Every outcome of a task leads somewhere. */
export const outcomeWithoutTransition: Rule = ({ definition, graph }) =>
  definition.steps.flatMap((step, index) => {
    if (step.type !== 'USER_TASK') return [];
    const taken = new Set(graph.outgoing(step.key).map(({ on }) => outcomeOf(on)));
    return step.outcomes.flatMap((outcome, at) =>
      taken.has(outcome.key)
        ? []
        : [
            error(
              'outcome_without_transition',
              `/steps/${index}/outcomes/${at}`,
              step.key,
              `No transition leads out of ${called(step)} for its outcome ${called(outcome)}.`,
              `Add a transition with \`on: {"outcome": "${outcome.key}"}\`, or remove the outcome.`,
            ),
          ],
    );
  });

/** Every outcome that a transition waits for is one of its task's. */
export const unknownOutcome: Rule = ({ definition, graph }) =>
  definition.transitions.flatMap((transition, index) => {
    const step = graph.steps.get(transition.from);
    const outcome = outcomeOf(transition.on);
    if (step?.type !== 'USER_TASK' || outcome === null) return [];
    const keys = step.outcomes.map(({ key }) => key);
    if (keys.includes(outcome)) return [];
    const close = nearest(outcome, keys);
    return [
      error(
        'unknown_outcome',
        `/transitions/${index}/on/outcome`,
        transition.key,
        `The transition ${called(transition)} waits for the outcome "${outcome}", which ${called(step)} does not have.`,
        close === null
          ? `Use one of "${keys.join('", "')}", or add the outcome.`
          : `Write "${close}" if that was meant.`,
      ),
    ];
  });

function outcomeOf(on: unknown): string | null {
  return typeof on === 'object' && on !== null && 'outcome' in on ? String(on.outcome) : null;
}

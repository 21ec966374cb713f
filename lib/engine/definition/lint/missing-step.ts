import { nearest } from '@/lib/engine/conditions/suggestion';
import { called } from './graph';
import { error, type Rule } from './model';

/**
 * Transitions lead from a step that exists to a step that exists, compensation names steps or activities that exist, and who
 * may not decide is named by steps that exist; so do notes and groups.
 */
export const missingStep: Rule = ({ definition, graph, activities }) => {
  const ofSteps = new Set(activities.flatMap(({ activity, owner }) => (owner ? [activity.key] : [])));
  const missing = (key: string, path: string, element: string, what: string) => {
    if (graph.steps.has(key)) return [];
    const close = graph.steps.size <= 50 ? nearest(key, graph.steps.keys()) : null;
    return [
      error(
        'missing_step',
        path,
        element,
        `${what} names the step "${key}", which does not exist.`,
        close === null
          ? 'Add the step, or correct the key.'
          : `Write "${close}" if that was meant, or add the step.`,
      ),
    ];
  };
  return [
    ...definition.transitions.flatMap((transition, index) => [
      ...missing(
        transition.from,
        `/transitions/${index}/from`,
        transition.key,
        `The transition ${called(transition)}`,
      ),
      ...missing(
        transition.to,
        `/transitions/${index}/to`,
        transition.key,
        `The transition ${called(transition)}`,
      ),
    ]),
    ...definition.steps.flatMap((step, index) =>
      step.type === 'COMPENSATE' && Array.isArray(step.scope)
        ? step.scope.flatMap((key, at) =>
            ofSteps.has(key)
              ? []
              : missing(key, `/steps/${index}/scope/${at}`, step.key, `The compensation ${called(step)}`),
          )
        : [],
    ),
    ...definition.steps.flatMap((step, index) =>
      step.type === 'USER_TASK' && Array.isArray(step.who.notDecidersOf)
        ? step.who.notDecidersOf.flatMap((key, at) =>
            missing(key, `/steps/${index}/who/notDecidersOf/${at}`, step.key, `The task ${called(step)}`),
          )
        : [],
    ),
    ...(definition.annotations ?? []).flatMap((drawn, index) =>
      drawn.type === 'NOTE'
        ? drawn.about === undefined
          ? []
          : missing(drawn.about, `/annotations/${index}/about`, drawn.key, 'A note')
        : drawn.steps.flatMap((key, at) =>
            missing(key, `/annotations/${index}/steps/${at}`, drawn.key, `The group "${drawn.name}"`),
          ),
    ),
  ];
};

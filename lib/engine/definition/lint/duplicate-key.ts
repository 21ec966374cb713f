import type { Finding } from '@/lib/engine/definition/finding';
import { error, type Rule } from './model';

type Keyed = { readonly key: string; readonly path: string; readonly element: string | null };

/**
 * A key names one thing: a step, a transition, an activity (results are `context.activities.<key>`, whatever the
 * step), an outcome of a task, a rung of a ladder. Steps and what is drawn beside them have places by the same keys.
 */
export const duplicateKey: Rule = ({ definition, activities }) => [
  ...repeated('step', listed(definition.steps, '/steps')),
  ...repeated('step or note', [
    ...unique(listed(definition.steps, '/steps')),
    ...listed(definition.annotations ?? [], '/annotations'),
  ]),
  ...repeated('transition', listed(definition.transitions, '/transitions')),
  ...repeated(
    'activity',
    activities.map(({ activity, path, owner }) => ({ key: activity.key, path, element: owner?.key ?? null })),
  ),
  ...definition.steps.flatMap((step, index) => [
    ...(step.type === 'USER_TASK'
      ? repeated('outcome', listed(step.outcomes, `/steps/${index}/outcomes`, step.key))
      : []),
    ...('due' in step
      ? repeated('rung', listed(step.due?.ladder ?? [], `/steps/${index}/due/ladder`, step.key))
      : []),
  ]),
];

function listed(items: readonly { readonly key: string }[], path: string, element?: string): Keyed[] {
  return items.map((item, index) => ({
    key: item.key,
    path: `${path}/${index}`,
    element: element ?? item.key,
  }));
}

function unique(items: readonly Keyed[]): Keyed[] {
  return [...new Map(items.map((item) => [item.key, item])).values()];
}

function repeated(what: string, items: readonly Keyed[]): Finding[] {
  const seen = new Set<string>();
  return items.flatMap(({ key, path, element }) => {
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [
      error(
        'duplicate_key',
        `${path}/key`,
        element,
        `The key "${key}" is used by more than one ${what}.`,
        `Give this ${what} a key of its own.`,
      ),
    ];
  });
}

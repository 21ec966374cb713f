import type { Json, JsonObject } from '@/lib/engine/json';
import type { Finding } from '@/lib/engine/definition/finding';
import { warning, type Model, type Rule } from './model';

type Named = { readonly name: string; readonly path: string; readonly element: string | null };

/**
 * Names that only differ in case, which people and expressions mix up: of steps, of a task's outcomes, and of the
 * fields of the context. A warning, for the process works.
 */
export const namesDifferInCase: Rule = (model) => [
  ...alike('steps', stepNames(model)),
  ...model.definition.steps.flatMap((step, index) =>
    step.type === 'USER_TASK'
      ? alike(
          'outcomes',
          step.outcomes.map(({ name }, at) => ({
            name,
            path: `/steps/${index}/outcomes/${at}/name`,
            element: step.key,
          })),
        )
      : [],
  ),
  ...alike('fields of the context', fieldNames(model)),
];

function stepNames({ definition }: Model): Named[] {
  return definition.steps.flatMap(({ name, key }, index) =>
    name === undefined ? [] : [{ name, path: `/steps/${index}/name`, element: key }],
  );
}

function fieldNames({ definition, activities }: Model): Named[] {
  const properties: Json | undefined = definition.input?.['properties'];
  const isObject = typeof properties === 'object' && properties !== null && !Array.isArray(properties);
  const ofInput = isObject ? Object.keys(properties as JsonObject) : [];
  return [
    ...ofInput.map((name) => ({ name, path: '/input/properties', element: null })),
    ...activities.flatMap(({ activity, path, owner }) =>
      activity.type === 'SET_CONTEXT' && 'set' in activity.settings
        ? Object.keys(activity.settings.set as object).map((name) => ({
            name,
            path: `${path}/settings/set`,
            element: owner?.key ?? null,
          }))
        : [],
    ),
  ];
}

function alike(what: string, names: readonly Named[]): Finding[] {
  const first = new Map<string, string>();
  return names.flatMap(({ name, path, element }) => {
    const folded = name.toLowerCase();
    const other = first.get(folded);
    if (other === undefined) first.set(folded, name);
    if (other === undefined || other === name) return [];
    return [
      warning(
        'names_differ_in_case',
        path,
        element,
        `The names "${other}" and "${name}" of ${what} differ in upper and lower case only.`,
        'Give one of them a name that cannot be taken for the other.',
      ),
    ];
  });
}

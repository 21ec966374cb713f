import { nearest } from '@/lib/engine/conditions/suggestion';
import type { Finding, FindingCode } from '@/lib/engine/definition/finding';
import { error, type Model, type Rule } from './model';

/** A name that a definition uses and that has to exist around it. */
type Used = { readonly name: string; readonly path: string; readonly element: string | null };

/** Roles exist: those that may start it, decide, or are escalated to. */
export const unknownRole: Rule = (model) => {
  const { definition, around } = model;
  const starters = listed(definition.startableBy, '/startableBy', null);
  const inSteps = definition.steps.flatMap((step, index) => [
    ...(step.type === 'USER_TASK' ? listed(step.who.roles, `/steps/${index}/who/roles`, step.key) : []),
    ...('due' in step ? (step.due?.ladder ?? []) : []).flatMap((rung, at) =>
      rung.to?.role === undefined
        ? []
        : [{ name: rung.to.role, path: `/steps/${index}/due/ladder/${at}/to/role`, element: step.key }],
    ),
  ]);
  return unknown(
    'unknown_role',
    'role',
    'Make the role under People',
    [...starters, ...inSteps],
    around.roles,
  );
};

/** Rules that a limit names exist; those in expressions are checked with the expression. */
export const unknownRule: Rule = ({ definition, around }) =>
  unknown(
    'unknown_rule',
    'rule',
    'Make the rule',
    definition.steps.flatMap((step, index) =>
      step.type === 'USER_TASK' && step.who.limit !== undefined
        ? [{ name: step.who.limit.rule, path: `/steps/${index}/who/limit/rule`, element: step.key }]
        : [],
    ),
    around.rules,
  );

/** Functions that EXECUTE_FUNCTION names are registered. */
export const unknownFunction: Rule = (model) =>
  unknown(
    'unknown_function',
    'function',
    'Register the function',
    ofActivities(model, (activity) =>
      activity.type === 'EXECUTE_FUNCTION' && 'function' in activity.settings
        ? { name: String(activity.settings.function), below: '/settings/function' }
        : null,
    ),
    model.around.functions,
  );

/** Activity types that a plugin brings are registered. */
export const unknownActivityType: Rule = (model) =>
  unknown(
    'unknown_activity_type',
    'activity type',
    'Install the plugin that brings it',
    ofActivities(model, (activity) =>
      activity.type.includes('.') ? { name: activity.type, below: '/type' } : null,
    ),
    model.around.activityTypes,
  );

/** Definitions that sub-workflows name exist. */
export const unknownDefinition: Rule = ({ definition, around }) =>
  unknown(
    'unknown_definition',
    'definition',
    'Publish the definition first',
    definition.steps.flatMap((step, index) =>
      step.type === 'SUB_WORKFLOW'
        ? [{ name: step.definition, path: `/steps/${index}/definition`, element: step.key }]
        : [],
    ),
    around.definitions,
  );

/** Calendars that the process, its deadlines and its waits name exist. */
export const unknownCalendar: Rule = ({ definition, around }) =>
  unknown(
    'unknown_calendar',
    'calendar',
    'Make the calendar',
    [
      ...named(definition.calendar, '/calendar', null),
      ...definition.steps.flatMap((step, index) => [
        ...('due' in step ? named(step.due?.calendar, `/steps/${index}/due/calendar`, step.key) : []),
        ...(step.type === 'WAIT_FOR_TIMER' && 'duration' in step.timer
          ? named(step.timer.calendar, `/steps/${index}/timer/calendar`, step.key)
          : []),
      ]),
    ],
    around.calendars ?? null,
  );

/** Resources at which activities need a place exist. */
export const unknownResource: Rule = (model) =>
  unknown(
    'unknown_resource',
    'resource',
    'Add the resource under Administration',
    ofActivities(model, ({ resource }) =>
      resource === undefined ? null : { name: resource, below: '/resource' },
    ),
    model.around.resources ?? null,
  );

/** Compensations that activities name are among the definition's. */
export const unknownCompensation: Rule = (model) =>
  unknown(
    'unknown_compensation',
    'compensation',
    'Add it to `compensations`',
    ofActivities(model, ({ compensation }) =>
      compensation === undefined ? null : { name: compensation, below: '/compensation' },
    ),
    (model.definition.compensations ?? []).map(({ key }) => key),
  );

function unknown(
  code: FindingCode,
  what: string,
  make: string,
  used: readonly Used[],
  existing: readonly string[] | null,
): Finding[] {
  if (existing === null) return [];
  const known = new Set(existing);
  return used.flatMap(({ name, path, element }) => {
    if (known.has(name)) return [];
    const close = known.size <= 50 ? nearest(name, known) : null;
    return [
      error(
        code,
        path,
        element,
        `There is no ${what} "${name}".`,
        close === null
          ? `${make}, or correct the name.`
          : `Write "${close}" if that was meant. Otherwise: ${lower(make)}.`,
      ),
    ];
  });
}

function ofActivities(
  { activities }: Model,
  use: (
    activity: Model['activities'][number]['activity'],
  ) => { readonly name: string; readonly below: string } | null,
): Used[] {
  return activities.flatMap(({ activity, path, owner }) => {
    const used = use(activity);
    return used === null ? [] : [{ name: used.name, path: path + used.below, element: owner?.key ?? null }];
  });
}

function listed(names: readonly string[] | undefined, path: string, element: string | null): Used[] {
  return (names ?? []).map((name, index) => ({ name, path: `${path}/${index}`, element }));
}

function named(name: string | undefined, path: string, element: string | null): Used[] {
  return name === undefined ? [] : [{ name, path, element }];
}

function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

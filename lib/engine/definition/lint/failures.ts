import type { Activity } from '@/lib/engine/definition/activity-schema';
import { called } from './graph';
import { warning, type Model, type PlacedActivity, type Rule } from './model';

/** A compensation is missing on an activity that changes something outside, when something after it can fail. */
export const compensationMissing: Rule = (model) =>
  beforeFailures(model, (activity) => changesOutside(activity) && activity.compensation === undefined).map(
    ({ activity, path, owner }) =>
      warning(
        'compensation_missing',
        path,
        owner?.key ?? null,
        `What ${called(activity)} does is not undone when something after it fails.`,
        'Name a compensation for it, or mark it as irreversible.',
      ),
  );

/** An activity that cannot be undone comes before one that can fail. */
export const irreversibleBeforeFailure: Rule = (model) =>
  beforeFailures(model, (activity) => activity.irreversible === true).map(({ activity, path, owner }) =>
    warning(
      'irreversible_before_failure',
      path,
      owner?.key ?? null,
      `${called(activity)} cannot be undone, and something after it can fail.`,
      'Move it behind everything that can fail.',
    ),
  );

/** A compensation never runs: nothing names it, or what names it is not undone. */
export const compensationIgnored: Rule = ({ definition, activities }) => {
  const named = new Set(activities.map(({ activity }) => activity.compensation));
  const ignored = (path: string, element: string | null, message: string, mend: string) =>
    warning('compensation_ignored', path, element, message, mend);
  return [
    ...activities.flatMap(({ activity, path, owner }) => {
      if (activity.compensation === undefined || (owner !== null && !activity.irreversible)) return [];
      const why =
        owner === null ? 'what undoes something is not undone itself' : 'it is marked as irreversible';
      return [
        ignored(
          `${path}/compensation`,
          owner?.key ?? null,
          `${called(activity)} names a compensation that never runs, because ${why}.`,
          owner === null ? 'Leave it out.' : 'Leave out one of the two.',
        ),
      ];
    }),
    ...(definition.compensations ?? []).flatMap((compensation, index) =>
      named.has(compensation.key)
        ? []
        : [
            ignored(
              `/compensations/${index}`,
              null,
              `The compensation ${called(compensation)} never runs, because no activity names it.`,
              'Name it as the `compensation` of an activity, or leave it out.',
            ),
          ],
    ),
  ];
};

/** The activities that `chosen` takes and after which, in the step, on the way out of it or later, another one can fail. */
function beforeFailures(model: Model, chosen: (activity: Activity) => boolean): PlacedActivity[] {
  const { graph, activities, definition } = model;
  const steps = new Map(definition.transitions.map(({ key, from }) => [key, from]));
  const stepOf = (owner: Owner): string => (owner.kind === 'step' ? owner.key : (steps.get(owner.key) ?? ''));
  const last = new Map<string, number>();
  const onTheWayOut = new Set<string>();
  const fallible = new Set<string>();
  for (const { activity, owner, position } of activities) {
    if (owner === null || !canFail(activity)) continue;
    last.set(placeOf(owner), position);
    if (owner.kind === 'transition') onTheWayOut.add(stepOf(owner));
    fallible.add(stepOf(owner));
  }
  const before = [...fallible].flatMap((step) => graph.incoming(step).map(({ from }) => from));
  const leading = graph.leadingTo(before);
  return activities.filter(
    ({ activity, owner, position }) =>
      owner !== null &&
      chosen(activity) &&
      (leading.has(stepOf(owner)) ||
        position < (last.get(placeOf(owner)) ?? -1) ||
        (owner.kind === 'step' && onTheWayOut.has(owner.key))),
  );
}

type Owner = NonNullable<PlacedActivity['owner']>;

function placeOf({ kind, key }: Owner): string {
  return `${kind} ${key}`;
}

/** A mail that cannot be sent is no reason to undo what was done; the others bring answers that may be refusals. */
function canFail({ type }: Activity): boolean {
  return type !== 'SET_CONTEXT' && type !== 'EMIT_EVENT' && type !== 'SEND_EMAIL';
}

/** Reading changes nothing. */
function changesOutside(activity: Activity): boolean {
  if (activity.irreversible === true || !canFail(activity)) return false;
  return !(
    activity.type === 'CALL_API' &&
    'method' in activity.settings &&
    activity.settings.method === 'GET'
  );
}

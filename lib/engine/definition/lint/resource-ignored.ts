import { called } from './graph';
import { error, type Rule } from './model';

/** What the instance does itself, in the commit in which it comes to it, calls nobody and needs no place anywhere. */
const byItself: ReadonlySet<string> = new Set(['SET_CONTEXT', 'EMIT_EVENT']);

/** A resource stands where no attempt ever waits for room. */
export const resourceIgnored: Rule = ({ activities }) =>
  activities.flatMap(({ activity, path, owner }) =>
    activity.resource === undefined || !byItself.has(activity.type)
      ? []
      : [
          error(
            'resource_ignored',
            `${path}/resource`,
            owner?.key ?? null,
            `${called(activity)} (${activity.type}) is done by the instance itself and needs no place at a resource.`,
            'Leave the resource out, or name it at the activity that calls the partner.',
          ),
        ],
  );

import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Finding } from '@/lib/engine/definition/finding';
import type { Definition, Transition } from '@/lib/engine/definition/schema';
import type { Step, StepType } from '@/lib/engine/definition/step-schema';
import { triggerName } from './graph';
import { error, type Rule } from './model';

/**
 * What a definition may say and no instance would do yet. Each entry is one thing that a later version executes and
 * then takes out of this table; a definition that has it is refused, so that nothing it says is silently ignored.
 */
type Missing<Part> = {
  /** Completes "The process has …". */
  readonly what: string;
  /** Where it stands below the part, or null where the part does not have it. */
  readonly in: (part: Part) => string | null;
};

const stepTypes: ReadonlySet<StepType> = new Set(['START', 'END', 'USER_TASK', 'AUTOMATED', 'DECISION']);
const activityTypes: ReadonlySet<string> = new Set([
  'SET_CONTEXT',
  'CALL_API',
  'SEND_EMAIL',
  'CALL_WEBHOOK',
  'EMIT_EVENT',
  'EXECUTE_FUNCTION',
  'EXTERNAL',
]);
const triggers: ReadonlySet<string> = new Set(['completion', 'outcome', 'error']);

const ofDefinitions: readonly Missing<Definition>[] = [
  { what: 'a schedule', in: ({ schedule }) => found(schedule, '/schedule') },
  { what: 'a calendar', in: ({ calendar }) => found(calendar, '/calendar') },
  { what: 'compensations', in: ({ compensations }) => found(compensations, '/compensations') },
  {
    what: 'an end as completed after a compensation',
    in: ({ afterCompensation }) => (afterCompensation === 'completed' ? '/afterCompensation' : null),
  },
  { what: 'a maximum age in business time', in: ({ maxAge }) => businessTime(maxAge, '/maxAge') },
];

const ofSteps: readonly Missing<Step>[] = [
  { what: 'a step of this type', in: ({ type }) => (stepTypes.has(type) ? null : '/type') },
  {
    what: 'a ladder of rungs',
    in: (step) => ('due' in step ? found(step.due?.ladder, '/due/ladder') : null),
  },
  { what: 'a calendar', in: (step) => ('due' in step ? found(step.due?.calendar, '/due/calendar') : null) },
  {
    what: 'a due time in business time',
    in: (step) => ('due' in step ? businessTime(step.due?.in, '/due/in') : null),
  },
  {
    what: 'a maximum age in business time',
    in: (step) => ('maxAge' in step ? businessTime(step.maxAge, '/maxAge') : null),
  },
  {
    what: 'a follow-up',
    in: (step) => (step.type === 'USER_TASK' ? found(step.followUp, '/followUp') : null),
  },
  {
    what: 'compensation as its answer to a failure',
    in: (step) => (step.type === 'AUTOMATED' && step.onFailure === 'compensate' ? '/onFailure' : null),
  },
];

const ofTransitions: readonly Missing<Transition>[] = [
  {
    what: 'a trigger of this kind',
    in: ({ on }) => (triggers.has(triggerName(on).split(':')[0] ?? '') ? null : '/on'),
  },
  { what: 'activities on a transition', in: ({ activities }) => found(activities, '/activities') },
];

const ofActivities: readonly Missing<Activity>[] = [
  { what: 'an activity of this type', in: ({ type }) => (activityTypes.has(type) ? null : '/type') },
  { what: 'a compensation', in: ({ compensation }) => found(compensation, '/compensation') },
  { what: 'a resource', in: ({ resource }) => found(resource, '/resource') },
  { what: 'a timeout in business time', in: ({ timeout }) => businessTime(timeout, '/timeout') },
  {
    what: 'a retry delay in business time',
    in: ({ retry }) =>
      businessTime(retry?.firstDelay, '/retry/firstDelay') ??
      businessTime(retry?.maxDelay, '/retry/maxDelay'),
  },
];

/** What no instance would do yet. */
export const notExecutedYet: Rule = ({ definition, activities }) => [
  ...missing(ofDefinitions, definition, '', null, 'The process'),
  ...definition.steps.flatMap((step, index) =>
    missing(ofSteps, step, `/steps/${index}`, step.key, `The step "${step.key}" (${step.type})`),
  ),
  ...definition.transitions.flatMap((transition, index) =>
    missing(
      ofTransitions,
      transition,
      `/transitions/${index}`,
      transition.key,
      `The transition "${transition.key}"`,
    ),
  ),
  ...activities
    .filter(({ owner }) => owner?.kind === 'step')
    .flatMap(({ activity, path, owner }) =>
      missing(
        ofActivities,
        activity,
        path,
        owner?.key ?? null,
        `The activity "${activity.key}" (${activity.type})`,
      ),
    ),
];

function missing<Part>(
  table: readonly Missing<Part>[],
  part: Part,
  path: string,
  element: string | null,
  whose: string,
): Finding[] {
  return table.flatMap((entry) => {
    const below = entry.in(part);
    if (below === null) return [];
    return [
      error(
        'not_executed_yet',
        path + below,
        element,
        `${whose} has ${entry.what}, which this version of Interlock does not execute yet.`,
        'Leave it out until a later version, or model it with tasks, decisions and the activities that are executed.',
      ),
    ];
  });
}

function found(setting: unknown, path: string): string | null {
  const absent = setting === undefined || (Array.isArray(setting) && setting.length === 0);
  return absent ? null : path;
}

function businessTime(duration: string | undefined, path: string): string | null {
  return duration !== undefined && /B[DH]$/.test(duration) ? path : null;
}

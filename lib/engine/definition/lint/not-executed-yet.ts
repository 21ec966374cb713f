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

/** Step types that instances execute. */
export const stepTypes: ReadonlySet<StepType> = new Set([
  'START',
  'END',
  'USER_TASK',
  'AUTOMATED',
  'DECISION',
  'PARALLEL_FORK',
  'PARALLEL_JOIN',
  'COMPENSATE',
  'WAIT_FOR_TIMER',
  'WAIT_FOR_SIGNAL',
  'WAIT_FOR_FILE',
  'SUB_WORKFLOW',
]);
const activityTypes: ReadonlySet<string> = new Set([
  'SET_CONTEXT',
  'CALL_API',
  'SEND_EMAIL',
  'CALL_WEBHOOK',
  'EMIT_EVENT',
  'EXECUTE_FUNCTION',
  'EXTERNAL',
]);
const triggers: ReadonlySet<string> = new Set([
  'completion',
  'outcome',
  'error',
  'signal',
  'deadline',
  'childFailed',
]);

const ofSteps: readonly Missing<Step>[] = [
  { what: 'a step of this type', in: ({ type }) => (stepTypes.has(type) ? null : '/type') },
];

const ofTransitions: readonly Missing<Transition>[] = [
  {
    what: 'a trigger of this kind',
    in: ({ on }) => (triggers.has(triggerName(on).split(':')[0] ?? '') ? null : '/on'),
  },
];

const ofActivities: readonly Missing<Activity>[] = [
  { what: 'an activity of this type', in: ({ type }) => (isExecuted(type) ? null : '/type') },
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
  ...interruptedWork(definition),
  ...workBeforeBranches(definition),
  ...activities.flatMap(({ activity, path, owner }) =>
    missing(
      ofActivities,
      activity,
      path,
      owner?.key ?? null,
      `The ${owner ? 'activity' : 'compensation'} "${activity.key}" (${activity.type})`,
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

/** A signal ends a wait; work under way it does not end yet. */
function interruptedWork({ steps, transitions }: Definition): Finding[] {
  const working = new Set(steps.filter(({ type }) => type === 'AUTOMATED').map(({ key }) => key));
  return transitions.flatMap((transition, index) =>
    working.has(transition.from) && triggerName(transition.on).startsWith('signal:')
      ? missing(
          [{ what: 'a signal that interrupts work', in: () => '/on' }],
          transition,
          `/transitions/${index}`,
          transition.key,
          `The transition "${transition.key}"`,
        )
      : [],
  );
}

/** What plugins bring, they execute; whether one brings it is another rule's question. */
function isExecuted(type: string): boolean {
  return activityTypes.has(type) || type.includes('.');
}

/** A branch begins in a step; work on the way there would be in none yet. */
function workBeforeBranches({ steps, transitions }: Definition): Finding[] {
  const forks = new Set(steps.filter(({ type }) => type === 'PARALLEL_FORK').map(({ key }) => key));
  return transitions.flatMap((transition, index) =>
    forks.has(transition.from)
      ? missing(
          [
            {
              what: 'activities on the way into a branch',
              in: ({ activities }) => found(activities, '/activities'),
            },
          ],
          transition,
          `/transitions/${index}`,
          transition.key,
          `The transition "${transition.key}"`,
        )
      : [],
  );
}

function found(setting: unknown, path: string): string | null {
  const absent = setting === undefined || (Array.isArray(setting) && setting.length === 0);
  return absent ? null : path;
}

function businessTime(duration: string | undefined, path: string): string | null {
  return duration !== undefined && /B[DH]$/.test(duration) ? path : null;
}

import type { Finding } from '@/lib/engine/definition/finding';
import type { Transition } from '@/lib/engine/definition/schema';
import type { Step, StepType } from '@/lib/engine/definition/step-schema';
import { called, type Graph, triggerName } from './graph';
import { error, type Rule } from './model';

type TriggerKind = 'completion' | 'outcome' | 'signal' | 'deadline' | 'error' | 'childFailed' | 'repair';

/** What can select a transition out of a step of each type. END has none: that it is left is a finding of its own. */
const fitting: Readonly<Record<Exclude<StepType, 'END'>, readonly TriggerKind[]>> = {
  START: ['completion'],
  USER_TASK: ['outcome', 'signal', 'deadline', 'repair'],
  AUTOMATED: ['completion', 'error', 'signal', 'repair'],
  DECISION: ['completion', 'repair'],
  PARALLEL_FORK: ['completion'],
  PARALLEL_JOIN: ['completion'],
  WAIT_FOR_SIGNAL: ['completion', 'signal', 'deadline', 'repair'],
  WAIT_FOR_TIMER: ['completion', 'signal', 'deadline', 'repair'],
  WAIT_FOR_FILE: ['completion', 'signal', 'deadline', 'repair'],
  SUB_WORKFLOW: ['completion', 'childFailed', 'error', 'signal', 'deadline', 'repair'],
  COMPENSATE: ['completion', 'error'],
};

/** A transition's trigger can happen in the step that it leads out of, and a rung that takes a transition has one. */
export const triggerDoesNotFit: Rule = ({ definition, graph }) => [
  ...definition.transitions.flatMap((transition, index) => {
    const step = graph.steps.get(transition.from);
    return step === undefined || step.type === 'END'
      ? []
      : misfit(transition, step, `/transitions/${index}/on`, definition.maxAge, graph);
  }),
  ...definition.steps.flatMap((step, index) => {
    if (!('due' in step)) return [];
    const deadlines = new Set(graph.outgoing(step.key).map(({ on }) => triggerName(on)));
    return (step.due?.ladder ?? []).flatMap((rung, at) =>
      rung.action !== 'transition' || deadlines.has(`deadline:${rung.key}`)
        ? []
        : [
            error(
              'trigger_does_not_fit',
              `/steps/${index}/due/ladder/${at}`,
              step.key,
              `The rung "${rung.key}" of ${called(step)} takes a transition, and none has it as its trigger.`,
              `Add a transition with \`on: {"deadline": "${rung.key}"}\`, or choose another action.`,
            ),
          ],
    );
  }),
];

function misfit(
  transition: Transition,
  step: Exclude<Step, { type: 'END' }>,
  path: string,
  ageOfProcess: string | undefined,
  graph: Graph,
): Finding[] {
  const hasMaxAge = ageOfProcess !== undefined || ('maxAge' in step && step.maxAge !== undefined);
  const kind = triggerName(transition.on).split(':')[0] as TriggerKind;
  const words = `The transition ${called(transition)} waits for ${kindWords[kind]}`;
  const kinds = kindsOf(step, graph);
  if (!kinds.includes(kind)) {
    const others = kinds.map((one) => kindWords[one]).join(', ');
    return [
      error(
        'trigger_does_not_fit',
        path,
        transition.key,
        `${words}, which never comes in the step ${called(step)} (${step.type}).`,
        `Let it wait for one of: ${others}.`,
      ),
    ];
  }
  if (kind !== 'deadline') return [];
  const key = triggerName(transition.on).slice('deadline:'.length);
  if (key === 'maxAge') return hasMaxAge ? [] : [noMaxAge(transition, step, path, words)];
  if (rungKeys(step).has(key)) return [];
  return [
    error(
      'trigger_does_not_fit',
      path,
      transition.key,
      `${words} of a rung that takes a transition, and the step ${called(step)} has no such rung of that key.`,
      'Add the rung to the ladder with the action "transition", or correct the key.',
    ),
  ];
}

/** Activities of a transition that fail take the `error` transitions of the step that is being left. */
function kindsOf(step: Exclude<Step, { type: 'END' }>, graph: Graph): readonly TriggerKind[] {
  const kinds = fitting[step.type];
  const works = graph.outgoing(step.key).some(({ activities = [] }) => activities.length > 0);
  return works && !kinds.includes('error') ? [...kinds, 'error'] : kinds;
}

function noMaxAge(transition: Transition, step: Step, path: string, words: string): Finding {
  return error(
    'trigger_does_not_fit',
    path,
    transition.key,
    `${words} of the maximum age, and neither the step ${called(step)} nor the process has one.`,
    'Give the step or the process a maximum age (`maxAge`).',
  );
}

const kindWords: Readonly<Record<TriggerKind, string>> = {
  completion: "the step's completion",
  outcome: 'an outcome',
  signal: 'a signal',
  deadline: 'a deadline',
  error: 'an error',
  childFailed: 'the failure of a child',
  repair: 'a repair by staff',
};

function rungKeys(step: Step): ReadonlySet<string> {
  const ladder = 'due' in step ? (step.due?.ladder ?? []) : [];
  return new Set(ladder.filter(({ action }) => action === 'transition').map(({ key }) => key));
}

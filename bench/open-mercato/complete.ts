import type { ConversionNote, SourceDefinition, SourceStep, SourceTransition } from './source';

/**
 * A definition that begins and ends: fragments (a test's steps without transitions, transitions without steps) get what they
 * lack, and what was added is said.
 */
export function completed(source: SourceDefinition, notes: ConversionNote[]): SourceDefinition {
  const named = source.transitions.flatMap(({ fromStepId, toStepId }) => [fromStepId, toStepId]);
  const forked = source.steps.some(({ stepType }) => stepType === 'PARALLEL_FORK');
  const steps = new Map(
    source.steps.map((step): [string, SourceStep] => {
      if (step.stepType !== 'PARALLEL_JOIN' || forked) return [step.stepId, step];
      notes.push({ element: step.stepId, what: 'nothing forks in this fragment, so its join joins nothing' });
      return [step.stepId, { ...step, stepType: 'AUTOMATED' }];
    }),
  );
  const add = (stepId: string, stepType: string) => {
    notes.push({
      element: stepId,
      what: `the fragment has no such step; a step of the type ${stepType} was added`,
    });
    steps.set(stepId, { stepId, stepType });
  };
  for (const id of named) {
    if (id === undefined || steps.has(id)) continue;
    add(id, id === 'start' ? 'START' : id === 'end' ? 'END' : 'AUTOMATED');
  }
  const of = (type: string) => [...steps.values()].find(({ stepType }) => stepType === type);
  if (!of('START')) add('start', 'START');
  if (!of('END')) add('end', 'END');
  const [start, end] = [of('START')!.stepId, of('END')!.stepId];
  const transitions = [...withPlaces(source.transitions, start, end)];
  const order = [...steps.values()].sort((one, other) => rank(one) - rank(other));
  const link = (fromStepId: string, toStepId: string) => {
    notes.push({
      element: fromStepId,
      what: `the fragment does not say where it goes on; it goes to ${toStepId}`,
    });
    transitions.push({ transitionId: `${fromStepId}_to_${toStepId}`, fromStepId, toStepId });
  };
  for (const [index, step] of order.entries()) {
    if (step.stepType === 'END') continue;
    if (transitions.some(({ fromStepId }) => fromStepId === step.stepId)) continue;
    const rest = order.slice(index + 1).filter((one) => !isEntered(one.stepId, transitions));
    link(step.stepId, (rest.find(({ stepType }) => stepType !== 'END') ?? of('END')!).stepId);
  }
  return { steps: order, transitions };
}

/** Transitions without a from or a to lead from the beginning to the end; one without an id gets one. */
function* withPlaces(
  transitions: readonly SourceTransition[],
  start: string,
  end: string,
): Generator<SourceTransition> {
  for (const one of transitions) {
    const { fromStepId = start, toStepId = end } = one;
    const transitionId = (one.transitionId as string | undefined) ?? `${fromStepId}_to_${toStepId}`;
    yield { ...one, transitionId, fromStepId, toStepId };
  }
}

function isEntered(step: string, transitions: readonly SourceTransition[]): boolean {
  return transitions.some(({ toStepId }) => toStepId === step);
}

function rank({ stepType }: SourceStep): number {
  return stepType === 'START' ? 0 : stepType === 'END' ? 2 : 1;
}

import type { Scenario } from '@/lib/engine/simulation/scenario';
import type { Layout } from '@/lib/engine/definition/schema';
import type { Step, StepType } from '@/lib/engine/definition/step-schema';
import {
  type Command,
  type DesignDocument,
  type Selection,
  stepOf,
  stepsOfType,
  withDefinition,
} from './document';
import {
  annotationOf,
  placedKeys,
  remainingAnnotations,
  withAnnotations,
  withStepKeys as withGroupKeys,
} from './annotations';
import { newStep } from './new-step';
import { renamedInExpressions } from './expressions';

export type Place = { readonly x: number; readonly y: number };

/** Adds a step of the type. @returns the command's effect and the new step's key */
export function addStep(
  document: DesignDocument,
  type: StepType,
  place: Place,
): { document: DesignDocument; key: string } {
  const step = newStep(document, type);
  const { definition, layout } = document;
  return {
    key: step.key,
    document: {
      ...document,
      definition: { ...definition, steps: [...definition.steps, step] },
      layout: { ...layout, [step.key]: place },
    },
  };
}

/** Puts steps and notes elsewhere. What is pinned stays so. */
export function moveSteps(places: Readonly<Record<string, Place>>): Command {
  return (document) => {
    const moved = Object.entries(places).filter(([key, { x, y }]) => {
      const before = document.layout[key];
      return hasPlace(document, key) && (before?.x !== x || before.y !== y);
    });
    if (moved.length === 0) return document;
    const now = moved.map(([key, { x, y }]) => [key, { ...document.layout[key], x, y }] as const);
    return { ...document, layout: { ...document.layout, ...Object.fromEntries(now) } };
  };
}

/** Groups have no place of their own: they are drawn around their steps. */
function hasPlace(document: DesignDocument, key: string): boolean {
  return stepOf(document, key) !== undefined || annotationOf(document, key)?.type === 'NOTE';
}

/** Lets steps stay where they are when the drawing is tidied up, or no longer. */
export function pinSteps(keys: readonly string[], pinned: boolean): Command {
  return (document) => {
    const { layout } = document;
    const changed = keys.flatMap((key): [string, Layout[string]][] => {
      const place = layout[key];
      if (!place || (place.pinned === true) === pinned) return [];
      const { x, y } = place;
      return [[key, pinned ? { x, y, pinned: true } : { x, y }]];
    });
    if (changed.length === 0) return document;
    return { ...document, layout: { ...layout, ...Object.fromEntries(changed) } };
  };
}

/** Why the step may not be taken away; null: it may. The only START stays, since nothing runs without one. */
export function whyStays(document: DesignDocument, key: string): 'only_start' | null {
  const step = stepOf(document, key);
  return step?.type === 'START' && stepsOfType(document, 'START').length === 1 ? 'only_start' : null;
}

/** Takes steps, the transitions at them, other transitions, notes and groups away; what has to stay stays. */
export function removeElements({ steps, transitions, annotations }: Selection): Command {
  return (document) => {
    const { definition, layout } = document;
    const gone = new Set(steps.filter((key) => stepOf(document, key) && whyStays(document, key) === null));
    const cut = new Set(transitions);
    const keptTransitions = definition.transitions.filter(
      ({ key, from, to }) => !cut.has(key) && !gone.has(from) && !gone.has(to),
    );
    const drawn = definition.annotations ?? [];
    const left = withAnnotations(document, remainingAnnotations(drawn, gone, new Set(annotations)));
    if (gone.size === 0 && left === document && keptTransitions.length === definition.transitions.length)
      return document;
    const kept = {
      ...left.definition,
      steps: definition.steps.filter(({ key }) => !gone.has(key)),
      transitions: keptTransitions,
    };
    const placed = new Set(placedKeys(kept));
    return {
      ...document,
      definition: kept,
      layout: Object.fromEntries(Object.entries(layout).filter(([key]) => placed.has(key))),
    };
  };
}

/**
 * Gives a step another key, everywhere: in transitions, joins, scopes, its place, and where expressions name what it
 * left. Nothing happens when another step, a note or a group has the key already.
 */
export function renameStep(from: string, to: string): Command {
  return (document) => {
    if (from === to || !stepOf(document, from) || placedKeys(document.definition).includes(to))
      return document;
    const swap = (key: string) => (key === from ? to : key);
    const { definition, layout } = document;
    const renamed = withDefinition(document, {
      steps: definition.steps.map((step) => withKeys(step, swap)),
      transitions: definition.transitions.map((transition) =>
        transition.from === from || transition.to === from
          ? { ...transition, from: swap(transition.from), to: swap(transition.to) }
          : transition,
      ),
    });
    const { annotations } = renamed.definition;
    const drawn = annotations
      ? { ...renamed.definition, annotations: annotations.map((one) => withGroupKeys(one, swap)) }
      : renamed.definition;
    return {
      definition: renamedInExpressions(drawn, ['tasks', 'signals', 'files'], from, to),
      layout: Object.fromEntries(Object.entries(layout).map(([key, place]) => [swap(key), place])),
      scenarios: document.scenarios.map((scenario) => withStepKeys(scenario, swap)),
    };
  };
}

function withStepKeys(scenario: Scenario, swap: (key: string) => string): Scenario {
  const { answers, expected } = scenario;
  return {
    ...scenario,
    answers: answers.map((answer) => ('step' in answer ? { ...answer, step: swap(answer.step) } : answer)),
    expected: { ...expected, ...(expected.state !== undefined && { state: swap(expected.state) }) },
  };
}

function withKeys(step: Step, swap: (key: string) => string): Step {
  const key = swap(step.key);
  if (step.type === 'PARALLEL_JOIN') return { ...step, key, fork: swap(step.fork) };
  if (step.type === 'COMPENSATE' && Array.isArray(step.scope))
    return { ...step, key, scope: step.scope.map(swap) };
  if (step.type === 'USER_TASK' && Array.isArray(step.who.notDecidersOf))
    return { ...step, key, who: { ...step.who, notDecidersOf: step.who.notDecidersOf.map(swap) } };
  return key === step.key ? step : { ...step, key };
}

import type { StepType } from '@/lib/engine/definition/step-schema';
import type { Transition, Trigger } from '@/lib/engine/definition/schema';
import { type Command, type DesignDocument, stepOf, withDefinition } from './document';
import { freeKey } from './keys';
import { addStep, type Place } from './steps';

/** Whether a transition may lead from one step to the other: nothing leaves an END, nothing enters a START. */
export function mayConnect(document: DesignDocument, from: string, to: string): boolean {
  const source = stepOf(document, from);
  const target = stepOf(document, to);
  return source !== undefined && target !== undefined && source.type !== 'END' && target.type !== 'START';
}

/** Draws a transition, with the trigger that suggests itself. @returns null where none may be */
export function connect(
  document: DesignDocument,
  from: string,
  to: string,
): { document: DesignDocument; key: string } | null {
  if (!mayConnect(document, from, to)) return null;
  const on = nextTrigger(document, from);
  const key = freeTransitionKey(document, from, to, on);
  const transition: Transition = { key, from, to, ...(on && { on }) };
  return {
    key,
    document: withDefinition(document, { transitions: [...document.definition.transitions, transition] }),
  };
}

/** The first outcome of a task that leads nowhere yet, or its first; other steps go on when they are done. */
function nextTrigger({ definition }: DesignDocument, from: string): Trigger | undefined {
  const step = definition.steps.find(({ key }) => key === from);
  if (step?.type !== 'USER_TASK') return undefined;
  const used = new Set(
    definition.transitions.map((one) =>
      one.from === from && typeof one.on === 'object' && 'outcome' in one.on ? one.on.outcome : null,
    ),
  );
  const outcome = step.outcomes.find(({ key }) => !used.has(key)) ?? step.outcomes[0];
  return outcome && { outcome: outcome.key };
}

function freeTransitionKey(
  { definition }: DesignDocument,
  from: string,
  to: string,
  on: Trigger | undefined,
): string {
  const wanted = typeof on === 'object' && 'outcome' in on ? `${from}_${on.outcome}` : `${from}_to_${to}`;
  return freeKey(
    wanted.slice(0, 60),
    definition.transitions.map(({ key }) => key),
  );
}

/** Lets a transition begin or end at another step. */
export function repoint(key: string, ends: { from?: string; to?: string }): Command {
  return (document) => {
    const transition = document.definition.transitions.find((one) => one.key === key);
    if (!transition) return document;
    const { from, to } = { from: transition.from, to: transition.to, ...ends };
    if ((from === transition.from && to === transition.to) || !mayConnect(document, from, to))
      return document;
    return withDefinition(document, {
      transitions: document.definition.transitions.map((one) =>
        one.key === key ? { ...one, from, to } : one,
      ),
    });
  };
}

/** Gives a transition another key; nothing happens when one has it already. */
export function renameTransition(from: string, to: string): Command {
  return (document) => {
    const { transitions } = document.definition;
    if (from === to || transitions.some(({ key }) => key === to)) return document;
    return withDefinition(document, {
      transitions: transitions.map((one) => (one.key === from ? { ...one, key: to } : one)),
    });
  };
}

/**
 * Puts a new step into a transition: the transition leads to it now, and a new one leads on from it.
 * @returns null where the transition is not there, or the step may not stand there
 */
export function insertStep(
  document: DesignDocument,
  transitionKey: string,
  type: StepType,
  place: Place,
): { document: DesignDocument; key: string } | null {
  const transition = document.definition.transitions.find(({ key }) => key === transitionKey);
  if (!transition || type === 'START') return null;
  const added = addStep(document, type, place);
  const led = repoint(transitionKey, { to: added.key })(added.document);
  const on = connect(led, added.key, transition.to);
  return { key: added.key, document: on?.document ?? led };
}

/** Gives an outcome of a task another key, and the transitions that wait for it too. */
export function renameOutcome(stepKey: string, from: string, to: string): Command {
  return (document) =>
    withDefinition(document, {
      steps: document.definition.steps.map((step) =>
        step.key === stepKey && step.type === 'USER_TASK'
          ? {
              ...step,
              outcomes: step.outcomes.map((outcome) =>
                outcome.key === from ? { ...outcome, key: to } : outcome,
              ),
            }
          : step,
      ),
      transitions: document.definition.transitions.map((one) =>
        one.from === stepKey && typeof one.on === 'object' && 'outcome' in one.on && one.on.outcome === from
          ? { ...one, on: { outcome: to } }
          : one,
      ),
    });
}

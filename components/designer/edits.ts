import type { StepType } from '@/lib/engine/definition/step-schema';
import { addGroup, addNote } from './document/annotations';
import { existing, only, stepOf, type Selection } from './document/document';
import { placeAbove, placeAfter } from './document/placement';
import { addStep, moveSteps, type Place, removeElements, whyStays } from './document/steps';
import { connect, insertStep } from './document/transitions';
import { act, type DesignerStore, focusAnnotation } from './store';

/** Adds a step at a place of the canvas and selects it. */
export function addStepAt(store: DesignerStore, type: StepType, place: Place): string {
  const { document, key } = addStep(store.getState().history.present, type, place);
  act(store, () => document, { select: only({ steps: [key] }) });
  return key;
}

/**
 * Adds a step after the one that is selected and lets that one lead to it, in one entry; beside everything when no
 * single step is selected or nothing may lead there.
 */
export function addStepAfter(store: DesignerStore, type: StepType, after?: string): string {
  const { history, selection } = store.getState();
  const { present } = history;
  const [first, ...more] = selection.steps;
  const from = after ?? (more.length === 0 ? first : undefined);
  const { document, key } = addStep(present, type, placeAfter(present, from));
  const connected = from === undefined ? null : connect(document, from, key);
  act(store, () => connected?.document ?? document, { select: only({ steps: [key] }) });
  return key;
}

/** Puts an empty note on the canvas and selects it; without a place above the selected step, and then about it. */
export function addNoteAt(store: DesignerStore, place?: Place): string {
  const { history, selection } = store.getState();
  const { present } = history;
  const [first, ...more] = selection.steps;
  const about = place === undefined && more.length === 0 ? first : undefined;
  const { document, key } = addNote(present, place ?? placeAbove(present, about), about);
  act(store, () => document, { select: only({ annotations: [key] }) });
  focusAnnotation(store, key);
  return key;
}

/** Draws a frame around steps and selects it. @returns null when there is none to be framed */
export function groupSteps(store: DesignerStore, name: string, steps: readonly string[]): string | null {
  if (steps.length === 0) return null;
  const { document, key } = addGroup(store.getState().history.present, name, steps);
  act(store, () => document, { select: only({ annotations: [key] }) });
  focusAnnotation(store, key);
  return key;
}

/** Draws a transition and selects it. */
export function connectSteps(store: DesignerStore, from: string, to: string): void {
  const made = connect(store.getState().history.present, from, to);
  if (made) act(store, () => made.document, { select: only({ transitions: [made.key] }) });
}

/** Puts a step into a transition, between the two steps, and selects it. */
export function insertInto(store: DesignerStore, transition: string, type: StepType): void {
  const { present } = store.getState().history;
  const found = present.definition.transitions.find(({ key }) => key === transition);
  const from = found && present.layout[found.from];
  const to = found && present.layout[found.to];
  const place =
    from && to
      ? { x: Math.round((from.x + to.x) / 2), y: Math.round((from.y + to.y) / 2) }
      : placeAfter(present, found?.from);
  const made = insertStep(present, transition, type, place);
  if (!made) return;
  const spread = from && to ? makeRoom(made.document, made.key, found.to)(made.document) : made.document;
  act(store, () => spread, { select: only({ steps: [made.key] }) });
}

/** Moves what stands right of a new step to the right, where the new one would lie on it. */
function makeRoom(document: Parameters<ReturnType<typeof moveSteps>>[0], added: string, next: string) {
  const own = document.layout[added];
  const beyond = document.layout[next];
  if (!own || !beyond || Math.abs(beyond.x - own.x) > 220 || Math.abs(beyond.y - own.y) > 60)
    return moveSteps({});
  const shift = 240;
  const right = Object.entries(document.layout).filter(
    ([key, place]) => key !== added && place.x >= beyond.x,
  );
  return moveSteps({
    ...Object.fromEntries(right.map(([key, { x, y }]) => [key, { x: x + shift, y }])),
    [added]: { x: beyond.x, y: beyond.y },
  });
}

/** Removes what is selected. @returns the name of a step that has to stay, or null */
export function removeSelected(store: DesignerStore, what?: Selection): string | null {
  const { history, selection } = store.getState();
  const { present } = history;
  const chosen = existing(present, what ?? selection);
  act(store, removeElements(chosen));
  const stays = chosen.steps.find((key) => whyStays(present, key) !== null);
  return stays === undefined ? null : (stepOf(present, stays)?.name ?? stays);
}

import { createContext, useContext } from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';
import type { DesignWorld } from '@/lib/definitions/schema';
import type { Finding } from '@/lib/engine/definition/finding';
import {
  type Command,
  type DesignDocument,
  existing,
  followed,
  nothingSelected,
  only,
  type Selection,
} from './document/document';
import type { Pasted } from './document/paste';
import { begin, type History, pause, perform, redo, undo } from './document/history';
import type { SaveState } from './saving/save-state';

export type DesignerView = 'canvas' | 'list' | 'code' | 'simulate';

export type DesignerState = {
  readonly history: History;
  readonly selection: Selection;
  /** Grows when something else is selected by hand, not when what is selected gets another key. */
  readonly selected: number;
  /** A place of the definition that wants the focus; `times` tells one wish from the next. */
  readonly focus: { readonly path: string; readonly times: number } | null;
  readonly view: DesignerView;
  /** Text of the code view that is no definition yet; null while text and definition are the same. */
  readonly code: string | null;
  readonly findings: readonly Finding[];
  /** It has been checked at all since the designer was opened. */
  readonly checked: boolean;
  readonly problemsOpen: boolean;
  /** What was different about the last paste; null when there is nothing to say, or it has been read. */
  readonly pasted: Omit<Pasted, 'document'> | null;
  readonly save: SaveState;
  readonly known: DesignWorld;
  readonly readOnly: boolean;
  /** Steps of the active version: their keys are where live instances stand, so they do not follow a name. */
  readonly publishedSteps: ReadonlySet<string>;
};

export type DesignerStore = StoreApi<DesignerState>;

/** A designer at its beginning. */
export function createDesigner(
  document: DesignDocument,
  given: Pick<DesignerState, 'known' | 'readOnly' | 'publishedSteps' | 'save'>,
): DesignerStore {
  return createStore<DesignerState>(() => ({
    history: begin(document),
    selection: nothingSelected,
    selected: 0,
    focus: null,
    view: 'canvas',
    code: null,
    findings: [],
    checked: false,
    problemsOpen: false,
    pasted: null,
    ...given,
  }));
}

/** Does a command, if anything may be changed here, and selects what is to be selected then. */
export function act(
  store: DesignerStore,
  command: Command,
  { burst = null, select }: { burst?: string | null; select?: Selection } = {},
): void {
  const state = store.getState();
  if (state.readOnly) return;
  const history = perform(state.history, command, burst);
  if (history === state.history && !select) return;
  store.setState({
    history,
    selection: select
      ? existing(history.present, select)
      : followed(state.history.present, history.present, state.selection),
    ...(select && { selected: state.selected + 1 }),
  });
}

/** Takes the last entry back. */
export function undoLast(store: DesignerStore): void {
  step(store, undo);
}

/** Does again what was taken back last. */
export function redoNext(store: DesignerStore): void {
  step(store, redo);
}

function step(store: DesignerStore, move: (history: History) => History): void {
  const { history, selection, readOnly } = store.getState();
  if (readOnly) return;
  const next = move(history);
  store.setState({ history: next, selection: followed(history.present, next.present, selection) });
}

/** Ends a burst of typing. */
export function endBurst(store: DesignerStore): void {
  const { history } = store.getState();
  const paused = pause(history);
  if (paused !== history) store.setState({ history: paused });
}

/** Selects; an empty selection shows the settings of the whole process. */
export function select(store: DesignerStore, selection: Selection): void {
  const state = store.getState();
  const same =
    state.selection.steps.join() === selection.steps.join() &&
    state.selection.transitions.join() === selection.transitions.join() &&
    state.selection.annotations.join() === selection.annotations.join();
  if (same) return;
  store.setState({ selection, selected: state.selected + 1, history: pause(state.history) });
}

/** Selects what a finding is about and asks for the focus at its place. */
export function goTo(store: DesignerStore, path: string): void {
  const { history, focus, view } = store.getState();
  if (path.startsWith('/scenarios/')) return store.setState({ view: 'simulate' });
  const { definition } = history.present;
  const [, list, index] = path.split('/');
  const step = list === 'steps' ? definition.steps[Number(index)] : undefined;
  const transition = list === 'transitions' ? definition.transitions[Number(index)] : undefined;
  const drawn = list === 'annotations' ? definition.annotations?.[Number(index)] : undefined;
  select(
    store,
    only({
      ...(step && { steps: [step.key] }),
      ...(transition && { transitions: [transition.key] }),
      ...(drawn && { annotations: [drawn.key] }),
    }),
  );
  store.setState({
    focus: { path, times: (focus?.times ?? 0) + 1 },
    ...((view === 'code' || view === 'simulate') && { view: 'canvas' }),
  });
}

/** Selects a note or a group and asks for the focus at its words. */
export function focusAnnotation(store: DesignerStore, key: string): void {
  const annotations = store.getState().history.present.definition.annotations ?? [];
  const index = annotations.findIndex((one) => one.key === key);
  const words = annotations[index]?.type === 'GROUP' ? 'name' : 'text';
  if (index >= 0) goTo(store, `/annotations/${index}/${words}`);
}

const DesignerContext = createContext<DesignerStore | null>(null);
export const DesignerProvider = DesignerContext.Provider;

/** The designer that this component is part of. */
export function useDesignerStore(): DesignerStore {
  const store = useContext(DesignerContext);
  if (!store) throw new Error('useDesignerStore needs the DesignerProvider around it');
  return store;
}

/** A part of its state, followed. */
export function useDesigner<T>(part: (state: DesignerState) => T): T {
  return useStore(useDesignerStore(), part);
}

/** The document as it is now. */
export function useDocument(): DesignDocument {
  return useDesigner((state) => state.history.present);
}

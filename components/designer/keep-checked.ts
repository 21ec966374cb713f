import type { DesignerStore } from './store';

/** Milliseconds without a change before the definition is checked anew. */
const quiet = 250;
/** Milliseconds after opening: the drawing stands first. */
const first = 50;
/** Milliseconds until another try when the code that checks could not be loaded. */
const again = 5_000;

/** Checks the definition as publishing does, when it is opened and whenever it has changed. @returns how to stop it */
export function keepChecked(store: DesignerStore): () => void {
  let stopped = false;
  let timer = setTimeout(() => void check(), first);
  async function check(): Promise<void> {
    // What checks is large (conditions, schemas, time), so it is no part of what opens the drawing.
    const code = await import('./check-document').catch(() => null);
    if (stopped) return;
    if (!code) {
      timer = setTimeout(() => void check(), again);
      return;
    }
    const { history, known } = store.getState();
    store.setState({ findings: code.findingsOf(history.present, known), checked: true });
  }
  const unsubscribe = store.subscribe((state, before) => {
    const [now, then] = [state.history.present, before.history.present];
    if (now.definition === then.definition && now.scenarios === then.scenarios) return;
    clearTimeout(timer);
    timer = setTimeout(() => void check(), quiet);
  });
  return () => {
    stopped = true;
    clearTimeout(timer);
    unsubscribe();
  };
}

import { lint } from '@/lib/engine/definition/lint';
import type { Finding } from '@/lib/engine/definition/finding';
import { parseDefinition } from '@/lib/engine/definition/parse';
import type { Definition } from '@/lib/engine/definition/schema';
import type { DesignerStore } from './store';

/** Milliseconds without a change before the definition is checked anew. */
const quiet = 250;

/** Checks the definition as publishing does, whenever it has changed. @returns how to stop it */
export function keepChecked(store: DesignerStore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    const { history, known } = store.getState();
    store.setState({ findings: findingsOf(history.present.definition, known) });
  };
  check();
  const unsubscribe = store.subscribe((state, before) => {
    if (state.history.present.definition === before.history.present.definition) return;
    clearTimeout(timer);
    timer = setTimeout(check, quiet);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

/** What is wrong with the definition: its shape first; what it means once the shape is right. */
export function findingsOf(definition: Definition, known: Parameters<typeof lint>[1]): readonly Finding[] {
  const parsed = parseDefinition(definition);
  return parsed.ok ? lint(parsed.definition, known) : parsed.findings;
}

import { lint } from '@/lib/engine/definition/lint';
import type { Finding } from '@/lib/engine/definition/finding';
import { parseDefinition } from '@/lib/engine/definition/parse';
import { withScenarios } from '@/lib/engine/simulation/scenario-findings';
import { mayDecide } from '@/lib/tasks/authority';
import type { DesignDocument } from './document/document';
import type { DesignerStore } from './store';

/** Milliseconds without a change before the definition is checked anew. */
const quiet = 250;

/** Checks the definition as publishing does, whenever it has changed. @returns how to stop it */
export function keepChecked(store: DesignerStore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    const { history, known } = store.getState();
    store.setState({ findings: findingsOf(history.present, known) });
  };
  check();
  const unsubscribe = store.subscribe((state, before) => {
    const [now, then] = [state.history.present, before.history.present];
    if (now.definition === then.definition && now.scenarios === then.scenarios) return;
    clearTimeout(timer);
    timer = setTimeout(check, quiet);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

/** What is wrong: the shape first; what it means once the shape is right; then the scenarios that do not end as expected. */
export function findingsOf(
  { definition, scenarios }: Pick<DesignDocument, 'definition' | 'scenarios'>,
  known: Parameters<typeof lint>[1],
): readonly Finding[] {
  const parsed = parseDefinition(definition);
  if (!parsed.ok) return parsed.findings;
  return withScenarios(lint(parsed.definition, known), parsed.definition, scenarios, mayDecide);
}

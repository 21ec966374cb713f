import type { Definition, Transition } from '@/lib/engine/definition/schema';
import type { Step } from '@/lib/engine/definition/step-schema';
import { type BpmnElement, kindOf, listOf, partOf, textOf } from './element';

/**
 * The definition that we have written into a file, or null where the file is another's, or somebody has drawn in it since:
 * then what is drawn counts.
 */
export function ownDefinition(
  process: BpmnElement,
): { readonly definition: Definition; readonly elements: ReadonlyMap<string, string> } | null {
  const head = ownJson<Omit<Definition, 'steps' | 'transitions' | 'annotations'>>(
    process,
    'interlock:Process',
  );
  if (!head) return null;
  const elements = new Map<string, string>();
  const steps: Step[] = [];
  const transitions: Transition[] = [];
  for (const element of listOf(process, 'flowElements')) {
    const step = ownJson<Step>(element, 'interlock:Step');
    const transition = ownJson<Transition>(element, 'interlock:Transition');
    if (step) {
      steps.push(step);
      elements.set(step.key, element.id ?? '');
    } else if (transition) {
      transitions.push(transition);
    } else if (!isHelper(element)) {
      return null;
    }
  }
  const keys = new Set(steps.map(({ key }) => key));
  const whole = transitions.every(({ from, to }) => keys.has(from) && keys.has(to));
  return whole ? { definition: { ...head, steps, transitions }, elements } : null;
}

function isHelper(element: BpmnElement): boolean {
  return (
    kindOf(element) === 'BoundaryEvent' ||
    listOf(partOf(element, 'extensionElements'), 'values').some(({ $type }) => $type === 'interlock:Helper')
  );
}

/** What we have written about an element; null where we have not, or it is no JSON any more. */
export function ownJson<T>(element: BpmnElement, type: string): T | null {
  const own = listOf(partOf(element, 'extensionElements'), 'values').find(({ $type }) => $type === type);
  const text = textOf(own, 'body');
  if (text === undefined) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

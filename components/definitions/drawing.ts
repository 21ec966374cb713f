import type { DiagramProps } from '@/components/diagram/contract';
import type {
  Annotation,
  Definition,
  GroupAnnotation,
  Layout,
  NoteAnnotation,
  Transition,
} from '@/lib/engine/definition/schema';

/** A definition as the diagram takes it. A transition without a name is called by the outcome that takes it. */
export function drawingOf(
  definition: Definition,
  layout: Layout | null,
): Pick<DiagramProps, 'steps' | 'transitions' | 'notes' | 'groups' | 'positions'> {
  return {
    steps: definition.steps.map(({ key, name, type }) => ({ key, name: name ?? key, type })),
    transitions: definition.transitions.map((transition) => ({
      key: transition.key,
      from: transition.from,
      to: transition.to,
      label: transition.name ?? outcomeOf(definition, transition),
    })),
    ...drawnBeside(definition.annotations ?? []),
    ...(layout ? { positions: layout } : {}),
  };
}

/** Notes and groups as the diagram takes them. */
export function drawnBeside(annotations: readonly Annotation[]): Pick<DiagramProps, 'notes' | 'groups'> {
  return {
    notes: annotations.filter((one): one is NoteAnnotation => one.type === 'NOTE'),
    groups: annotations.filter((one): one is GroupAnnotation => one.type === 'GROUP'),
  };
}

function outcomeOf({ steps }: Definition, { from, on }: Transition): string | undefined {
  if (typeof on !== 'object' || !('outcome' in on)) return undefined;
  const step = steps.find(({ key }) => key === from);
  const outcome =
    step?.type === 'USER_TASK' ? step.outcomes.find(({ key }) => key === on.outcome) : undefined;
  return outcome?.name ?? on.outcome;
}

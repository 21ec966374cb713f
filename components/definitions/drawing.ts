import type { DiagramProps } from '@/components/diagram/contract';
import type { Definition, Layout, Transition } from '@/lib/engine/definition/schema';

/** A definition as the diagram takes it. A transition without a name is called by the outcome that takes it. */
export function drawingOf(
  definition: Definition,
  layout: Layout | null,
): Pick<DiagramProps, 'steps' | 'transitions' | 'positions'> {
  return {
    steps: definition.steps.map(({ key, name, type }) => ({ key, name: name ?? key, type })),
    transitions: definition.transitions.map((transition) => ({
      key: transition.key,
      from: transition.from,
      to: transition.to,
      label: transition.name ?? outcomeOf(definition, transition),
    })),
    ...(layout ? { positions: layout } : {}),
  };
}

function outcomeOf({ steps }: Definition, { from, on }: Transition): string | undefined {
  if (typeof on !== 'object' || !('outcome' in on)) return undefined;
  const step = steps.find(({ key }) => key === from);
  const outcome =
    step?.type === 'USER_TASK' ? step.outcomes.find(({ key }) => key === on.outcome) : undefined;
  return outcome?.name ?? on.outcome;
}

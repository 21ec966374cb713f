import type { Definition } from '@/lib/engine/definition/schema';

/** What a finding is about by the name that it has on the drawing: a transition without one by the steps it joins. */
export function nameOfElement(definition: Definition | null, element: string): string {
  if (!definition) return element;
  const { steps, transitions, annotations = [] } = definition;
  const placed = [...steps, ...transitions, ...annotations].find(({ key }) => key === element);
  if (placed && 'name' in placed && placed.name) return placed.name;
  if (!placed || !('from' in placed)) return element;
  const step = (key: string) => steps.find((one) => one.key === key)?.name ?? key;
  return `${step(placed.from)} → ${step(placed.to)}`;
}

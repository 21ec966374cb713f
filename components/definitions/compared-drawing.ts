import type { DiagramProps, StepMark } from '@/components/diagram/contract';
import type { Comparison } from '@/lib/engine/definition/compare';
import type { Definition, Layout } from '@/lib/engine/definition/schema';
import { drawingOf, drawnBeside } from './drawing';

/** Both versions in one drawing: what came, went or differs is marked; what is gone stands where it stood. */
export function comparedDrawing(
  before: { readonly definition: Definition; readonly layout: Layout | null },
  after: { readonly definition: Definition; readonly layout: Layout | null },
  { steps, transitions }: Comparison,
): DiagramProps {
  const old = drawingOf(before.definition, before.layout);
  const current = drawingOf(after.definition, after.layout);
  const gone = new Set(steps.filter(({ kind }) => kind === 'removed').map(({ key }) => key));
  const cut = new Set(transitions.filter(({ kind }) => kind === 'removed').map(({ key }) => key));
  const kinds = new Map(steps.map(({ key, kind }) => [key, kind]));
  const all = [...current.steps, ...old.steps.filter(({ key }) => gone.has(key))];
  const marks: Record<string, StepMark> = Object.fromEntries(
    all.map(({ key }) => [key, { kind: kinds.get(key) ?? 'same', visits: 0 }]),
  );
  return {
    steps: all,
    transitions: [...current.transitions, ...old.transitions.filter(({ key }) => cut.has(key))],
    positions: { ...old.positions, ...current.positions },
    ...drawnBeside(after.definition.annotations ?? []),
    marks,
    changedTransitions: Object.fromEntries(transitions.map(({ key, kind }) => [key, kind])),
  };
}

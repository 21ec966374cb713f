import type { DiagramProps } from './contract';
import type { EdgeLook } from './transition-edge';

/**
 * How each transition is drawn: the way that an instance took apart from the ways that it did not, and in a comparison what
 * is new, differs or is gone apart from what is as before.
 */
export function edgeLooks({
  takenTransitions,
  changedTransitions,
}: Pick<DiagramProps, 'takenTransitions' | 'changedTransitions'>): (key: string) => EdgeLook {
  if (changedTransitions) return (key) => changedTransitions[key] ?? 'plain';
  if (!takenTransitions) return () => 'plain';
  const taken = new Set(takenTransitions);
  return (key) => (taken.has(key) ? 'taken' : 'untaken');
}

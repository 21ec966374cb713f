import type { Definition, Layout } from '@/lib/engine/definition/schema';
import { type BpmnElement, kindOf, listOf, partOf } from './element';

/** Our steps are wider than those of BPMN tools: places are spread by this much. */
export const spread = { x: 1.75, y: 1.15 };
/** Size of a step in the drawing, in pixels. */
export const size = { width: 176, height: 64 };

export type Bounds = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/**
 * Where steps and notes stand by the file's diagram; empty where it has none of them. Steps between others get a place beside.
 * @param elements key of each → id of its element
 */
export function placesOf(
  root: BpmnElement,
  definition: Definition,
  elements: ReadonlyMap<string, string>,
): Layout {
  const bounds = boundsIn(root);
  const layout: Record<string, { x: number; y: number }> = {};
  for (const { key } of definition.steps) {
    const id = elements.get(key) ?? key;
    const own = bounds.get(id);
    const base = own ?? bounds.get(id.replace(/:.*$/, ''));
    if (!base) continue;
    const middle = { x: (base.x + base.width / 2) * spread.x, y: (base.y + base.height / 2) * spread.y };
    const beside = own ? 0 : 110;
    layout[key] = {
      x: Math.round(middle.x - size.width / 2 + beside),
      y: Math.round(middle.y - size.height / 2 + beside / 2),
    };
  }
  for (const { key, type } of definition.annotations ?? []) {
    const own = bounds.get(elements.get(key) ?? '');
    if (type === 'NOTE' && own)
      layout[key] = { x: Math.round(own.x * spread.x), y: Math.round(own.y * spread.y) };
  }
  return layout;
}

/** The shapes of the file's diagrams, by the ids of their elements. */
export function boundsIn(root: BpmnElement): Map<string, Bounds> {
  const found = new Map<string, Bounds>();
  for (const diagram of listOf(root, 'diagrams'))
    for (const shape of listOf(partOf(diagram, 'plane'), 'planeElement')) {
      const id = partOf(shape, 'bpmnElement')?.id;
      const bounds = partOf(shape, 'bounds') as unknown as Partial<Bounds> | undefined;
      if (kindOf(shape) !== 'BPMNShape' || id === undefined || !bounds) continue;
      const { x = 0, y = 0, width = 0, height = 0 } = bounds;
      found.set(id, { x, y, width, height });
    }
  return found;
}

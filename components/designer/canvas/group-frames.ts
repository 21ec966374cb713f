import type { NodeChange, NodePositionChange } from '@xyflow/react';
import { framesOf } from '@/components/diagram/annotation-places';
import type { CanvasNode } from './drawn-elements';

/** The nodes with each group's frame around where its steps stand now; a group without a step is left out. */
export function withFrames(nodes: readonly CanvasNode[]): CanvasNode[] {
  const groups = nodes.filter((node) => node.type === 'frame');
  if (groups.length === 0) return [...nodes];
  const boxes = new Map(
    nodes.flatMap((node) =>
      node.type === 'step'
        ? [[node.id, { ...node.position, width: node.width ?? 0, height: node.height ?? 0 }] as const]
        : [],
    ),
  );
  const byKey = new Map(groups.map((node) => [node.id, node]));
  const frames = framesOf(
    groups.map(({ id, data }) => ({ key: id, name: data.name, steps: data.steps })),
    (step) => boxes.get(step),
  ).map(({ group, frame: { x, y, width, height } }): CanvasNode => {
    const node = byKey.get(group.key)!;
    return { ...node, position: { x, y }, width, height, measured: { width, height } };
  });
  return [...frames, ...nodes.filter((node) => node.type !== 'frame')];
}

/** Lets the steps of a group that is moved move with it, those that are moved themselves left out. */
export function withMembers(
  changes: readonly NodeChange<CanvasNode>[],
  nodes: readonly CanvasNode[],
): NodeChange<CanvasNode>[] {
  const byKey = new Map(nodes.map((node) => [node.id, node]));
  const moved = new Set(changes.flatMap((change) => (change.type === 'position' ? change.id : [])));
  return changes.flatMap((change): NodeChange<CanvasNode>[] => {
    const group = change.type === 'position' ? byKey.get(change.id) : undefined;
    if (change.type !== 'position' || group?.type !== 'frame') return [change];
    if (!change.position) return [];
    const by = { x: change.position.x - group.position.x, y: change.position.y - group.position.y };
    // The frame follows its steps, so it needs no change of its own.
    return group.data.steps.flatMap((key): NodePositionChange[] => {
      const step = byKey.get(key);
      if (!step || moved.has(key)) return [];
      moved.add(key);
      const position = { x: step.position.x + by.x, y: step.position.y + by.y };
      return [{ id: key, type: 'position', position, dragging: change.dragging ?? false }];
    });
  });
}

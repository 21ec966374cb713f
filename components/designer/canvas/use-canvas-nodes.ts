import { applyNodeChanges, type NodeChange, useStoreApi } from '@xyflow/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { moveSteps } from '@/components/designer/document/steps';
import { act, select, useDesignerStore } from '@/components/designer/store';
import type { CanvasEdge, CanvasNode } from './drawn-elements';
import { withFrames, withMembers } from './group-frames';
import { sameElements } from './same-elements';

/**
 * What stands on the canvas, from what the document has. While something is dragged its place is the canvas's own; the
 * document gets it when it is let go. The functions stay the same ones from one picture to the next: React Flow would draw
 * every step and every transition anew for a function that differs.
 */
export function useCanvasNodes(drawn: CanvasNode[]) {
  const store = useDesignerStore();
  const flow = useStoreApi<CanvasNode, CanvasEdge>();
  const [nodes, setNodes] = useState(drawn);
  // What is dragged is committed from here: the state may not have come round yet.
  const latest = useRef(drawn);
  const dragging = useRef(false);

  const show = useCallback((next: CanvasNode[]) => {
    latest.current = sameElements(latest.current, next);
    setNodes(latest.current);
  }, []);

  useEffect(() => {
    if (!dragging.current) show(withMeasures(drawn, latest.current));
  }, [drawn, show]);

  const onNodesChange = useCallback(
    (changes: NodeChange<CanvasNode>[]) => {
      const before = latest.current;
      const others = withMembers(
        changes.filter(({ type }) => type !== 'select'),
        before,
      );
      if (others.length > 0) {
        const after = applyNodeChanges(others, before);
        show(others.some(({ type }) => type === 'position') ? withFrames(after) : after);
        // The arrow keys move without dragging: several presses are one entry.
        if (!dragging.current && others.some((change) => change.type === 'position'))
          act(store, moveSteps(placesOf(latest.current)), { burst: 'move' });
      }
      const picks = changes.filter((change) => change.type === 'select');
      if (picks.length === 0) return;
      const byKey = new Map(before.map((node) => [node.id, node.type]));
      const { selection } = store.getState();
      const steps = new Set(selection.steps);
      const annotations = new Set(selection.annotations);
      for (const { id, selected } of picks) {
        // A frame that is drawn with the pointer chooses steps and notes, not the groups that it crosses.
        if (selected && byKey.get(id) === 'frame' && flow.getState().userSelectionActive) continue;
        const chosen = byKey.get(id) === 'step' ? steps : annotations;
        if (selected) chosen.add(id);
        else chosen.delete(id);
      }
      select(store, { ...selection, steps: [...steps], annotations: [...annotations] });
    },
    [store, show, flow],
  );

  const drags = useMemo(() => {
    const start = () => {
      dragging.current = true;
    };
    const stop = () => {
      dragging.current = false;
      act(store, moveSteps(placesOf(latest.current)));
    };
    return {
      onNodeDragStart: start,
      onNodeDragStop: stop,
      onSelectionDragStart: start,
      onSelectionDragStop: stop,
    };
  }, [store]);

  return { nodes, onNodesChange, ...drags };
}

/** Where everything that has a place of its own stands. */
function placesOf(nodes: readonly CanvasNode[]): Record<string, { x: number; y: number }> {
  return Object.fromEntries(
    nodes.flatMap(({ id, type, position }) => (type === 'frame' ? [] : [[id, position]])),
  );
}

/** What React Flow has measured stays with a step: without it the transitions vanish, and cannot be drawn, until it is measured anew. */
function withMeasures(drawn: readonly CanvasNode[], before: readonly CanvasNode[]): CanvasNode[] {
  const measures = new Map(before.map(({ id, measured }) => [id, measured]));
  return drawn.map((node) => {
    const measured = node.measured ?? measures.get(node.id);
    return measured ? { ...node, measured } : node;
  });
}

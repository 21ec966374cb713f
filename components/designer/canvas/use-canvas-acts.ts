import { type Connection, type EdgeChange, type IsValidConnection, useReactFlow } from '@xyflow/react';
import { type DragEvent, useMemo } from 'react';
import { mayConnect, repoint } from '@/components/designer/document/transitions';
import { addNoteAt, addStepAt, connectSteps } from '@/components/designer/edits';
import { noteDragType, stepDragType } from '@/components/designer/palette';
import {
  act,
  type DesignerStore,
  focusAnnotation,
  select,
  useDesignerStore,
} from '@/components/designer/store';
import type { StepType } from '@/lib/engine/definition/step-schema';
import type { CanvasEdge, CanvasNode } from './drawn-elements';

/** What a person does on the canvas, as changes of the document. Made once, as the functions of {@link useCanvasNodes} are. */
export function useCanvasActs() {
  const store = useDesignerStore();
  const { screenToFlowPosition } = useReactFlow<CanvasNode, CanvasEdge>();
  return useMemo(() => {
    const isValidConnection: IsValidConnection<CanvasEdge> = ({ source, target }) =>
      mayConnect(store.getState().history.present, source, target);
    return {
      isValidConnection,
      onConnect: ({ source, target }: Connection) => connectSteps(store, source, target),
      onReconnect: (edge: CanvasEdge, { source, target }: Connection) =>
        act(store, repoint(edge.id, { from: source, to: target })),
      onEdgesChange: (changes: EdgeChange<CanvasEdge>[]) => pickTransitions(store, changes),
      onNodeDoubleClick: (_: unknown, node: CanvasNode) => {
        if (node.type !== 'step') focusAnnotation(store, node.id);
      },
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      },
      onDrop: (event: DragEvent) => {
        const type = event.dataTransfer.getData(stepDragType);
        if (type === '') return;
        event.preventDefault();
        const { x, y } = screenToFlowPosition({ x: event.clientX, y: event.clientY });
        const place = { x: snap(x - 88), y: snap(y - 32) };
        if (type === noteDragType) addNoteAt(store, place);
        else addStepAt(store, type as StepType, place);
      },
    };
  }, [store, screenToFlowPosition]);
}

function pickTransitions(store: DesignerStore, changes: readonly EdgeChange<CanvasEdge>[]): void {
  const picks = changes.filter((change) => change.type === 'select');
  if (picks.length === 0) return;
  const { selection } = store.getState();
  const chosen = new Set(selection.transitions);
  for (const { id, selected } of picks) {
    if (selected) chosen.add(id);
    else chosen.delete(id);
  }
  select(store, { ...selection, transitions: [...chosen] });
}

function snap(pixels: number): number {
  return Math.round(pixels / 8) * 8;
}

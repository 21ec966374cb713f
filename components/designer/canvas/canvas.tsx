'use client';

import {
  applyNodeChanges,
  Background,
  BackgroundVariant,
  ConnectionMode,
  MiniMap,
  type Connection,
  type NodeChange,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  SelectionMode,
  useReactFlow,
  useStoreApi,
} from '@xyflow/react';
import { useTranslations } from 'next-intl';
import { type DragEvent, useCallback, useEffect, useRef, useState } from 'react';
import { moveSteps } from '@/components/designer/document/steps';
import { mayConnect, repoint } from '@/components/designer/document/transitions';
import { addNoteAt, addStepAt, connectSteps } from '@/components/designer/edits';
import { noteDragType, stepDragType } from '@/components/designer/palette';
import { act, focusAnnotation, select, useDesigner, useDesignerStore } from '@/components/designer/store';
import { GroupNode, NoteNode } from '@/components/diagram/annotation-nodes';
import { prepareElk } from '@/components/diagram/elk';
import { NoteEdge } from '@/components/diagram/note-edge';
import type { StepType } from '@/lib/engine/definition/step-schema';
import { CanvasTools } from './canvas-tools';
import { DesignerEdge } from './designer-edge';
import { DesignerNode } from './designer-node';
import {
  type CanvasEdge,
  type CanvasNode,
  useDrawnEdges,
  useDrawnNodes,
  useWholeLayout,
} from './drawn-elements';
import { withFrames, withMembers } from './group-frames';
import { sameElements } from './same-elements';

const nodeTypes = { step: DesignerNode, note: NoteNode, frame: GroupNode };
const edgeTypes = { transition: DesignerEdge, note: NoteEdge };
const grid: [number, number] = [8, 8];
/** Milliseconds after which what tidies up is loaded: when the drawing stands. */
const prepareAfter = 1_500;
/** Steps and notes from which on only those in sight are in the page. */
const many = 40;
/** A zoom below which names cannot be read. */
const readable = 0.55;
const fit = { maxZoom: 1, padding: 0.15 };

/** The drawing that one works on. */
export function Canvas() {
  return (
    <ReactFlowProvider>
      <Flow />
    </ReactFlowProvider>
  );
}

/** The list as it was where nothing in it differs. */
function useSame<T extends { id: string; data?: unknown }>(now: T[]): T[] {
  const [kept, keep] = useState(now);
  const same = sameElements(kept, now);
  if (same !== kept) keep(same);
  return same;
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

function Flow() {
  const t = useTranslations('designer');
  const store = useDesignerStore();
  const readOnly = useDesigner((state) => state.readOnly);
  const [search, setSearch] = useState('');
  const layout = useWholeLayout();
  const drawn = useDrawnNodes(layout, search);
  const edges = useSame(useDrawnEdges(layout));
  const [nodes, setNodes] = useState(drawn);
  // What is dragged is committed from here: the state may not have come round yet.
  const latest = useRef(drawn);
  const dragging = useRef(false);
  const { screenToFlowPosition, fitView } = useReactFlow<CanvasNode, CanvasEdge>();
  const flow = useStoreApi<CanvasNode, CanvasEdge>();

  const show = useCallback((next: CanvasNode[]) => {
    latest.current = sameElements(latest.current, next);
    setNodes(latest.current);
  }, []);

  // While something is dragged its place is the canvas's own; the document gets it when it is let go.
  useEffect(() => {
    if (!dragging.current) show(withMeasures(drawn, latest.current));
  }, [drawn, show]);

  useEffect(() => {
    const later = setTimeout(prepareElk, prepareAfter);
    return () => clearTimeout(later);
  }, []);

  const focus = useDesigner((state) => state.focus);
  useEffect(() => {
    const { steps, transitions } = store.getState().selection;
    const { definition } = store.getState().history.present;
    const transition = definition.transitions.find(({ key }) => key === transitions[0]);
    const wanted = transition ? [transition.from, transition.to] : steps;
    if (focus && wanted.length > 0)
      void fitView({ nodes: wanted.map((id) => ({ id })), maxZoom: 1, padding: 0.4, duration: 200 });
  }, [focus, store, fitView]);

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

  function startDragging() {
    dragging.current = true;
  }

  function stopDragging() {
    dragging.current = false;
    act(store, moveSteps(placesOf(latest.current)));
  }

  function drop(event: DragEvent) {
    const type = event.dataTransfer.getData(stepDragType);
    if (type === '') return;
    event.preventDefault();
    const { x, y } = screenToFlowPosition({ x: event.clientX, y: event.clientY });
    const snap = (value: number) => Math.round(value / 8) * 8;
    const place = { x: snap(x - 88), y: snap(y - 32) };
    if (type === noteDragType) addNoteAt(store, place);
    else addStepAt(store, type as StepType, place);
  }

  return (
    <ReactFlow<CanvasNode, CanvasEdge>
      aria-label={t('canvas')}
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      onInit={(flow) => {
        // Of an empty canvas there is nothing to show all of; the first step stays where it is dropped.
        if (flow.getNodes().length === 0) return;
        void flow.fitView(fit).then(() => {
          if (flow.getZoom() >= readable) return;
          // Too small to read: it opens at its beginning instead.
          const all = flow.getNodes();
          const first = all.find((node) => node.type === 'step' && node.data.step.type === 'START') ?? all[0];
          if (first)
            void flow.setViewport({
              x: 40 - first.position.x * 0.8,
              y: 260 - first.position.y * 0.8,
              zoom: 0.8,
            });
        });
      }}
      onlyRenderVisibleElements={nodes.length > many}
      minZoom={0.1}
      maxZoom={2}
      snapToGrid
      snapGrid={grid}
      connectionMode={ConnectionMode.Strict}
      connectionRadius={28}
      selectionMode={SelectionMode.Partial}
      multiSelectionKeyCode={['Shift', 'Meta', 'Control']}
      deleteKeyCode={null}
      nodesDraggable={!readOnly}
      nodesConnectable={!readOnly}
      edgesReconnectable={!readOnly}
      edgesFocusable
      elevateEdgesOnSelect
      zoomOnDoubleClick={false}
      onNodesChange={onNodesChange}
      onEdgesChange={(changes) => {
        const picks = changes.filter((change) => change.type === 'select');
        if (picks.length === 0) return;
        const chosen = new Set(store.getState().selection.transitions);
        for (const { id, selected } of picks) {
          if (selected) chosen.add(id);
          else chosen.delete(id);
        }
        select(store, { ...store.getState().selection, transitions: [...chosen] });
      }}
      onNodeDragStart={startDragging}
      onNodeDragStop={stopDragging}
      onSelectionDragStart={startDragging}
      onSelectionDragStop={stopDragging}
      onNodeDoubleClick={(_, node) => {
        if (node.type !== 'step') focusAnnotation(store, node.id);
      }}
      isValidConnection={({ source, target }) => mayConnect(store.getState().history.present, source, target)}
      onConnect={({ source, target }: Connection) => connectSteps(store, source, target)}
      onReconnect={(edge, { source, target }) => act(store, repoint(edge.id, { from: source, to: target }))}
      onDragOver={(event) => {
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDrop={drop}
      ariaLabelConfig={{
        'node.a11yDescription.default': t('nodeKeys'),
        'edge.a11yDescription.default': t('edgeKeys'),
      }}
    >
      <Background variant={BackgroundVariant.Dots} gap={24} size={1} color="var(--color-line-strong)" />
      <MiniMap
        pannable
        zoomable
        ariaLabel={t('minimap')}
        className="overflow-hidden rounded-md border border-line max-lg:hidden"
        bgColor="var(--color-surface)"
        maskColor="var(--color-scrim)"
        nodeColor={({ type }) =>
          type === 'frame'
            ? 'transparent'
            : type === 'note'
              ? 'var(--color-caution-line)'
              : 'var(--color-control)'
        }
        nodeBorderRadius={12}
        style={{ width: 160, height: 100 }}
      />
      <Panel position="top-left" className="m-3!">
        <CanvasTools
          search={search}
          setSearch={setSearch}
          fit={() => void fitView({ ...fit, duration: 200 })}
        />
      </Panel>
      {nodes.length === 0 ? (
        <Panel
          position="top-center"
          className="top-1/3! rounded-lg border border-dashed border-line-strong bg-surface px-6 py-5 text-center"
        >
          <p className="text-base font-semibold">{t('emptyTitle')}</p>
          <p className="mt-1 max-w-80 text-base text-muted">
            {readOnly ? t('emptyReadOnly') : t('emptyText')}
          </p>
        </Panel>
      ) : null}
    </ReactFlow>
  );
}

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
} from '@xyflow/react';
import { useTranslations } from 'next-intl';
import { type DragEvent, useCallback, useEffect, useRef, useState } from 'react';
import { moveSteps } from '@/components/designer/document/steps';
import { mayConnect, repoint } from '@/components/designer/document/transitions';
import { addStepAt, connectSteps } from '@/components/designer/edits';
import { stepDragType } from '@/components/designer/palette';
import { act, select, useDesigner, useDesignerStore } from '@/components/designer/store';
import type { StepType } from '@/lib/engine/definition/step-schema';
import { CanvasTools } from './canvas-tools';
import { DesignerEdge, type DesignerEdgeType } from './designer-edge';
import { DesignerNode, type DesignerNodeType } from './designer-node';
import { useDrawnEdges, useDrawnNodes } from './drawn-elements';

const nodeTypes = { step: DesignerNode };
const edgeTypes = { transition: DesignerEdge };
const grid: [number, number] = [8, 8];
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

/** What React Flow has measured stays with a step: without it the transitions vanish, and cannot be drawn, until it is measured anew. */
function withMeasures(
  drawn: readonly DesignerNodeType[],
  before: readonly DesignerNodeType[],
): DesignerNodeType[] {
  const measures = new Map(before.map(({ id, measured }) => [id, measured]));
  return drawn.map((node) => {
    const measured = measures.get(node.id);
    return measured ? { ...node, measured } : node;
  });
}

function Flow() {
  const t = useTranslations('designer');
  const store = useDesignerStore();
  const readOnly = useDesigner((state) => state.readOnly);
  const [search, setSearch] = useState('');
  const drawn = useDrawnNodes(search);
  const edges = useDrawnEdges();
  const [nodes, setNodes] = useState(drawn);
  const dragging = useRef(false);
  const { screenToFlowPosition, fitView } = useReactFlow<DesignerNodeType, DesignerEdgeType>();

  // While something is dragged its place is the canvas's own; the document gets it when it is let go.
  useEffect(() => {
    if (!dragging.current) setNodes((before) => withMeasures(drawn, before));
  }, [drawn]);

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
    (changes: NodeChange<DesignerNodeType>[]) => {
      setNodes((before) =>
        applyNodeChanges(
          changes.filter(({ type }) => type !== 'select'),
          before,
        ),
      );
      const picks = changes.filter((change) => change.type === 'select');
      if (picks.length === 0) return;
      const chosen = new Set(store.getState().selection.steps);
      for (const { id, selected } of picks) {
        if (selected) chosen.add(id);
        else chosen.delete(id);
      }
      select(store, { ...store.getState().selection, steps: [...chosen] });
    },
    [store],
  );

  function drop(event: DragEvent) {
    const type = event.dataTransfer.getData(stepDragType);
    if (type === '') return;
    event.preventDefault();
    const { x, y } = screenToFlowPosition({ x: event.clientX, y: event.clientY });
    const snap = (value: number) => Math.round(value / 8) * 8;
    addStepAt(store, type as StepType, { x: snap(x - 88), y: snap(y - 32) });
  }

  return (
    <ReactFlow<DesignerNodeType, DesignerEdgeType>
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
          const first = all.find(({ data }) => data.step.type === 'START') ?? all[0];
          if (first)
            void flow.setViewport({
              x: 40 - first.position.x * 0.8,
              y: 260 - first.position.y * 0.8,
              zoom: 0.8,
            });
        });
      }}
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
      onNodeDragStart={() => {
        dragging.current = true;
      }}
      onNodeDragStop={(_, __, moved) => {
        dragging.current = false;
        act(store, moveSteps(Object.fromEntries(moved.map(({ id, position }) => [id, position]))));
      }}
      onSelectionDragStart={() => {
        dragging.current = true;
      }}
      onSelectionDragStop={(_, moved) => {
        dragging.current = false;
        act(store, moveSteps(Object.fromEntries(moved.map(({ id, position }) => [id, position]))));
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
        nodeColor="var(--color-control)"
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

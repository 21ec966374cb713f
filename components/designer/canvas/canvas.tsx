'use client';

import {
  ConnectionMode,
  ReactFlow,
  ReactFlowProvider,
  SelectionMode,
  useReactFlow,
  type Viewport,
} from '@xyflow/react';
import { useTranslations } from 'next-intl';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useDesigner, useDesignerStore } from '@/components/designer/store';
import { useDrawn } from '@/components/designer/use-drawn';
import { GroupNode, NoteNode } from '@/components/diagram/annotation-nodes';
import { prepareElk } from '@/components/diagram/elk';
import { NoteEdge } from '@/components/diagram/note-edge';
import { CanvasFurniture } from './canvas-furniture';
import { DesignerEdge } from './designer-edge';
import { DesignerNode } from './designer-node';
import {
  type CanvasEdge,
  type CanvasNode,
  useDrawnEdges,
  useDrawnNodes,
  useWholeLayout,
} from './drawn-elements';
import { firstViewport, minZoom } from './first-viewport';
import { sameElements } from './same-elements';
import { useCanvasActs } from './use-canvas-acts';
import { useCanvasNodes } from './use-canvas-nodes';

const nodeTypes = { step: DesignerNode, note: NoteNode, frame: GroupNode };
const edgeTypes = { transition: DesignerEdge, note: NoteEdge };
const grid: [number, number] = [8, 8];
const severalKeys = ['Shift', 'Meta', 'Control'];
/** Milliseconds after which what tidies up is loaded: when the drawing stands. */
const prepareAfter = 1_500;
/** Steps and notes from which on only those in sight are in the page. */
const many = 40;

/** The drawing that one works on. */
export function Canvas() {
  const frame = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  const layout = useWholeLayout();
  const drawn = useDrawnNodes(layout, search);
  const edges = useSame(useDrawnEdges(layout));
  const [viewport, setViewport] = useState<Viewport | null>(null);
  const given = useRef(drawn);
  useLayoutEffect(() => {
    const { clientWidth, clientHeight } = frame.current!;
    setViewport(firstViewport(given.current, { width: clientWidth, height: clientHeight }));
  }, []);
  return (
    <div ref={frame} className="size-full">
      {viewport ? (
        <ReactFlowProvider>
          <Flow drawn={drawn} edges={edges} viewport={viewport} search={search} setSearch={setSearch} />
        </ReactFlowProvider>
      ) : null}
    </div>
  );
}

/** The list as it was where nothing in it differs. */
function useSame<T extends { id: string; data?: unknown }>(now: T[]): T[] {
  const [kept, keep] = useState(now);
  const same = sameElements(kept, now);
  if (same !== kept) keep(same);
  return same;
}

function Flow({
  drawn,
  edges,
  viewport,
  search,
  setSearch,
}: {
  drawn: CanvasNode[];
  edges: CanvasEdge[];
  viewport: Viewport;
  search: string;
  setSearch: (words: string) => void;
}) {
  const t = useTranslations('designer');
  const readOnly = useDesigner((state) => state.readOnly);
  const { nodes, ...changes } = useCanvasNodes(drawn);
  const acts = useCanvasActs();
  const words = useMemo(
    () => ({ 'node.a11yDescription.default': t('nodeKeys'), 'edge.a11yDescription.default': t('edgeKeys') }),
    [t],
  );
  const shown = useDrawn();
  useShownFocus();
  useEffect(() => {
    const later = setTimeout(prepareElk, prepareAfter);
    return () => clearTimeout(later);
  }, []);
  return (
    <ReactFlow<CanvasNode, CanvasEdge>
      aria-label={t('canvas')}
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      defaultViewport={viewport}
      onlyRenderVisibleElements={nodes.length > many}
      minZoom={minZoom}
      maxZoom={2}
      snapToGrid
      snapGrid={grid}
      connectionMode={ConnectionMode.Strict}
      connectionRadius={28}
      selectionMode={SelectionMode.Partial}
      multiSelectionKeyCode={severalKeys}
      deleteKeyCode={null}
      nodesDraggable={!readOnly}
      nodesConnectable={!readOnly}
      edgesReconnectable={!readOnly}
      edgesFocusable
      elevateEdgesOnSelect
      zoomOnDoubleClick={false}
      ariaLabelConfig={words}
      {...changes}
      {...acts}
    >
      {shown ? <CanvasFurniture search={search} setSearch={setSearch} empty={nodes.length === 0} /> : null}
    </ReactFlow>
  );
}

/** Brings into sight what is to be looked at. */
function useShownFocus(): void {
  const store = useDesignerStore();
  const focus = useDesigner((state) => state.focus);
  const { fitView } = useReactFlow();
  useEffect(() => {
    const { steps, transitions } = store.getState().selection;
    const { definition } = store.getState().history.present;
    const transition = definition.transitions.find(({ key }) => key === transitions[0]);
    const wanted = transition ? [transition.from, transition.to] : steps;
    if (focus && wanted.length > 0)
      void fitView({ nodes: wanted.map((id) => ({ id })), maxZoom: 1, padding: 0.4, duration: 200 });
  }, [focus, store, fitView]);
}

'use client';

import {
  Background,
  BackgroundVariant,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react';
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { edgeLanes } from '@/lib/engine/definition/edge-lanes';
import { IconButton } from '@/components/ui/icon-button';
import { noteSize } from '@/lib/engine/definition/annotation-boxes';
import { lookOf, type DiagramProps } from './contract';
import { DiagramSkeleton } from './diagram-skeleton';
import { framesOf } from './annotation-places';
import { edgeLooks } from './edge-looks';
import { GroupNode, type GroupNodeType, NoteNode, type NoteNodeType } from './annotation-nodes';
import { layOut, labelOf, sizeOf, type DiagramLayout, type Drawing } from './layout';
import { NoteEdge, noteEdge, type NoteEdgeType } from './note-edge';
import { StepNode, type StepNodeType } from './step-node';
import { TransitionEdge, type TransitionEdgeType } from './transition-edge';

const nodeTypes = { step: StepNode, note: NoteNode, frame: GroupNode };
const edgeTypes = { transition: TransitionEdge, note: NoteEdge };

/** Pixels of width below which the process runs downwards. */
const narrow = 640;
/** A zoom below which names cannot be read; a larger drawing opens at its present place instead of whole. */
const readable = 0.72;
/** The zoom of one that opens at its present place. */
const openingZoom = 0.9;
const heights = { least: 180, most: 540 };
const margin = 24;
const none: readonly never[] = [];

type CanvasProps = DiagramProps & { width: number };

/** The drawing itself. `width` is the room that there is, in pixels. */
export function DiagramCanvas(props: CanvasProps) {
  const { steps, transitions, notes, groups, positions, width } = props;
  const t = useTranslations('diagram');
  const [layout, setLayout] = useState<DiagramLayout | 'failed' | null>(null);
  const direction = width < narrow ? 'DOWN' : 'RIGHT';
  // Fresh data of the same drawing must not move it: the layout depends on the content, not on the objects.
  const drawing = JSON.stringify({ steps, transitions, notes, groups, positions } satisfies Drawing);

  useEffect(() => {
    let current = true;
    layOut(JSON.parse(drawing) as Drawing, direction).then(
      (found) => current && setLayout(found),
      () => current && setLayout('failed'),
    );
    return () => {
      current = false;
    };
  }, [drawing, direction]);

  if (layout === 'failed') return <p className="p-6 text-center text-sm text-muted">{t('failed')}</p>;
  if (!layout) return <DiagramSkeleton />;
  const zoom = Math.min(1, (width - 2 * margin) / layout.extent.width);
  const shown = zoom < readable ? openingZoom : zoom;
  const wanted = layout.extent.height * shown + 2 * margin + 12;
  const height = Math.min(heights.most, Math.max(heights.least, wanted));
  return (
    <div style={{ height }}>
      <ReactFlowProvider>
        <Flow {...props} layout={layout} height={height} />
      </ReactFlowProvider>
    </div>
  );
}

function Flow(props: CanvasProps & { layout: DiagramLayout; height: number }) {
  const { layout, width, height, onSelectStep } = props;
  const t = useTranslations('diagram');
  const nodes = useNodes(props);
  const edges = useEdges(props);
  const beside = useAnnotations(props);
  const { setViewport } = useReactFlow();
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  // The view opens anew when the room or the drawing changes, not when marks do: that would pull it away under a reader.
  useEffect(() => {
    void setViewport(openingView({ ...latest.current, layout, width, height }));
  }, [layout, width, height, setViewport]);
  return (
    <ReactFlow
      nodes={useMemo(() => [...beside.nodes, ...nodes], [beside, nodes])}
      edges={useMemo(() => [...beside.edges, ...edges], [beside, edges])}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      defaultViewport={openingView(props)}
      minZoom={0.15}
      maxZoom={1.5}
      nodesDraggable={false}
      nodesConnectable={false}
      edgesFocusable={false}
      elementsSelectable={onSelectStep !== undefined}
      onNodeClick={(_, node) => node.type === 'step' && onSelectStep?.(node.id)}
      zoomOnScroll={false}
      zoomOnDoubleClick={false}
      preventScrolling={false}
      deleteKeyCode={null}
      ariaLabelConfig={{ 'node.a11yDescription.default': t('keyboardHint') }}
    >
      <Background variant={BackgroundVariant.Dots} gap={20} size={1} color="var(--color-line-strong)" />
      <Panel position="bottom-left">
        <Zoom />
      </Panel>
    </ReactFlow>
  );
}

function Zoom() {
  const t = useTranslations('diagram');
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  return (
    <div className="flex rounded-md border border-line bg-surface shadow-control">
      <IconButton
        size="sm"
        label={t('zoomOut')}
        icon={<ZoomOut aria-hidden />}
        onClick={() => void zoomOut()}
      />
      <IconButton size="sm" label={t('zoomIn')} icon={<ZoomIn aria-hidden />} onClick={() => void zoomIn()} />
      <IconButton
        size="sm"
        label={t('fit')}
        icon={<Maximize aria-hidden />}
        onClick={() => void fitView({ maxZoom: 1, padding: 0.06 })}
      />
    </div>
  );
}

function useNodes({
  steps,
  marks,
  badges,
  layout,
  selectedStep,
  notes = none,
}: CanvasProps & { layout: DiagramLayout }): StepNodeType[] {
  const t = useTranslations('diagram');
  return useMemo(
    () =>
      steps.map((step) => {
        const look = lookOf(step.key, marks);
        const visits = marks?.[step.key]?.visits ?? 0;
        const words = [step.name, t(`types.${step.type}`)];
        if (look !== 'plain') words.push(look === 'untaken' ? t('notReached') : t(`marks.${look}`));
        if (visits > 1) words.push(t('visits', { count: visits }));
        words.push(...(badges?.[step.key] ?? []).map(({ label }) => label));
        return {
          id: step.key,
          type: 'step' as const,
          position: layout.nodes[step.key] ?? { x: 0, y: 0 },
          ...sizeOf(step),
          selected: step.key === selectedStep,
          ariaLabel: words.join(', '),
          data: {
            step,
            look,
            visits,
            badges: badges?.[step.key] ?? [],
            direction: layout.direction,
            noted: notes.some(({ about }) => about === step.key),
          },
        };
      }),
    [steps, marks, badges, layout, selectedStep, notes, t],
  );
}

/** Notes, and frames behind the steps. */
function useAnnotations({
  steps,
  notes = none,
  groups = none,
  layout,
}: CanvasProps & { layout: DiagramLayout }): {
  nodes: (NoteNodeType | GroupNodeType)[];
  edges: NoteEdgeType[];
} {
  return useMemo(() => {
    const boxes = new Map(
      steps.map((step) => [step.key, { ...(layout.nodes[step.key] ?? { x: 0, y: 0 }), ...sizeOf(step) }]),
    );
    const still = { selectable: false, focusable: false, draggable: false };
    return {
      nodes: [
        ...framesOf(groups, (key) => boxes.get(key)).map(({ group, frame: { x, y, width, height } }) => ({
          id: group.key,
          type: 'frame' as const,
          position: { x, y },
          width,
          height,
          zIndex: -1,
          style: { pointerEvents: 'none' as const },
          data: { name: group.name, steps: group.steps },
          ...still,
        })),
        ...notes.map((note) => ({
          id: note.key,
          type: 'note' as const,
          position: layout.nodes[note.key] ?? { x: 0, y: 0 },
          ...noteSize(note.text),
          data: { text: note.text },
          ...still,
        })),
      ],
      edges: notes.flatMap(({ key, about }) =>
        about !== undefined && boxes.has(about) ? noteEdge(key, about) : [],
      ),
    };
  }, [steps, notes, groups, layout]);
}

function useEdges({
  steps,
  transitions,
  takenTransitions,
  changedTransitions,
  layout,
}: CanvasProps & { layout: DiagramLayout }): TransitionEdgeType[] {
  const t = useTranslations('diagram');
  return useMemo(() => {
    const names = new Map(steps.map((step) => [step.key, step.name]));
    const lookOfEdge = edgeLooks({ takenTransitions, changedTransitions });
    const laneOf = edgeLanes();
    // What is drawn last lies on top: the way taken, and what differs.
    const below = (key: string) => ['plain', 'untaken'].includes(lookOfEdge(key));
    const ordered = [...transitions].sort((a, b) => Number(below(b.key)) - Number(below(a.key)));
    return ordered.map((transition) => ({
      id: transition.key,
      type: 'transition' as const,
      source: transition.from,
      target: transition.to,
      ariaLabel: t('edge', {
        from: names.get(transition.from) ?? transition.from,
        to: names.get(transition.to) ?? transition.to,
        via: labelOf(transition),
      }),
      data: {
        label: labelOf(transition),
        look: lookOfEdge(transition.key),
        route: layout.routes[transition.key],
        lane: laneOf(transition.from, transition.to),
      },
    }));
  }, [steps, transitions, takenTransitions, changedTransitions, layout, t]);
}

/** The whole drawing where it stays readable, else the present step (or the start) in the middle. */
function openingView({
  steps,
  marks,
  layout,
  width,
  height,
}: CanvasProps & { layout: DiagramLayout; height: number }) {
  const { extent } = layout;
  const whole = Math.min(1, (width - 2 * margin) / extent.width, (height - 2 * margin) / extent.height);
  if (whole >= readable) {
    return {
      x: (width - extent.width * whole) / 2 - extent.x * whole,
      y: (height - extent.height * whole) / 2 - extent.y * whole,
      zoom: whole,
    };
  }
  const zoom = openingZoom;
  const present =
    steps.find(({ key }) => marks?.[key] && marks[key].kind !== 'done') ??
    steps.find(({ type }) => type === 'START') ??
    steps[0];
  const place = (present && layout.nodes[present.key]) ?? { x: 0, y: 0 };
  const size = present ? sizeOf(present) : { width: 0, height: 0 };
  const clamp = (middle: number, room: number, from: number, drawn: number) => {
    const offset =
      drawn * zoom + 2 * margin <= room
        ? (room - drawn * zoom) / 2
        : Math.min(margin, Math.max(room - drawn * zoom - margin, room / 2 - (middle - from) * zoom));
    return offset - from * zoom;
  };
  return {
    x: clamp(place.x + size.width / 2, width, extent.x, extent.width),
    y: clamp(place.y + size.height / 2, height, extent.y, extent.height),
    zoom,
  };
}

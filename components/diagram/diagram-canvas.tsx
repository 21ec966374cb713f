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
import { IconButton } from '@/components/ui/icon-button';
import { lookOf, type DiagramProps } from './contract';
import { DiagramSkeleton } from './diagram-skeleton';
import { layOut, labelOf, sizeOf, type DiagramLayout } from './layout';
import { StepNode, type StepNodeType } from './step-node';
import { TransitionEdge, type EdgeLook, type TransitionEdgeType } from './transition-edge';

const nodeTypes = { step: StepNode };
const edgeTypes = { transition: TransitionEdge };

/** Pixels of width below which the process runs downwards. */
const narrow = 640;
/** A zoom below which names cannot be read; a larger drawing opens at its present place instead of whole. */
const readable = 0.72;
const heights = { least: 180, most: 540 };
const margin = 24;

type CanvasProps = DiagramProps & { width: number };
type Drawing = Pick<DiagramProps, 'steps' | 'transitions' | 'positions'>;

/** The drawing itself. `width` is the room that there is, in pixels. */
export function DiagramCanvas(props: CanvasProps) {
  const { steps, transitions, positions, width } = props;
  const t = useTranslations('diagram');
  const [layout, setLayout] = useState<DiagramLayout | 'failed' | null>(null);
  const direction = width < narrow ? 'DOWN' : 'RIGHT';
  // Fresh data of the same drawing must not move it: the layout depends on the content, not on the objects.
  const drawing = JSON.stringify({ steps, transitions, positions });

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
  const zoom = Math.min(1, (width - 2 * margin) / layout.width);
  const wanted = layout.height * Math.max(zoom, readable) + 2 * margin + 12;
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
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      defaultViewport={openingView(props)}
      minZoom={0.15}
      maxZoom={1.5}
      nodesDraggable={false}
      nodesConnectable={false}
      edgesFocusable={false}
      elementsSelectable={onSelectStep !== undefined}
      onNodeClick={(_, node) => onSelectStep?.(node.id)}
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
          data: { step, look, visits, badges: badges?.[step.key] ?? [], direction: layout.direction },
        };
      }),
    [steps, marks, badges, layout, selectedStep, t],
  );
}

function useEdges({
  steps,
  transitions,
  takenTransitions,
  layout,
}: CanvasProps & { layout: DiagramLayout }): TransitionEdgeType[] {
  const t = useTranslations('diagram');
  return useMemo(() => {
    const names = new Map(steps.map((step) => [step.key, step.name]));
    const taken = takenTransitions && new Set(takenTransitions);
    const lookOfEdge = (key: string): EdgeLook => (taken ? (taken.has(key) ? 'taken' : 'untaken') : 'plain');
    // What is drawn last lies on top: the way taken.
    const ordered = [...transitions].sort(
      (a, b) => Number(taken?.has(a.key) ?? 0) - Number(taken?.has(b.key) ?? 0),
    );
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
      },
    }));
  }, [steps, transitions, takenTransitions, layout, t]);
}

/** The whole drawing where it stays readable, else the present step (or the start) in the middle. */
function openingView({
  steps,
  marks,
  layout,
  width,
  height,
}: CanvasProps & { layout: DiagramLayout; height: number }) {
  const whole = Math.min(1, (width - 2 * margin) / layout.width, (height - 2 * margin) / layout.height);
  if (whole >= readable) {
    return { x: (width - layout.width * whole) / 2, y: (height - layout.height * whole) / 2, zoom: whole };
  }
  const zoom = 0.9;
  const present =
    steps.find(({ key }) => marks?.[key] && marks[key].kind !== 'done') ??
    steps.find(({ type }) => type === 'START') ??
    steps[0];
  const place = (present && layout.nodes[present.key]) ?? { x: 0, y: 0 };
  const size = present ? sizeOf(present) : { width: 0, height: 0 };
  const clamp = (offset: number, room: number, drawn: number) =>
    drawn * zoom + 2 * margin <= room
      ? (room - drawn * zoom) / 2
      : Math.min(margin, Math.max(room - drawn * zoom - margin, offset));
  return {
    x: clamp(width / 2 - (place.x + size.width / 2) * zoom, width, layout.width),
    y: clamp(height / 2 - (place.y + size.height / 2) * zoom, height, layout.height),
    zoom,
  };
}

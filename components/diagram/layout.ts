import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api';
import type { DiagramProps, DiagramStep, DiagramTransition } from './contract';

export type Point = { x: number; y: number };

/** Where everything stands, in the drawing's own pixels. */
export type DiagramLayout = {
  nodes: Readonly<Record<string, Point>>;
  /** Bend points of a computed route, from border to border; absent where the edge finds its own way. */
  routes: Readonly<Record<string, { points: readonly Point[]; label?: Point }>>;
  direction: Direction;
  width: number;
  height: number;
};

export type Direction = 'RIGHT' | 'DOWN';

export type Size = { width: number; height: number };

const working: Size = { width: 176, height: 64 };

/** START and END are small and as wide as their names, every step that does something is larger. */
export function sizeOf(step: DiagramStep): Size {
  if (step.type !== 'START' && step.type !== 'END') return working;
  return { width: Math.min(176, Math.max(104, Math.round(step.name.length * 7.4) + 72)), height: 40 };
}

/** Pixels of an edge's label: an estimate good enough to keep its place free, since text is measured only once drawn. */
export function labelSize(text: string): Size {
  return { width: Math.min(150, Math.round(text.length * 6.4) + 14), height: 20 };
}

/** The words on an edge. */
export function labelOf(transition: DiagramTransition): string {
  return transition.label ?? transition.name ?? '';
}

const options = {
  'elk.algorithm': 'layered',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.considerModelOrder.strategy': 'PREFER_EDGES',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.nodePlacement.favorStraightEdges': 'true',
  'elk.layered.spacing.nodeNodeBetweenLayers': '36',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '14',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '20',
  'elk.spacing.edgeEdge': '16',
  'elk.spacing.edgeLabel': '0',
  'elk.layered.feedbackEdges': 'true',
  'elk.padding': '[top=8,left=8,bottom=8,right=8]',
};

/** Steps beyond which straight lines everywhere take longer than one likes to wait. */
const many = 40;

/** Of large drawings: the placement that is computed in one pass, and one try to cross few lines instead of seven. */
const optionsOfMany = {
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.thoroughness': '1',
};

/**
 * Places a definition's steps: where the designer put them, if it put all of them somewhere, else by ELK's layered
 * algorithm, which also routes the edges and finds room for their labels. ELK is large and loaded when first needed.
 */
export async function layOut(
  { steps, transitions, positions }: Pick<DiagramProps, 'steps' | 'transitions' | 'positions'>,
  direction: Direction,
): Promise<DiagramLayout> {
  if (positions && steps.every((step) => positions[step.key])) return placed(steps, positions);
  const { default: Elk } = await import('elkjs/lib/elk.bundled.js');
  const known = new Set(steps.map((step) => step.key));
  const graph: ElkNode = await new Elk().layout({
    id: 'definition',
    layoutOptions: { ...options, ...(steps.length > many && optionsOfMany), 'elk.direction': direction },
    children: steps.map((step) => ({
      id: step.key,
      ...sizeOf(step),
      layoutOptions: layerOf(step),
    })),
    edges: transitions.filter((edge) => known.has(edge.from) && known.has(edge.to)).map(toElkEdge),
  });
  return {
    nodes: Object.fromEntries(
      (graph.children ?? []).map((node) => [node.id, { x: node.x ?? 0, y: node.y ?? 0 }]),
    ),
    routes: routesOf(graph),
    direction,
    width: graph.width ?? 0,
    height: graph.height ?? 0,
  };
}

/** The start opens the drawing, whatever leads back to it. */
function layerOf(step: DiagramStep): Record<string, string> {
  return step.type === 'START' ? { 'elk.layered.layering.layerConstraint': 'FIRST' } : {};
}

function toElkEdge(transition: DiagramTransition): ElkExtendedEdge {
  const text = labelOf(transition);
  return {
    id: transition.key,
    sources: [transition.from],
    targets: [transition.to],
    labels: text ? [{ text, ...labelSize(text), layoutOptions: { 'elk.edgeLabels.inline': 'true' } }] : [],
  };
}

function routesOf(graph: ElkNode): DiagramLayout['routes'] {
  return Object.fromEntries(
    (graph.edges ?? []).map((edge) => {
      const points = (edge.sections ?? []).flatMap((part) => [
        part.startPoint,
        ...(part.bendPoints ?? []),
        part.endPoint,
      ]);
      const label = edge.labels?.[0];
      const centre = label && {
        x: (label.x ?? 0) + (label.width ?? 0) / 2,
        y: (label.y ?? 0) + (label.height ?? 0) / 2,
      };
      return [edge.id, { points, label: centre }];
    }),
  );
}

function placed(
  steps: readonly DiagramStep[],
  positions: NonNullable<DiagramProps['positions']>,
): DiagramLayout {
  const boxes = steps.map((step) => ({ ...(positions[step.key] ?? { x: 0, y: 0 }), ...sizeOf(step) }));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - Math.min(...boxes.map((box) => box.x));
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - Math.min(...boxes.map((box) => box.y));
  return { nodes: positions, routes: {}, direction: 'RIGHT', width, height };
}

import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api';
import { noteSize, type Box } from '@/lib/engine/definition/annotation-boxes';
import { extentOf, framesOf, notesAbove } from './annotation-places';
import { layOutByElk } from './elk';
import type { DiagramProps, DiagramStep, DiagramTransition } from './contract';

export type Point = { x: number; y: number };

/** Where everything stands, in the drawing's own pixels. */
export type DiagramLayout = {
  nodes: Readonly<Record<string, Point>>;
  /** Bend points of a computed route, from border to border; absent where the edge finds its own way. */
  routes: Readonly<Record<string, { points: readonly Point[]; label?: Point }>>;
  direction: Direction;
  /** What steps, notes, groups and routes take up together. */
  extent: Box;
};

/** What is laid out. */
export type Drawing = Pick<DiagramProps, 'steps' | 'transitions' | 'notes' | 'groups' | 'positions'>;

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
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
};

const groupPadding = '[top=48,left=24,bottom=24,right=24]';

/** Steps beyond which straight lines everywhere take longer than one likes to wait. */
const many = 40;

/** Of large drawings: the placement that is computed in one pass, and one try to cross few lines instead of seven. */
const optionsOfMany = {
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.thoroughness': '1',
};

/**
 * Places a definition's steps: where the designer put them, if it put all of them somewhere, else by ELK's layered
 * algorithm, which also routes the edges and finds room for their labels.
 */
export async function layOut(drawing: Drawing, direction: Direction): Promise<DiagramLayout> {
  const { steps, transitions, positions } = drawing;
  if (positions && steps.every((step) => positions[step.key]))
    return { ...whole(drawing, positions), routes: {}, direction: 'RIGHT' };
  const known = new Set(steps.map((step) => step.key));
  const graph = await layOutByElk({
    id: 'definition',
    layoutOptions: { ...options, ...(steps.length > many && optionsOfMany), 'elk.direction': direction },
    children: withinGroups(drawing),
    edges: transitions.filter((edge) => known.has(edge.from) && known.has(edge.to)).map(toElkEdge),
  });
  const nodes = Object.fromEntries(
    (graph.children ?? [])
      .flatMap((node) => (node.children && node.children.length > 0 ? node.children : [node]))
      .map((node) => [node.id, { x: node.x ?? 0, y: node.y ?? 0 }]),
  );
  const routed = { x: 0, y: 0, width: graph.width ?? 0, height: graph.height ?? 0 };
  return { ...whole(drawing, nodes, routed), routes: routesOf(graph), direction };
}

/** The steps, those of a group inside of it so that they are laid out together; one in several groups is in the first. */
function withinGroups({ steps, groups = [] }: Drawing): ElkNode[] {
  const free = new Map(steps.map((step) => [step.key, step]));
  const nodeOf = (step: DiagramStep, layoutOptions: Record<string, string> = {}): ElkNode => ({
    id: step.key,
    ...sizeOf(step),
    layoutOptions,
  });
  const framed = groups.flatMap(({ key, steps: members }): ElkNode[] => {
    const children = members.flatMap((member) => {
      const step = free.get(member);
      free.delete(member);
      return step ? nodeOf(step) : [];
    });
    return children.length > 0 ? [{ id: key, layoutOptions: { 'elk.padding': groupPadding }, children }] : [];
  });
  return [...[...free.values()].map((step) => nodeOf(step, layerOf(step))), ...framed];
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

/** Places for what has none, and what all of it takes up. */
function whole(
  { steps, notes = [], groups = [] }: Drawing,
  places: Readonly<Record<string, Point>>,
  routed?: Box,
): Pick<DiagramLayout, 'nodes' | 'extent'> {
  const boxes = new Map(
    steps.map((step) => [step.key, { ...(places[step.key] ?? { x: 0, y: 0 }), ...sizeOf(step) }]),
  );
  const drawn = [
    ...boxes.values(),
    ...framesOf(groups, (key) => boxes.get(key)).map(({ frame }) => frame),
    ...(routed ? [routed] : []),
  ];
  const homeless = notes.filter(({ key }) => !places[key]);
  const nodes = { ...places, ...notesAbove(homeless, places, extentOf(drawn).y) };
  const written = notes.map(({ key, text }) => ({ ...nodes[key]!, ...noteSize(text) }));
  return { nodes, extent: extentOf([...drawn, ...written]) };
}

import type { BpmnModdle, ModdleElement } from 'bpmn-moddle';
import { type Box, frameAround, noteSize } from '@/lib/engine/definition/annotation-boxes';
import type { Definition, Layout } from '@/lib/engine/definition/schema';
import type { Step } from '@/lib/engine/definition/step-schema';
import { size, spread } from './places';

/** What has a shape or an edge in the diagram. */
export type Drawn =
  | { readonly kind: 'step'; readonly element: ModdleElement; readonly key: string; readonly step: Step }
  /** The gateway behind a task, and an event at the edge of a step. */
  | { readonly kind: 'choice' | 'boundary'; readonly element: ModdleElement; readonly key: string }
  | { readonly kind: 'note'; readonly element: ModdleElement; readonly key: string; readonly text: string }
  | { readonly kind: 'group'; readonly element: ModdleElement; readonly steps: readonly string[] }
  | {
      readonly kind: 'flow';
      readonly element: ModdleElement;
      readonly from: ModdleElement;
      readonly to: ModdleElement;
    };

/** The diagram of a process (BPMN DI): a shape for each step, an edge for each flow. */
export function diagramOf(
  moddle: BpmnModdle,
  process: ModdleElement,
  drawn: readonly Drawn[],
  layout: Layout,
  definition: Definition,
): ModdleElement {
  const boxes = new Map<ModdleElement, Box>();
  const hosts = new Map<string, Box>();
  const edges = new Map<string, number>();
  for (const one of drawn) {
    if (one.kind !== 'step') continue;
    const box = boxOf(one.step, layout, definition);
    boxes.set(one.element, box);
    hosts.set(one.key, box);
  }
  for (const one of drawn) {
    if (one.kind === 'note') boxes.set(one.element, noteBox(layout[one.key], one.text));
    if (one.kind !== 'group') continue;
    const frame = frameAround(one.steps.flatMap((key) => hosts.get(key) ?? []));
    if (frame) boxes.set(one.element, frame);
  }
  for (const one of drawn) {
    if (one.kind !== 'choice' && one.kind !== 'boundary') continue;
    const host = hosts.get(one.key)!;
    const number = edges.get(one.key) ?? 0;
    if (one.kind === 'boundary') edges.set(one.key, number + 1);
    boxes.set(
      one.element,
      one.kind === 'choice'
        ? { x: host.x + host.width + 14, y: host.y + host.height / 2 - 16, width: 32, height: 32 }
        : { x: host.x + 8 + number * 34, y: host.y + host.height - 15, width: 30, height: 30 },
    );
  }
  const shapes = [...boxes].map(([element, box]) =>
    moddle.create('bpmndi:BPMNShape', {
      id: `${String(element['id'])}_shape`,
      bpmnElement: element,
      bounds: moddle.create('dc:Bounds', { ...box }),
    }),
  );
  const lines = drawn.flatMap((one) =>
    one.kind === 'flow'
      ? moddle.create('bpmndi:BPMNEdge', {
          id: `${String(one.element['id'])}_edge`,
          bpmnElement: one.element,
          waypoint: waypoints(boxes.get(one.from)!, boxes.get(one.to)!).map((point) =>
            moddle.create('dc:Point', point),
          ),
        })
      : [],
  );
  return moddle.create('bpmndi:BPMNDiagram', {
    id: 'diagram',
    plane: moddle.create('bpmndi:BPMNPlane', {
      id: 'plane',
      bpmnElement: process,
      planeElement: [...shapes, ...lines],
    }),
  });
}

const round = 36;
const gateway = 50;
const task = { width: 100, height: 70 };

/** The shape around the middle of our step, in the size that BPMN has for its kind. */
function boxOf(step: Step, layout: Layout, { steps }: Definition): Box {
  const place = layout[step.key] ?? { x: steps.indexOf(step) * 240, y: 0 };
  const middle = { x: (place.x + size.width / 2) / spread.x, y: (place.y + size.height / 2) / spread.y };
  const { width, height } = shapeOf(step);
  return { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
}

function shapeOf({ type }: Step): { readonly width: number; readonly height: number } {
  switch (type) {
    case 'START':
    case 'END':
    case 'COMPENSATE':
      return { width: round, height: round };
    case 'DECISION':
    case 'PARALLEL_FORK':
    case 'PARALLEL_JOIN':
      return { width: gateway, height: gateway };
    default:
      return task;
  }
}

/** A note is as large as its words need; only its corner is spread. */
function noteBox(place: Layout[string] | undefined, text: string): Box {
  return { x: (place?.x ?? 0) / spread.x, y: (place?.y ?? 0) / spread.y, ...noteSize(text) };
}

function waypoints(from: Box, to: Box): { x: number; y: number }[] {
  const start = { x: from.x + from.width, y: from.y + from.height / 2 };
  const end = { x: to.x, y: to.y + to.height / 2 };
  if (Math.abs(start.y - end.y) < 2) return [start, end];
  const middle = (start.x + end.x) / 2;
  return [start, { x: middle, y: start.y }, { x: middle, y: end.y }, end];
}

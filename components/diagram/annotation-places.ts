import { type Box, frameAround, noteSize } from '@/lib/engine/definition/annotation-boxes';
import type { DiagramGroup, DiagramNote } from './contract';
import type { Point } from './layout';

const gap = 24;

/** Places for notes of a drawing that was computed: in a row above it, each as near to its step as the others let it. */
export function notesAbove(
  notes: readonly DiagramNote[],
  nodes: Readonly<Record<string, Point>>,
  top: number,
): Record<string, Point> {
  const wanted = notes.map((note) => ({ note, x: (note.about && nodes[note.about]?.x) || 0 }));
  let free = -Infinity;
  return Object.fromEntries(
    wanted
      .sort((one, other) => one.x - other.x)
      .map(({ note, x }) => {
        const { width, height } = noteSize(note.text);
        const left = Math.max(x, free);
        free = left + width + gap;
        return [note.key, { x: left, y: top - gap - height }];
      }),
  );
}

/** The frames of the groups that have a step in the drawing, the widest first so that the inner ones lie on top. */
export function framesOf(
  groups: readonly DiagramGroup[],
  boxOf: (step: string) => Box | undefined,
): { group: DiagramGroup; frame: Box }[] {
  return groups
    .flatMap((group) => {
      const frame = frameAround(group.steps.flatMap((step) => boxOf(step) ?? []));
      return frame ? [{ group, frame }] : [];
    })
    .sort((one, other) => areaOf(other.frame) - areaOf(one.frame));
}

/** What all of the boxes take up together. */
export function extentOf(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}

function areaOf({ width, height }: Box): number {
  return width * height;
}

'use client';

import { useInternalNode, type Edge, type EdgeProps } from '@xyflow/react';
import { memo } from 'react';
import type { Box } from '@/lib/engine/definition/annotation-boxes';

export type NoteEdgeType = Edge<Record<string, never>, 'note'>;

/** Id of the handles between a note and what it is about; nothing can be connected by hand there. */
export const noteHandle = 'note';

/** The line from a note to the step that it is about: from border to border, the shortest way. */
export const NoteEdge = memo(function NoteEdge({ source, target }: EdgeProps<NoteEdgeType>) {
  const from = boxOf(useInternalNode(source));
  const to = boxOf(useInternalNode(target));
  if (!from || !to) return null;
  const [x1, x2] = nearest(from.x, from.width, to.x, to.width);
  const [y1, y2] = nearest(from.y, from.height, to.y, to.height);
  return (
    <path
      d={`M${x1} ${y1}L${x2} ${y2}`}
      className="fill-none stroke-caution [stroke-dasharray:3_3] [stroke-width:1.25]"
    />
  );
});

/** The line from a note to its step as React Flow takes it. */
export function noteEdge(note: string, about: string): NoteEdgeType {
  return {
    // No key has a colon, so it is never that of a transition.
    id: `note:${note}`,
    type: 'note',
    source: note,
    sourceHandle: noteHandle,
    target: about,
    targetHandle: noteHandle,
    selectable: false,
    focusable: false,
    reconnectable: false,
    data: {},
  };
}

function boxOf(node: ReturnType<typeof useInternalNode>): Box | null {
  if (!node) return null;
  const { width, height } = node.measured;
  return width === undefined || height === undefined
    ? null
    : { ...node.internals.positionAbsolute, width, height };
}

/** Where the line leaves the one and reaches the other on an axis: at the facing sides, or in the middle of what they share. */
function nearest(a: number, aSize: number, b: number, bSize: number): [number, number] {
  if (a + aSize < b) return [a + aSize, b];
  if (b + bSize < a) return [a, b + bSize];
  const middle = (Math.max(a, b) + Math.min(a + aSize, b + bSize)) / 2;
  return [middle, middle];
}

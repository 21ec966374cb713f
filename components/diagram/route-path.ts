import { getSmoothStepPath, type GetSmoothStepPathParams, Position } from '@xyflow/react';
import type { Point } from './layout';

/** Pixels of a bend's radius. */
const radius = 8;

function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const share = Math.min(distance, length / 2) / length;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** An SVG path through the points whose bends are round. */
export function routePath(points: readonly Point[]): string {
  return points
    .map((point, position) => {
      const before = points[position - 1];
      const after = points[position + 1];
      if (!before) return `M${point.x} ${point.y}`;
      if (!after) return `L${point.x} ${point.y}`;
      const start = towards(point, before, radius);
      const end = towards(point, after, radius);
      return `L${start.x} ${start.y}Q${point.x} ${point.y} ${end.x} ${end.y}`;
    })
    .join('');
}

/** Pixels that a stepped line goes straight on before its first bend and after its last. */
const straight = 20;

/**
 * A stepped line from side to side, and its middle. Where two steps stand closer than both straight pieces are long it bends
 * half-way, as it would otherwise turn back on itself.
 */
export function steppedPath(edge: GetSmoothStepPathParams): { path: string; middle: Point } {
  const down = edge.sourcePosition === Position.Bottom;
  const ahead = down ? edge.targetY - edge.sourceY : edge.targetX - edge.sourceX;
  const offset = ahead > 0 ? Math.min(straight, ahead / 2) : straight;
  const [path, x, y] = getSmoothStepPath({ ...edge, borderRadius: radius, offset });
  return { path, middle: { x, y } };
}

/** An arrowhead whose tip is at the last point, along the last stretch. */
export function arrowPath(points: readonly Point[]): string {
  const tip = points.at(-1);
  const before = points.at(-2);
  if (!tip || !before) return '';
  const length = Math.hypot(tip.x - before.x, tip.y - before.y) || 1;
  const along = { x: (tip.x - before.x) / length, y: (tip.y - before.y) / length };
  const base = { x: tip.x - along.x * 8, y: tip.y - along.y * 8 };
  const side = { x: -along.y * 4.2, y: along.x * 4.2 };
  return `M${tip.x} ${tip.y}L${base.x + side.x} ${base.y + side.y}L${base.x - side.x} ${base.y - side.y}Z`;
}

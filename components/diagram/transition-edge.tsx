'use client';

import { EdgeLabelRenderer, Position, type Edge, type EdgeProps } from '@xyflow/react';
import { classNames } from '@/components/ui/class-names';
import type { ChangeKind } from './contract';
import type { Point } from './layout';
import { arrowPath, routePath, steppedPath } from './route-path';

export type EdgeLook = 'plain' | 'taken' | 'untaken' | ChangeKind;

export type TransitionEdgeType = Edge<
  {
    label: string;
    look: EdgeLook;
    route?: { points: readonly Point[]; label?: Point };
    /** Counts the transitions between the same two steps, from 0: their words stand below each other. */
    lane: number;
  },
  'transition'
>;

const strokes: Readonly<Record<EdgeLook, string>> = {
  plain: 'stroke-control [stroke-width:1.5]',
  taken: 'stroke-positive [stroke-width:2.25]',
  untaken: 'stroke-line-strong [stroke-width:1.5] [stroke-dasharray:4_4]',
  added: 'stroke-positive [stroke-width:2.25]',
  changed: 'stroke-caution [stroke-width:2.25]',
  removed: 'stroke-danger [stroke-width:1.75] [stroke-dasharray:4_4]',
};

const heads: Readonly<Record<EdgeLook, string>> = {
  plain: 'fill-control',
  taken: 'fill-positive',
  untaken: 'fill-line-strong',
  added: 'fill-positive',
  changed: 'fill-caution',
  removed: 'fill-danger',
};

const words: Readonly<Record<EdgeLook, string>> = {
  plain: 'text-muted',
  taken: 'text-muted',
  untaken: 'text-faint',
  added: 'text-positive-ink',
  changed: 'text-caution-ink',
  removed: 'text-danger-ink line-through',
};

/** A transition: its route, an arrowhead, and its words on a ground that lets no line shine through. */
export function TransitionEdge(props: EdgeProps<TransitionEdgeType>) {
  const { data } = props;
  if (!data) return null;
  const drawn = data.route && data.route.points.length > 1 ? routed(data.route) : ownWay(props);
  return (
    <>
      <path d={drawn.path} fill="none" className={strokes[data.look]} />
      <path d={drawn.arrow} className={heads[data.look]} />
      {data.label && drawn.label ? (
        <EdgeLabelRenderer>
          <span
            aria-hidden
            style={{ transform: `translate(-50%, -50%) translate(${drawn.label.x}px, ${drawn.label.y}px)` }}
            className={classNames(
              'pointer-events-none absolute max-w-38 truncate rounded-sm bg-canvas px-1.5 text-xs/5 font-medium',
              words[data.look],
            )}
          >
            {data.label}
          </span>
        </EdgeLabelRenderer>
      ) : null}
    </>
  );
}

type Drawn = { path: string; arrow: string; label?: Point };

function routed(route: { points: readonly Point[]; label?: Point }): Drawn {
  return { path: routePath(route.points), arrow: arrowPath(route.points), label: route.label };
}

/** Pixels from the words of one transition to those of the next one between the same two steps. */
const labelHeight = 20;

/** Between steps that a person placed: a stepped line from side to side. */
function ownWay(edge: EdgeProps<TransitionEdgeType>): Drawn {
  const {
    path,
    middle: { x, y },
  } = steppedPath(edge);
  const tip = { x: edge.targetX, y: edge.targetY };
  const before =
    edge.targetPosition === Position.Top ? { x: tip.x, y: tip.y - 10 } : { x: tip.x - 10, y: tip.y };
  return { path, arrow: arrowPath([before, tip]), label: { x, y: y + (edge.data?.lane ?? 0) * labelHeight } };
}

import { getViewportForBounds, type Viewport } from '@xyflow/react';
import { extentOf } from '@/components/diagram/annotation-places';
import type { Size } from '@/components/diagram/layout';
import type { CanvasNode } from './drawn-elements';

/** How all of a drawing is shown. */
export const fit = { maxZoom: 1, padding: 0.15 };
export const minZoom = 0.1;
/** A zoom below which names cannot be read. */
const readable = 0.55;

/**
 * What is shown of a drawing that is opened: all of it, or its beginning where all of it would be too small to read. Said
 * before anything is drawn, so that nothing is drawn twice.
 */
export function firstViewport(nodes: readonly CanvasNode[], { width, height }: Size): Viewport {
  const first = nodes.find((node) => node.type === 'step' && node.data.step.type === 'START') ?? nodes[0];
  // Of an empty canvas there is nothing to show all of; the first step stays where it is dropped.
  if (!first) return { x: 0, y: 0, zoom: 1 };
  const all = extentOf(nodes.map(({ position, width = 0, height = 0 }) => ({ ...position, width, height })));
  const whole = getViewportForBounds(all, width, height, minZoom, fit.maxZoom, fit.padding);
  if (whole.zoom >= readable) return whole;
  return { x: 40 - first.position.x * 0.8, y: 260 - first.position.y * 0.8, zoom: 0.8 };
}

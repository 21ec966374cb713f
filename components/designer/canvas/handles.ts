import { type NodeHandle, Position } from '@xyflow/react';
import { noteHandle } from '@/components/diagram/note-edge';
import type { Size } from '@/components/diagram/layout';
import type { StepType } from '@/lib/engine/definition/step-schema';

/** Pixels of a handle. */
const handle = 12;

/**
 * Where transitions reach a step: said beforehand, since in a large drawing a step out of sight is never measured, and
 * what leads to it would not be drawn.
 */
export function handlesOf(type: StepType, { width, height }: Size, noted: boolean): NodeHandle[] {
  const y = height / 2 - handle / 2;
  const size = { width: handle, height: handle };
  return [
    ...(type === 'START'
      ? []
      : [{ type: 'target' as const, position: Position.Left, x: -handle / 2, y, ...size }]),
    ...(type === 'END'
      ? []
      : [{ type: 'source' as const, position: Position.Right, x: width - handle / 2, y, ...size }]),
    ...(noted
      ? [
          {
            type: 'target' as const,
            id: noteHandle,
            position: Position.Top,
            x: width / 2,
            y: 0,
            width: 1,
            height: 1,
          },
        ]
      : []),
  ];
}

/** The same of a note, from which a line leads to its step. */
export function noteHandles({ width, height }: Size): NodeHandle[] {
  return [
    {
      type: 'source',
      id: noteHandle,
      position: Position.Bottom,
      x: width / 2,
      y: height,
      width: 1,
      height: 1,
    },
  ];
}

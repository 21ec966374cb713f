import { describe, expect, it } from 'vitest';
import { Position } from '@xyflow/react';
import { arrowPath, routePath, steppedPath } from '@/components/diagram/route-path';

describe('routePath', () => {
  it('draws a straight line between two points', () => {
    expect(
      routePath([
        { x: 0, y: 0 },
        { x: 40, y: 0 },
      ]),
    ).toBe('M0 0L40 0');
  });

  it('rounds a bend, by less where a stretch is short', () => {
    expect(
      routePath([
        { x: 0, y: 0 },
        { x: 40, y: 0 },
        { x: 40, y: 8 },
      ]),
    ).toBe('M0 0L32 0Q40 0 40 4L40 8');
  });
});

describe('steppedPath', () => {
  it.each([8, 20, 28, 39, 60])('never turns back between steps that stand %i pixels apart', (gap) => {
    const { path } = steppedPath({
      sourceX: 100,
      sourceY: 50,
      sourcePosition: Position.Right,
      targetX: 100 + gap,
      targetY: 58,
      targetPosition: Position.Left,
    });

    const across = [...path.matchAll(/[-\d.]+[ ,][-\d.]+/g)].map(([pair]) => Number(pair.split(/[ ,]/)[0]));
    expect(across).toEqual([...across].sort((one, other) => one - other));
  });
});

describe('arrowPath', () => {
  it('points along the last stretch, and is nothing without one', () => {
    expect(
      arrowPath([
        { x: 0, y: 0 },
        { x: 40, y: 0 },
      ]),
    ).toBe('M40 0L32 4.2L32 -4.2Z');
    expect(arrowPath([{ x: 0, y: 0 }])).toBe('');
  });
});

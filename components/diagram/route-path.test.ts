import { describe, expect, it } from 'vitest';
import { arrowPath, routePath } from '@/components/diagram/route-path';

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

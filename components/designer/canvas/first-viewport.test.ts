import { expect, test } from 'vitest';
import type { CanvasNode } from './drawn-elements';
import { firstViewport } from './first-viewport';

const window = { width: 1000, height: 600 };

function step(id: string, x: number, type: 'START' | 'AUTOMATED' = 'AUTOMATED'): CanvasNode {
  return {
    id,
    type: 'step',
    position: { x, y: 100 },
    width: 176,
    height: 64,
    data: {
      step: { key: id, name: id, type },
      detail: undefined,
      problem: undefined,
      found: false,
      noted: false,
      pinned: false,
      readOnly: false,
    },
  };
}

test('an empty canvas is shown as it is, so that the first step stays where it is dropped', () => {
  expect(firstViewport([], window)).toEqual({ x: 0, y: 0, zoom: 1 });
});

test('a drawing that fits is shown whole and in the middle, never larger than life', () => {
  const { x, y, zoom } = firstViewport([step('start', 0, 'START'), step('work', 300)], window);

  expect(zoom).toBe(1);
  expect({ x, y }).toEqual({ x: (1000 - 476) / 2, y: 300 - 132 });
});

test('a drawing that would be too small to read is opened at its beginning', () => {
  const { x, y, zoom } = firstViewport(
    [step('far', 8_000), step('start', 400, 'START'), step('farther', 9_000)],
    window,
  );

  const start = { x: 400 * zoom + x, y: 100 * zoom + y };
  expect(zoom).toBe(0.8);
  expect(start).toEqual({ x: 40, y: 260 });
});

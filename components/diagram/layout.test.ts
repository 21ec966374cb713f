import { expect, test } from 'vitest';
import { refund } from '@/lib/demo/definitions/refund';
import { drawingOf } from '@/components/definitions/drawing';
import { layOut, sizeOf } from './layout';

const drawing = drawingOf(refund, null);
const grouped = { key: 'group', name: 'Group', steps: drawing.steps.slice(2, 4).map(({ key }) => key) };

test('every step has a place of its own, and every transition a route', async () => {
  const { nodes, routes, extent } = await layOut(drawing, 'RIGHT');
  expect(Object.keys(nodes).sort()).toEqual(drawing.steps.map(({ key }) => key).sort());
  expect(Object.keys(routes)).toHaveLength(drawing.transitions.length);
  expect(overlapping(nodes)).toEqual([]);
  expect(extent.width).toBeGreaterThan(500);
});

test('no other step stands in the frame of a group', async () => {
  const { nodes, routes } = await layOut({ ...drawing, groups: [grouped] }, 'RIGHT');
  const inside = grouped.steps.map((key) => boxOf(nodes, key));
  const left = Math.min(...inside.map(({ x }) => x)) - 16;
  const right = Math.max(...inside.map(({ x, width }) => x + width)) + 16;
  const top = Math.min(...inside.map(({ y }) => y)) - 40;
  const bottom = Math.max(...inside.map(({ y, height }) => y + height)) + 16;
  const intruders = drawing.steps.filter(({ key }) => {
    const box = boxOf(nodes, key);
    const within = box.x < right && box.x + box.width > left && box.y < bottom && box.y + box.height > top;
    return within && !grouped.steps.includes(key);
  });
  expect(intruders).toEqual([]);
  expect(overlapping(nodes)).toEqual([]);
  // Routes run between the borders of the steps, in the coordinates of the whole drawing.
  for (const { key, from, to } of drawing.transitions) {
    const points = routes[key]!.points;
    const source = boxOf(nodes, from);
    const target = boxOf(nodes, to);
    expect(points[0]!.x).toBeCloseTo(source.x + source.width, 0);
    expect(points.at(-1)!.x).toBeCloseTo(target.x, 0);
  }
});

test('notes without a place stand above the drawing, beside each other', async () => {
  const notes = [
    { key: 'one', text: 'First', about: drawing.steps[1]!.key },
    { key: 'two', text: 'Second', about: drawing.steps[1]!.key },
  ];
  const { nodes, extent } = await layOut({ ...drawing, notes }, 'RIGHT');
  const top = Math.min(...drawing.steps.map(({ key }) => nodes[key]!.y));
  expect(nodes['one']!.y).toBeLessThan(top);
  expect(nodes['two']!.x).toBeGreaterThan(nodes['one']!.x + 192);
  expect(extent.y).toBe(Math.min(nodes['one']!.y, nodes['two']!.y));
});

function boxOf(nodes: Readonly<Record<string, { x: number; y: number }>>, key: string) {
  return { ...nodes[key]!, ...sizeOf(drawing.steps.find((step) => step.key === key)!) };
}

function overlapping(nodes: Readonly<Record<string, { x: number; y: number }>>): string[] {
  const boxes = drawing.steps.map(({ key }) => ({ key, ...boxOf(nodes, key) }));
  return boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
      )
      .map((b) => `${a.key} ${b.key}`),
  );
}

import { expect, test } from 'vitest';
import { importGraph, valueImports } from '@/lib/testing/architecture/import-graph';

test('no file imports itself by way of others (imports of types alone do not count)', () => {
  const graph = importGraph();

  const cycles = cyclesOf(graph);

  expect([...graph.values()].flat().length).toBeGreaterThan(100);
  expect(cycles).toEqual([]);
});

test('imports of types alone do not count', () => {
  const text = [
    "import { type A } from '@/a';",
    "import type { B } from '@/b';",
    "import {\n  type C,\n  c,\n} from '@/c';",
    "import d from '@/d';",
    "import '@/e';",
    "export { f } from '@/f';",
  ].join('\n');

  expect(valueImports(text)).toEqual(['@/c', '@/d', '@/e', '@/f']);
});

test('a cycle is found', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', []],
  ]);

  expect(cyclesOf(graph)).toEqual([['a', 'b', 'c']]);
});

/** Tarjan's strongly connected components, those of more than one file. */
function cyclesOf(graph: Map<string, string[]>): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const visit = (node: string): number => {
    const at = order.size;
    order.set(node, at);
    low.set(node, at);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      const reach = order.has(next) ? (stack.includes(next) ? order.get(next) : undefined) : visit(next);
      if (reach !== undefined) low.set(node, Math.min(low.get(node) ?? at, reach));
    }
    if (low.get(node) === at) {
      const component = stack.splice(stack.indexOf(node));
      if (component.length > 1) found.push(component.sort());
    }
    return low.get(node) ?? at;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}

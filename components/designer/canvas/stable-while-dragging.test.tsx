// @vitest-environment jsdom
import { type NodeChange, ReactFlowProvider } from '@xyflow/react';
import { NextIntlClientProvider } from 'next-intl';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { emptyWorld, settled } from '@/components/designer/inspector/screen-for-tests';
import { createDesigner, DesignerProvider } from '@/components/designer/store';
import { refund } from '@/lib/demo/definitions/refund';
import messages from '@/messages/en.json';
import { type CanvasNode, useDrawnEdges, useDrawnNodes, useWholeLayout } from './drawn-elements';
import { useCanvasActs } from './use-canvas-acts';
import { useCanvasNodes } from './use-canvas-nodes';

type Seen = Omit<ReturnType<typeof useCanvasNodes>, 'nodes'> & ReturnType<typeof useCanvasActs>;

test('while a step is dragged only that step is another one: every function, transition and other step stays the same', async () => {
  const nodes: CanvasNode[][] = [];
  const functions: Seen[] = [];
  const edges: unknown[] = [];
  function Probe() {
    const layout = useWholeLayout();
    const drawn = useDrawnNodes(layout, '');
    edges.push(useDrawnEdges(layout));
    const { nodes: now, ...changes } = useCanvasNodes(drawn);
    nodes.push(now);
    functions.push({ ...changes, ...useCanvasActs() });
    return null;
  }
  const store = createDesigner(
    { definition: refund, layout: {}, scenarios: [] },
    {
      known: emptyWorld,
      readOnly: false,
      publishedSteps: new Set(),
      save: { kind: 'saved', revision: 1 },
    },
  );
  const root = createRoot(document.createElement('div'));
  root.render(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={messages}>
      <DesignerProvider value={store}>
        <ReactFlowProvider>
          <Probe />
        </ReactFlowProvider>
      </DesignerProvider>
    </NextIntlClientProvider>,
  );
  await settled();
  const [dragged, ...others] = nodes.at(-1)!;
  const before = functions.at(-1)!;
  const lines = edges.at(-1);

  const move: NodeChange<CanvasNode> = {
    id: dragged!.id,
    type: 'position',
    position: { x: 800, y: 800 },
    dragging: true,
  };
  before.onNodeDragStart();
  before.onNodesChange([move]);
  await settled();

  const [moved, ...rest] = nodes.at(-1)!;
  expect(moved!.position).toEqual({ x: 800, y: 800 });
  expect(rest.every((node, index) => node === others[index])).toBe(true);
  expect(edges.at(-1)).toBe(lines);
  const after = functions.at(-1)!;
  const other = Object.entries(after).flatMap(([name, one]) =>
    one === before[name as keyof Seen] ? [] : name,
  );
  expect(other).toEqual([]);
  root.unmount();
});

import { expect, test } from 'vitest';
import { compareDefinitions } from '@/lib/engine/definition/compare';
import type { Definition } from '@/lib/engine/definition/schema';
import { comparedDrawing } from './compared-drawing';

const before: Definition = {
  key: 'leave',
  name: 'Leave',
  subject: { type: 'leave' },
  steps: [
    { key: 'start', type: 'START' },
    { key: 'check', type: 'DECISION' },
    { key: 'done', type: 'END', outcome: 'done' },
  ],
  transitions: [
    { key: 'go', from: 'start', to: 'check' },
    { key: 'short', from: 'check', to: 'done', when: 'true' },
    { key: 'otherwise', from: 'check', to: 'done', default: true },
  ],
};

test('what came, differs and is gone of the transitions is drawn as that, and what is as before plainly', () => {
  const [go, short, otherwise] = before.transitions;
  const after: Definition = {
    ...before,
    transitions: [go!, { ...short!, when: 'false' }, { key: 'long', from: 'check', to: 'done' }],
  };

  const drawing = comparedDrawing(
    { definition: before, layout: null },
    { definition: after, layout: null },
    compareDefinitions(before, after),
  );

  expect(drawing.changedTransitions).toEqual({ short: 'changed', long: 'added', otherwise: 'removed' });
  expect(drawing.transitions.map(({ key }) => key)).toEqual(['go', 'short', 'long', otherwise!.key]);
});

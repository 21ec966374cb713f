import { expect, test } from 'vitest';
import type { Definition } from '@/lib/engine/definition/schema';
import { nameOfElement } from './name-of-element';

const definition: Definition = {
  key: 'leave',
  name: 'Leave',
  subject: { type: 'leave' },
  steps: [
    { key: 'start', type: 'START', name: 'Leave asked for' },
    { key: 'done', type: 'END', outcome: 'done' },
  ],
  transitions: [
    { key: 'go', from: 'start', to: 'done' },
    { key: 'stop', from: 'start', to: 'done', name: 'Called off' },
  ],
};

test('a step or transition is called by its name, a transition without one by the steps it joins', () => {
  expect(nameOfElement(definition, 'start')).toBe('Leave asked for');
  expect(nameOfElement(definition, 'stop')).toBe('Called off');
  expect(nameOfElement(definition, 'go')).toBe('Leave asked for → done');
});

test('what has no name, is not there, or is looked for in nothing keeps its key', () => {
  expect(nameOfElement(definition, 'done')).toBe('done');
  expect(nameOfElement(definition, 'gone')).toBe('gone');
  expect(nameOfElement(null, 'start')).toBe('start');
});

import { expect, test } from 'vitest';
import { aDefinition } from '@/lib/testing/builders/definition-builder';
import { drawDefinition } from './draw-definition';
import { writeMermaid } from './mermaid';

const definition = {
  ...aDefinition(),
  annotations: [
    { key: 'note', type: 'NOTE' as const, text: 'Not <b>before</b>\nMonday', about: 'in_review' },
    { key: 'group', type: 'GROUP' as const, name: 'By people', steps: ['in_review'] },
    { key: 'empty', type: 'GROUP' as const, name: 'Around nothing', steps: [] },
  ],
};

test('a picture shows notes as text, line by line, and frames around steps that there are', () => {
  const svg = drawDefinition(definition, { note: { x: -300, y: 40 } });
  expect(svg).toContain('>Not &lt;b&gt;before&lt;/b&gt;</text>');
  expect(svg).toContain('>Monday</text>');
  expect(svg).toContain('>By people</text>');
  expect(svg).not.toContain('Around nothing');
  expect(svg).toMatch(/viewBox="-332 /);
});

test('words of two transitions between the same steps stand apart, and lines back run below the steps', () => {
  const svg = drawDefinition(
    {
      key: 'leave',
      name: 'Leave',
      subject: { type: 'leave' },
      steps: [
        { key: 'start', type: 'START' },
        { key: 'review', type: 'DECISION' },
        { key: 'end', type: 'END', outcome: 'done' },
      ],
      transitions: [
        { key: 'a', name: 'First', from: 'start', to: 'review' },
        { key: 'b', name: 'Second', from: 'start', to: 'review' },
        { key: 'c', name: 'Back', from: 'end', to: 'start' },
      ],
    },
    {},
  );
  const y = (words: string) => Number(new RegExp(`y="([-\\d.]+)"[^>]*>${words}<`).exec(svg)?.[1]);
  const [, , , height] = /viewBox="([^"]+)"/.exec(svg)![1]!.split(' ').map(Number);

  expect(Math.abs(y('First') - y('Second'))).toBeGreaterThanOrEqual(11);
  expect(y('Back')).toBeGreaterThan(64);
  expect(y('Back')).toBeLessThan(height! - 32);
});

test('a Mermaid text has notes as flags at their steps, and groups as frames', () => {
  const text = writeMermaid(definition);
  expect(text).toContain('  n0>"Not #lt;b>before#lt;/b> Monday"]\n  n0 -.- s1');
  expect(text).toContain('  subgraph g1["By people"]\n    s1\n  end');
  expect(text).not.toContain('Around nothing');
});

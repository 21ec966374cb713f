import { expect, test } from 'vitest';
import { demoDefinitions } from '@/lib/demo/demo-definitions';
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

test('words of many lines out of one step touch neither each other nor a step', () => {
  const ways = [
    'Approved by the manager',
    'Approved, very large',
    'Rejected for good',
    'Question',
    'Withdrawn',
    'Late after two reminders',
  ];
  const svg = drawDefinition(
    {
      key: 'many',
      name: 'Many',
      subject: { type: 'many' },
      steps: [
        { key: 'start', type: 'START' },
        ...ways.map((_, index) => ({ key: `end_${index}`, type: 'END' as const, outcome: 'done' })),
      ],
      transitions: ways.map((name, index) => ({ key: `t${index}`, name, from: 'start', to: `end_${index}` })),
    },
    // All of them close to each other, and one far away whose words would stand on a step on the way.
    Object.fromEntries(
      ways.map((_, index) => [`end_${index}`, { x: index === 5 ? 900 : 420, y: index * 70 }]),
    ),
  );
  const { words, meeting } = wordsIn(svg);

  expect(words).toBe(ways.length);
  expect(meeting).toEqual([]);
});

test('a Mermaid text has notes as flags at their steps, and groups as frames', () => {
  const text = writeMermaid(definition);
  expect(text).toContain('  n0>"Not #lt;b>before#lt;/b> Monday"]\n  n0 -.- s1');
  expect(text).toContain('  subgraph g1["By people"]\n    s1\n  end');
  expect(text).not.toContain('Around nothing');
});

test.each(demoDefinitions)('words in the drawing of “$name” touch nothing', (demo) => {
  const { words, meeting } = wordsIn(drawDefinition(demo, {}));

  expect(words).toBeGreaterThan(5);
  expect(meeting).toEqual([]);
});

/** How many words of transitions a drawing has, and which of them meet each other or a step. */
function wordsIn(svg: string): { words: number; meeting: string[] } {
  const letters = /<text x="([-\d.]+)" y="([-\d.]+)" text-anchor="middle" font-size="11"[^>]*>([^<]+)</g;
  const words = [...svg.matchAll(letters)].map(([, x, y, text = '']) => {
    const width = text.length * 6;
    return { text, x: Number(x) - width / 2, y: Number(y) - 10, width, height: 12 };
  });
  const boxes = /<rect x="([-\d.]+)" y="([-\d.]+)" width="176" height="64"/g;
  const steps = [...svg.matchAll(boxes)].map(([, x, y]) => {
    return { text: 'a step', x: Number(x), y: Number(y), width: 176, height: 64 };
  });
  const meeting = words.flatMap((one, index) =>
    [...words.slice(index + 1), ...steps]
      .filter(
        (other) =>
          one.x < other.x + other.width &&
          other.x < one.x + one.width &&
          one.y < other.y + other.height &&
          other.y < one.y + one.height,
      )
      .map((other) => `${one.text} meets ${other.text}`),
  );
  return { words: words.length, meeting };
}

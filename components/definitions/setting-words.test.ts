import { expect, it } from 'vitest';
import type { Json } from '@/lib/engine/json';
import { settingWords } from './setting-words';

it.each<[Json, string]>([
  ['finance', 'finance'],
  ['P3D', '<P3D>'],
  [['finance', 'support'], 'finance, support'],
  [[], '[]'],
  [true, 'true'],
  [{ label: 'Risk', value: 'context.risk', format: 'number' }, 'Risk (value: context.risk, format: number)'],
  [
    { type: 'string', title: 'Size', oneOf: [{ const: 's', title: 'Small' }, { const: 'l' }] },
    'Size (type: string, oneOf: Small, const: l)',
  ],
  [{ in: 'P2D', ladder: [{ key: 'soon', at: '-P1D' }] }, 'in: <P2D>, ladder: soon'],
  [{ exclude: { roles: ['it'] } }, 'exclude (roles: it)'],
])('the value %j of a setting reads “%s”', (value, words) => {
  expect(settingWords(value, (text) => `<${text}>`)).toBe(words);
});

import { expect, test } from 'vitest';
import { withEnglish } from '@/lib/people/texts';

test('a text that a language lacks is English, however deep it stands; what English has not is left out', () => {
  const english = { a: 'one', b: { c: 'two', d: 'three' }, e: { f: 'four' } };

  const texts = withEnglish(english, { b: { c: 'zwei' }, x: 'y' });

  expect(texts).toEqual({ a: 'one', b: { c: 'zwei', d: 'three' }, e: { f: 'four' } });
});

import { expect, test } from 'vitest';
import { exampleOf } from '@/lib/engine/simulation/example';
import { exampleOfPattern } from '@/lib/engine/simulation/example-of-pattern';

test.each([
  ['^[A-Z]{2}-[0-9]{6}$', 'AA-000000'],
  ['^\\d{5}$', '00000'],
  ['^(INV|CR)-\\d{4,6}$', 'INV-0000'],
  ['^\\+?[0-9 ]+$', '+0'],
  ['^[a-z0-9._-]+@example\\.com$', 'a@example.com'],
  ['^DE[0-9]{20}$', `DE${'0'.repeat(20)}`],
])('an example of a text with the pattern %s is %s, which the pattern allows', (pattern, text) => {
  expect(exampleOf({ type: 'string', pattern })).toBe(text);
  expect(text).toMatch(new RegExp(pattern));
});

test.each(['^(?=a)b$', '[^a]', '\\p{L}+', '(', 'a)', '[a', 'x{', '\\bword'])(
  'of the pattern %s nothing is made up',
  (pattern) => {
    expect(exampleOfPattern(pattern)).toBeNull();
    expect(exampleOf({ type: 'string', pattern })).toBe('example');
  },
);

test('an example of a long text is words, as long as it has to be and no longer than it may', () => {
  expect(exampleOf({ type: 'string', minLength: 10 })).toBe('example example');
  expect(exampleOf({ type: 'string', minLength: 10, maxLength: 12 })).toBe('example exam');
  expect(exampleOf({ type: 'string', maxLength: 4 })).toBe('exam');
});

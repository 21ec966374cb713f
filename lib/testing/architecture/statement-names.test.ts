import { expect, test } from 'vitest';
import { isTest, sources } from './sources';

test('no two prepared statements have one name: pg refuses the second on a connection that knows the first', () => {
  const statements = sources()
    .filter(({ file }) => file.startsWith('lib/') && !isTest(file))
    .flatMap(({ text }) => [
      ...text.matchAll(/(?:tenantStatement\(\s*|\bname: )'(\w+)',\s*((?:text:|`|'|\w+\().{1,60})/gs),
    ])
    // One that stands in two places with the same words is the same.
    .map(([, name, words]) => ({ name, words: words!.split('\n')[0] }));
  const two = statements.filter(({ name, words }) =>
    statements.some((other) => other.name === name && other.words !== words),
  );

  expect(statements.length).toBeGreaterThan(100);
  expect(two).toEqual([]);
});

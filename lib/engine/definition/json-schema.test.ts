import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { definitionJsonSchema } from './json-schema';

test('the published file is the schema that definitions are parsed with', () => {
  const file = new URL('../../../docs/definition.schema.json', import.meta.url);

  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(definitionJsonSchema());
});

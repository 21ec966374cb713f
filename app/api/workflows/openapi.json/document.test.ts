import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openApiDocument } from './document';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Not operations that a client is generated for. */
const undescribed = new Set(['/openapi.json', '/changes', '/{...path}']);

function routes(): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'route.ts')
    .map((file) => `/${path.dirname(file).replaceAll('[', '{').replaceAll(']', '}')}`)
    .filter((route) => !undescribed.has(route))
    .sort();
}

test('the API’s description has every route, and no other', () => {
  expect(Object.keys(openApiDocument().paths ?? {}).sort()).toEqual(routes());
});

test('the description is plain JSON without unknown parts', () => {
  const document = openApiDocument();

  expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  expect(document.components?.schemas).toHaveProperty('Problem');
});

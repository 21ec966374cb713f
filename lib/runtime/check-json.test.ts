import { expect, test } from 'vitest';
import type { Json, JsonObject } from '@/lib/engine/json';
import { checkAccepted, checkJson } from './check-json';

const file = (...accept: string[]) => ({ type: 'string', format: 'file', accept });
const id = '01920000-0000-7000-8000-000000000000';
const [png, pdf] = [`${id}/a.png`, `${id}/a.pdf`];

const refusedAt = (schema: JsonObject, value: Json) =>
  checkAccepted(schema, value, '/form', (name, accept) =>
    accept.some((type) => type.endsWith(name.slice(-3))) ? null : accept.join(),
  ).map(({ path, message }) => [path, message]);

test('a file has to be in each list of types that applies to its field, and in one of alternatives', () => {
  const each = { properties: { a: { allOf: [file('image/png'), file('image/png', 'x/pdf')] } } };
  const one = { properties: { a: { anyOf: [file('image/png'), file('x/pdf')] } } };

  expect(refusedAt(each, { a: png })).toEqual([]);
  expect(refusedAt(each, { a: pdf })).toEqual([['/form/a', 'image/png']]);
  expect(refusedAt(one, { a: pdf })).toEqual([]);
});

test('the list of a branch counts where the branch holds, and that of a reference wherever it leads', () => {
  const schema: JsonObject = {
    definitions: {
      part: { properties: { a: file('image/png'), parts: { items: { $ref: '#/definitions/part' } } } },
    },
    properties: { whole: { $ref: '#/definitions/part' } },
    if: { required: ['sworn'] },
    then: { properties: { oath: file('x/pdf') } },
  };

  expect(refusedAt(schema, { whole: { parts: [{ a: pdf }] } })).toEqual([
    ['/form/whole/parts/0/a', 'image/png'],
  ]);
  expect(refusedAt(schema, { oath: png })).toEqual([]);
  expect(refusedAt(schema, { oath: png, sworn: true })).toEqual([['/form/oath', 'x/pdf']]);
  expect(checkJson(schema, { oath: png, sworn: true }, '/form')).toEqual([]);
});

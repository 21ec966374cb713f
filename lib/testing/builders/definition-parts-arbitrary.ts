import fc from 'fast-check';
import { forbiddenNames } from '@/lib/engine/json';

/** The small parts that definitions are made of, at random (definition-arbitrary.ts). */

/** An object with the required keys and any of the others; what is absent is absent, not undefined. */
export function maybe<T extends Record<string, unknown>>(
  parts: { [Name in keyof T]: fc.Arbitrary<T[Name]> },
  requiredKeys: (keyof T & string)[],
) {
  return fc.record(parts, { requiredKeys: requiredKeys as never[] });
}

const allowed = (one: string) => !forbiddenNames.has(one);

/** A word of few letters, so that keys meet. */
function word(first: string, more: string) {
  return fc
    .tuple(fc.constantFrom(...first), fc.string({ unit: fc.constantFrom(...more), maxLength: 3 }))
    .map(([head, tail]) => head + tail);
}

export const key = word('abx', 'ab7_-');

/** Any script, emoji and reserved words among them. */
export const name = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.constantFrom('Prüfen', '審査', '審問', '✅ ok/nein', 'a.b', '__proto__', 'x'.repeat(200)),
  )
  .map((one) => one.trim())
  .filter((one) => one !== '');

export const text = fc.string({ unit: 'grapheme', maxLength: 30 });

const fieldName = word('aA_', 'aA7_');
export const fieldPath = fc.array(fieldName, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'));

export const expression = fc.oneof(
  fc.constantFrom(
    'context.amount <= rules.refund_limit',
    'input.amount > 100',
    'context.items.exists(item, item.price > 5)',
    'task.form.score == null',
    'signal.paid == true',
    'result.id',
    '"text" + 5',
    'has(context.amount) ? [1] : {"a": 2}',
    'timestamp("2026-01-01") + duration("1h")',
    'cel.bind(x, 1, x in [1, 2])',
    '!context.a.b["c"][0]',
    'b"1" == 5u',
  ),
  fc.string({ minLength: 1, maxLength: 20 }),
);

export const template = fc.oneof(
  text,
  fc.constantFrom(
    'Pay {{ context.amount }} to {{ instance.requester.name }}',
    '{{ secrets.TOKEN }}',
    '{{',
    '{{ }}',
  ),
  expression.map((one) => `{{ ${one} }}`),
);
export const filledTemplate = template.filter((one) => one !== '');

export const mapping = fc.dictionary(fieldPath, expression, { maxKeys: 3 });

export const duration = fc.oneof(
  fc.constantFrom('PT30M', 'P3D', 'P3BD', 'PT4BH', 'P1Y2M3W4DT5H6M7.5S', 'PT0S'),
  fc.nat(99).map((days) => `P${days}D`),
);

/** JSON whose names are allowed. */
export const json: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, false),
    fc.integer(),
    // JSON has one zero.
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    template,
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.string({ maxLength: 6 }).filter(allowed), tie('value'), { maxKeys: 3 }),
})).value;

export const jsonObject = fc.dictionary(fc.string({ maxLength: 6 }).filter(allowed), json, { maxKeys: 3 });

/** A JSON Schema, or something that only looks like one. */
export const schema = fc.oneof(
  jsonObject,
  fc.constantFrom(
    {},
    { type: 'object' },
    { type: 'objekt' },
    { type: 'object', properties: { amount: { type: 'number' }, Amount: { $ref: '#/properties/amount' } } },
    { $ref: '#' },
    { $ref: '#/definitions/missing' },
    { $ref: 'https://example.com/schema.json', $id: 'x' },
    { type: ['object', 'null'], properties: { self: { $ref: '#' }, list: { type: 'array', items: {} } } },
    {
      allOf: [{ properties: { a: { enum: [1, 'x'] } } }, { anyOf: [{ const: 5 }, {}] }],
      additionalProperties: false,
    },
    { properties: { text: { type: 'string', pattern: '(' } }, if: {}, then: { properties: { b: true } } },
  ),
);

export const fact = maybe(
  {
    label: name,
    value: expression,
    format: fc.constantFrom('text', 'money', 'number', 'date', 'datetime'),
    currency: fc.constantFrom('EUR', 'USD'),
  },
  ['label', 'value'],
);

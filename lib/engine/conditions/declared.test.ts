import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aDefinition, automated, setContext, userTask } from '@/lib/testing/builders/definition-builder';
import { definitionArbitrary } from '@/lib/testing/builders/definition-arbitrary';
import { schema as anySchema } from '@/lib/testing/builders/definition-parts-arbitrary';
import { declaredFields } from './declared';
import { fieldType } from './field-access';
import type { FieldType } from './field-type';
import { fieldsOfSchema } from './schema-fields';

/** The kind that is declared at a path, or null where nobody declares it. */
function kindAt(type: FieldType | undefined, path: string): string | null {
  let at: FieldType | null = type ?? null;
  for (const name of path.split('.')) at = at === null ? null : fieldType(at, name);
  return at?.kind ?? null;
}

describe('what a definition declares', () => {
  it('is the same answer for the same definition', () => {
    const definition = aDefinition();

    expect(declaredFields(definition)).toBe(declaredFields(definition));
  });

  it('is nothing in the context of a definition without an input schema, and anything under an empty one', () => {
    const without = aDefinition();
    delete without.input;

    expect(kindAt(declaredFields(without).get('context'), 'amount')).toBeNull();
    expect(kindAt(declaredFields(aDefinition({ input: {} })).get('context'), 'amount')).toBe('any');
    expect(kindAt(declaredFields(aDefinition({ input: { type: 'object' } })).get('context'), 'a.b')).toBe(
      'any',
    );
    expect(kindAt(declaredFields(aDefinition({ input: {} })).get('context'), 'tasks.nowhere')).toBeNull();
  });

  it('puts the fields of a form under its step, or where it says', () => {
    const form = {
      schema: { type: 'object', properties: { score: { type: 'number' }, note: { type: 'string' } } },
      writeTo: { score: 'review.score', note: 'amount' },
    };
    const context = declaredFields(aDefinition({ steps: [userTask('in_review', { form })] })).get('context');

    expect(kindAt(context, 'review.score')).toBe('number');
    expect(kindAt(context, 'tasks.in_review.score')).toBeNull();
    expect(kindAt(context, 'amount')).toBe('any');
  });

  it('knows what activities and signals bring', () => {
    const context = declaredFields(
      aDefinition({
        steps: [
          automated('a', [setContext('mark', { 'deep.er': '1', amount: '2' })]),
          {
            key: 'paid',
            type: 'WAIT_FOR_SIGNAL',
            signal: 'paid',
            payload: { properties: { ref: { type: 'string' } } },
          },
          { key: 'child', type: 'SUB_WORKFLOW', definition: 'x', output: { answer: 'result' } },
        ],
      }),
    ).get('context');

    expect(kindAt(context, 'deep.er')).toBe('any');
    expect(kindAt(context, 'deep.other')).toBeNull();
    expect(kindAt(context, 'answer')).toBe('any');
    expect(kindAt(context, 'signals.paid.ref')).toBe('text');
    expect(kindAt(context, 'activities.mark.output')).toBe('any');
    expect(kindAt(context, 'activities.mark.status')).toBeNull();
  });

  it('has an answer for every definition', () => {
    fc.assert(
      fc.property(definitionArbitrary, (definition) => declaredFields(definition).size === 7),
      { numRuns: 200 },
    );
  }, 60_000);
});

describe('what a schema declares', () => {
  it.each<[string, unknown, string, string | null]>([
    ['a property', { properties: { a: { type: 'integer' } } }, 'a', 'number'],
    ['nothing beside its properties', { properties: { a: {} } }, 'b', null],
    ['anything when it lists none', { type: 'object' }, 'b.c', 'any'],
    ['nothing when it is closed', { type: 'object', additionalProperties: false }, 'b', null],
    [
      'what further properties are',
      { properties: { a: {} }, additionalProperties: { type: 'boolean' } },
      'b',
      'bool',
    ],
    ['anything that matches a pattern', { properties: { a: {} }, patternProperties: { x: {} } }, 'xx', 'any'],
    [
      'through a reference',
      { properties: { a: { $ref: '#/$defs/b~1c' } }, $defs: { 'b/c': { type: 'string' } } },
      'a',
      'text',
    ],
    ['itself, as deep as is asked', { properties: { a: { $ref: '#' }, b: { const: 'x' } } }, 'a.b', 'text'],
    [
      'both parts of allOf',
      { allOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: {} } }] },
      'a',
      'text',
    ],
    [
      'each branch of oneOf',
      { properties: { a: {} }, oneOf: [{ properties: { b: { type: 'number' } } }, {}] },
      'a',
      'any',
    ],
    [
      'what a condition adds',
      { properties: { a: {} }, if: {}, then: { properties: { b: { type: 'number' } } } },
      'b',
      'number',
    ],
    ['null beside a kind as that kind', { properties: { a: { type: ['null', 'number'] } } }, 'a', 'number'],
    ['two kinds as unknown', { properties: { a: { type: ['string', 'number'] } } }, 'a', 'any'],
    ['an enum of one kind', { properties: { a: { enum: ['x', null] } } }, 'a', 'text'],
  ])('is %s', (_, schema, path, kind) => {
    expect(kindAt(fieldsOfSchema(schema as never), path)).toBe(kind);
  });

  it('ends for every schema', () => {
    fc.assert(fc.property(anySchema, (schema) => typeof fieldsOfSchema(schema as never).kind === 'string'));
  });
});

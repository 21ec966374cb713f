import { describe, expect, it } from 'vitest';
import { undeclaredFields } from './form-fields';

describe('what a form declares', () => {
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      address: { type: 'object', properties: { city: { type: 'string' } } },
      lines: { type: 'array', items: { $ref: '#/$defs/line' } },
      anything: { type: 'object' },
      'a/b': { type: 'string' },
    },
    allOf: [{ if: { properties: { name: {} } }, then: { properties: { nickname: { type: 'string' } } } }],
    $defs: {
      line: {
        type: 'object',
        properties: { amount: { type: 'number' }, parts: { type: 'array', items: { $ref: '#/$defs/line' } } },
      },
    },
  };

  it('is all that its schema names, at any depth', () => {
    expect(
      undeclaredFields(schema, {
        name: 'x',
        nickname: 'y',
        address: { city: 'Berlin' },
        lines: [{ amount: 1, parts: [{ amount: 2 }] }],
        anything: { at: { all: 1 } },
        'a/b': 'c',
      }),
    ).toEqual([]);
  });

  it('the rest is named by its place', () => {
    expect(
      undeclaredFields(schema, {
        other: 1,
        address: { street: 'x' },
        lines: [{ amount: 1 }, { parts: [{ cost: 2 }] }],
        'c/d': 1,
      }),
    ).toEqual(['/other', '/address/street', '/lines/1/parts/0/cost', '/c~1d']);
  });

  it('a form without a schema declares nothing', () => {
    expect(undeclaredFields({}, { amount: 1 })).toEqual(['/amount']);
    expect(undeclaredFields({ type: 'object', additionalProperties: true }, { amount: 1 })).toEqual([
      '/amount',
    ]);
  });
});

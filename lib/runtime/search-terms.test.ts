import { describe, expect, test } from 'vitest';
import { refund } from '@/lib/demo/definitions/refund';
import type { Definition } from '@/lib/engine/definition/schema';
import { emptySnapshot } from '@/lib/engine/apply';
import type { JsonObject } from '@/lib/engine/json';
import type { Snapshot } from '@/lib/engine/snapshot';
import { changedTerms, searchableFields } from './search-terms';

function withContext(context: JsonObject): Snapshot {
  return { ...emptySnapshot(), subject: { type: 'order', id: 'A-1' }, context };
}

describe('the business fields of a definition', () => {
  test('are the scalar fields that its input declares', () => {
    expect(searchableFields(refund)).toEqual([
      'orderNumber',
      'customer',
      'amount',
      'reason',
      'newCustomer',
      'details',
    ]);
  });

  test('are named by their path where they stand in objects; lists are none', () => {
    const nested: Definition = {
      ...refund,
      input: {
        type: 'object',
        properties: {
          customer: { type: 'object', properties: { city: { type: 'string' } } },
          lines: { type: 'array', items: { type: 'string' } },
        },
      },
    };

    expect(searchableFields(nested)).toEqual(['customer.city']);
  });
});

describe('the terms of a plan', () => {
  const context = { customer: 'Maria  LINDGREN', amount: 120.5 };

  test('of a start are its subject and its fields, in lower case, also from each later word on', () => {
    expect(changedTerms(refund, null, withContext(context))).toEqual([
      { field: '@subject', n: 0, value: 'a-1', number: null },
      { field: 'customer', n: 0, value: 'maria lindgren', number: null },
      { field: 'customer', n: 1, value: 'lindgren', number: null },
      { field: 'amount', n: 0, value: '120.5', number: 120.5 },
    ]);
  });

  test('are none where the context stays as it was', () => {
    const before = withContext(context);

    expect(changedTerms(refund, before, { ...before, state: 'paying' })).toEqual([]);
  });

  test('of a correction are those of the fields that changed; a removed value takes its terms away', () => {
    const before = withContext(context);

    expect(changedTerms(refund, before, withContext({ customer: 'Ana', amount: 120.5 }))).toEqual([
      { field: 'customer', n: 0, value: 'ana', number: null },
    ]);
    expect(changedTerms(refund, before, withContext({ customer: 'Maria  LINDGREN' }))).toEqual([
      { field: 'amount', n: 0, value: null, number: null },
    ]);
  });

  test('of a migration are those of the fields that the two versions declare differently', () => {
    const snapshot = withContext({ customer: 'Ana', amount: 120.5, city: 'Chur' });
    const input = { type: 'object', properties: { customer: { type: 'string' }, city: { type: 'string' } } };
    const next: Definition = { ...refund, input };

    const terms = changedTerms(next, snapshot, snapshot, refund);

    expect(terms.filter(({ value }) => value !== null)).toEqual([
      { field: 'city', n: 0, value: 'chur', number: null },
    ]);
    expect(terms.flatMap(({ field, value }) => (value === null ? [field] : []))).toEqual([
      'orderNumber',
      'amount',
      'reason',
      'newCustomer',
      'details',
    ]);
  });
});

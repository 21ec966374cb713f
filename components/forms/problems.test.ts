import { describe, expect, it } from 'vitest';
import { expenseClaim } from '@/lib/demo/definitions/expense-claim';
import { refund } from '@/lib/demo/definitions/refund';
import { checkJson } from '@/lib/runtime/check-json';
import { pointer } from '@/lib/engine/definition/pointer';
import type { JsonObject } from '@/lib/engine/json';
import { titleAt } from './places';
import { problemsOf } from './problems';

const brief = (schema: object, data: unknown) =>
  problemsOf(schema, data).map(({ path, keyword, limit }) => ({ at: pointer(path), keyword, limit }));

describe('problemsOf', () => {
  it('names each missing field', () => {
    expect(brief(refund.input!, { customer: 'Brightwater' })).toEqual([
      { at: '/orderNumber', keyword: 'required', limit: undefined },
      { at: '/amount', keyword: 'required', limit: undefined },
      { at: '/reason', keyword: 'required', limit: undefined },
    ]);
  });

  it('takes a key without a value as missing', () => {
    const [problem] = problemsOf(refund.input!, { orderNumber: undefined });
    expect(problem).toMatchObject({
      path: ['orderNumber'],
      keyword: 'required',
      field: { title: 'Order number' },
    });
  });

  it('says what the limit is', () => {
    const input = { orderNumber: '12', customer: 'B', amount: 0, reason: 'damaged' };
    expect(brief(refund.input!, input)).toEqual([
      { at: '/orderNumber', keyword: 'minLength', limit: 3 },
      { at: '/amount', keyword: 'exclusiveMinimum', limit: 0 },
    ]);
  });

  it('takes a value outside of a titled list as one wrong choice', () => {
    const input = { orderNumber: '2026-1', customer: 'B', amount: 1, reason: 'whim' };
    expect(brief(refund.input!, input)).toMatchObject([{ at: '/reason', keyword: 'choice' }]);
  });

  it('keeps a number that could not be read as a wrong type', () => {
    const input = { orderNumber: '2026-1', customer: 'B', amount: 'twelve', reason: 'damaged' };
    expect(brief(refund.input!, input)).toEqual([{ at: '/amount', keyword: 'type', limit: 'number' }]);
  });

  it('finds what is wrong inside of lists, by position', () => {
    const items = [{ date: '2026-11-03', kind: 'hotel', description: 'x', amount: 3 }, { kind: 'meal' }];
    const problems = brief(expenseClaim.input!, { purpose: 'Lyon', costCentre: 'it', items });
    expect(problems.map(({ at, keyword }) => `${at} ${keyword}`)).toEqual([
      '/items/1/date required',
      '/items/1/description required',
      '/items/1/amount required',
    ]);
    expect(titleAt(expenseClaim.input!, ['items', 1, 'date'])).toBe('Expenses 2, Date');
  });

  it('refuses a field that is not declared', () => {
    const schema = { type: 'object', properties: {}, additionalProperties: false };
    expect(brief(schema, { extra: 1 })).toEqual([{ at: '/extra', keyword: 'unknown', limit: undefined }]);
  });

  it('follows references inside the schema', () => {
    const schema = {
      definitions: { money: { type: 'number', minimum: 0.01, title: 'Sum' } },
      properties: { sum: { $ref: '#/definitions/money' } },
      required: ['sum'],
    };
    expect(brief(schema, { sum: 0 })).toEqual([{ at: '/sum', keyword: 'minimum', limit: 0.01 }]);
    expect(problemsOf(schema, {})[0]?.field).toMatchObject({ title: 'Sum' });
  });

  it('of several shapes tells what the likeliest one lacks', () => {
    const shape = (kind: string, field: string) => ({
      properties: { kind: { const: kind }, [field]: { type: 'string' } },
      required: ['kind', field],
    });
    const schema = { type: 'object', oneOf: [shape('card', 'number'), shape('bank', 'iban')] };
    expect(brief(schema, { kind: 'bank' })).toEqual([{ at: '/iban', keyword: 'required', limit: undefined }]);
  });

  it('requires what another field makes necessary', () => {
    const schema = { properties: {}, dependencies: { card: ['holder'] } };
    expect(brief(schema, { card: 1 })).toEqual([{ at: '/holder', keyword: 'required', limit: undefined }]);
    expect(brief(schema, {})).toEqual([]);
  });

  it('leaves the schema as it was', () => {
    const schema = Object.freeze({ type: 'object', required: ['a'] });
    expect(problemsOf(schema, {})).toHaveLength(1);
  });
});

describe('the form in the browser and the server', () => {
  const inputs: JsonObject[] = [
    {},
    { orderNumber: '2026-1', customer: 'B', amount: 1500, reason: 'damaged' },
    { orderNumber: '', customer: '', amount: -1, reason: '' },
    { orderNumber: '2026-1', customer: 'B', amount: 1e9, reason: 'damaged', newCustomer: 'yes' },
    { orderNumber: 'x'.repeat(41), customer: 'B', amount: 1, reason: 'damaged', more: true },
  ];

  it.each(inputs)('find the same fields wrong in %j', (input) => {
    const here = new Set(problemsOf(refund.input!, input).map(({ path }) => pointer(path)));
    const there = new Set(checkJson(refund.input!, input, '').map(({ path }) => path));
    expect([...here].sort()).toEqual([...there].sort());
  });
});

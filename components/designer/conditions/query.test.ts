import { expect, test } from 'vitest';
import { operatorsOf, fittingLine } from './operators';
import { fromQuery, shapeOfQuery, toQuery, withLines } from './query';
import { readCondition } from './read-condition';
import { writeCondition } from './write-condition';
import type { Field } from './fields';

const origin = { kind: 'data' } as const;
const fields: readonly Field[] = [
  { path: 'context.amount', label: 'Amount', origin, holds: 'number' },
  { path: 'context.limit', label: 'Limit', origin, holds: 'number' },
  { path: 'context.reason', label: 'Reason', origin, holds: 'text' },
  { path: 'context.from', label: 'From', origin, holds: 'date' },
  {
    path: 'context.kind',
    label: 'Kind',
    origin,
    holds: 'choice',
    choices: [
      { value: 'paid', label: 'Paid' },
      { value: 'unpaid', label: 'Unpaid' },
    ],
  },
];
const today = '2026-03-01';

function queryOf(text: string) {
  const read = readCondition(text);
  if (!read.ok) throw new Error(text);
  return numbered(toQuery(read.condition));
}

/** With the identifiers that React Query Builder gives. */
function numbered<T extends ReturnType<typeof toQuery>>(query: T, prefix = 'q'): T {
  return {
    ...query,
    id: prefix,
    rules: query.rules.map((part, index) =>
      'rules' in part ? numbered(part, `${prefix}-${index}`) : { ...part, id: `${prefix}-${index}` },
    ),
  };
}

test('a condition goes through the form in which it is drawn unchanged', () => {
  for (const text of [
    'context.amount >= 3 && !(context.reason == "a" || size(context.reason) > 3 * 2)',
    '!(context.amount > 1 && context.amount < 5)',
    'context.kind in ["odd", "paid"] || context.amount > context.limit',
  ]) {
    const query = queryOf(text);
    expect(writeCondition(fromQuery(query, query, fields, today))).toBe(text);
  }
});

test('a change of one line leaves the value of another as it is, also one that its field does not list', () => {
  const before = queryOf('context.kind == "sabbatical" && context.amount > 3');
  const after = { ...before, rules: [before.rules[0]!, { ...before.rules[1]!, operator: 'le' }] };
  expect(writeCondition(fromQuery(after as typeof before, before, fields, today))).toBe(
    'context.kind == "sabbatical" && context.amount <= 3',
  );
});

test('another field brings a value of its kind', () => {
  const line = { field: 'context.amount', operator: 'eq', value: 'x', valueSource: 'value' } as const;
  expect(fittingLine(line, fields, today).value).toBe(0);
  expect(fittingLine({ ...line, value: '12' }, fields, today).value).toBe(12);
  expect(fittingLine({ ...line, field: 'context.kind' }, fields, today).value).toBe('paid');
  expect(fittingLine({ ...line, field: 'context.from' }, fields, today).value).toBe(today);
  expect(fittingLine({ ...line, field: 'context.kind', operator: 'oneOf' }, fields, today).value).toEqual([
    'paid',
  ]);
  expect(fittingLine({ ...line, operator: 'empty' }, fields, today).value).toBe(null);
});

test('compared with another field, it is one of the same kind, and where there is none a value stays', () => {
  const line = { field: 'context.amount', operator: 'gt', value: 3, valueSource: 'field' } as const;
  expect(fittingLine(line, fields, today).value).toBe('context.limit');
  expect(fittingLine(line, fields.slice(0, 1), today)).toMatchObject({ value: 3, valueSource: 'value' });
});

test('an operator that the expression has and its field would not offer stays to be chosen', () => {
  expect(operatorsOf('number')).not.toContain('contains');
  expect(operatorsOf('number', 'contains')).toContain('contains');
});

test('typing a value keeps the shape, so that a burst is one entry; another line is another shape', () => {
  const before = queryOf('context.amount > 3 && context.reason == "a"');
  const typed = withLines(
    before,
    fromQuery(queryOf('context.amount > 35 && context.reason == "a"'), before, fields, today),
  );
  expect(shapeOfQuery(typed)).toBe(shapeOfQuery(before));
  expect(shapeOfQuery({ ...before, rules: before.rules.slice(1) })).not.toBe(shapeOfQuery(before));
});

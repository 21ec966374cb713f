import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/lib/engine/json';
import { aDefinition, automated, callApi, userTask } from '@/lib/testing/builders/definition-builder';
import { expression } from '@/lib/testing/builders/definition-parts-arbitrary';
import { declaredFields } from './declared';
import { evaluateExpression } from './evaluate';
import { checkExpression } from './type-check';

const declared = declaredFields(
  aDefinition({
    input: {
      type: 'object',
      properties: {
        amount: { type: 'integer' },
        reason: { type: ['string', 'null'] },
        approved: { type: 'boolean' },
        day: { type: 'string', format: 'date' },
        level: { enum: ['low', 'high'] },
        either: { type: ['string', 'number'] },
        anything: {},
        items: { type: 'array', items: { type: 'object', properties: { price: { type: 'number' } } } },
        customer: { $ref: '#/definitions/person' },
        open: {
          type: 'object',
          properties: { a: { type: 'number' } },
          additionalProperties: { type: 'string' },
        },
      },
      definitions: {
        person: {
          type: 'object',
          properties: { name: { type: 'string' }, boss: { $ref: '#/definitions/person' } },
        },
      },
    },
    steps: [
      userTask('in-review', {
        form: { schema: { type: 'object', properties: { score: { type: 'number' } } } },
      }),
      automated('calling', [
        callApi('charge', 'x', {
          output: { id: 'result.id' },
          outputSchema: { properties: { id: { type: 'string' } } },
        }),
        callApi('free', 'x'),
      ]),
    ],
  }),
);

const codes = (text: string) => checkExpression(text, declared).map(({ code }) => code);

describe('what lint says of an expression', () => {
  it.each([
    'context.amount <= 1000',
    'context.amount <= 1000.5 && context.approved == true',
    'context.amount == null || context.reason == null || context.items == null',
    'context.reason == context.level',
    'context.level == "low"',
    'context.either > 5 || context.either > "a"',
    'context.anything.at.all > 5',
    'context.open.a > 5 && context.open.other == "x"',
    'context.items.exists(item, item.price > 5)',
    'context.items.filter(i, i.price > 5).map(i, i.price)[0] > 4',
    'context.items[0].price > 5',
    'context.customer.boss.name == "x"',
    'context.tasks["in-review"].score > 5',
    'context.activities.charge.output.id == "x"',
    'context.activities.free.output.whatever > 5',
    'rules.anything > 5',
    'timestamp(context.day) < timestamp("2026-01-01") + duration("24h")',
    'size(context.reason) > 5 && context.reason.matches("^a")',
    'context.amount in [1, 2, 3] && context.level in ["low"]',
    'has(context.amount) ? context.amount : 0',
    'cel.bind(x, context.amount, x > 5)',
    '-context.amount + 1 - 2 * 3 / 4 % 5',
    '"a" + context.reason + string(context.amount)',
    '{"a": context.amount}.a > 5',
    'context.amount > 5 ? "a" : null',
    '[1] + [2] == [1, 2]',
    'instance.subject.id == "7" && instance.requester.email == "a"',
  ])('is nothing against %s', (text) => {
    expect(checkExpression(text, declared)).toEqual([]);
  });

  it.each([
    'context.amuont > 5',
    'amount > 5',
    'context.customer.boss.age > 5',
    'context.items.exists(item, item.cost > 5)',
    'context.items.price > 5',
    'context.items["x"]',
    'context.amount.value',
    'context.tasks.in_review.score > 5',
    'context.activities.charge.output.other == "x"',
    'context.activities.none.output == "x"',
    'instance.owner',
    'input.x',
  ])('is an unknown field for %s', (text) => {
    expect(codes(text)).toEqual(['unknown_field_in_expression']);
  });

  it.each([
    'context.reason > 5',
    'context.reason == 5',
    '5 != context.reason',
    'context.amount < null',
    'context.approved == "true"',
    'context.approved == 1',
    'context.items == "x"',
    'context.items > []',
    'context.amount && true',
    '!context.reason',
    '-context.reason',
    'context.reason ? 1 : 2',
    'context.amount + "x"',
    'context.reason * 2',
    'context.amount in ["a"]',
    'context.amount in context.reason',
    'context.amount.startsWith("1")',
    'size(context.amount)',
    'context.reason.nonsense()',
    'nonsense(1)',
    'context.amount.exists(x, true)',
    'context.items.all(x, x.price)',
    'context.amount[0]',
    'timestamp(context.amount)',
    'timestamp(context.day) < context.day',
    '{5: 1}',
  ])('is a type error for %s', (text) => {
    expect(codes(text)).toEqual(['expression_type']);
  });

  it('is each mistake once, all of them together', () => {
    expect(codes('context.x > 5 && context.reason > 5 || contxt.y')).toEqual([
      'unknown_field_in_expression',
      'expression_type',
      'unknown_field_in_expression',
    ]);
  });

  it('tells the kind that the place needs', () => {
    const expected = (text: string, kind: Parameters<typeof checkExpression>[2]) =>
      checkExpression(text, declared, kind).map(({ code }) => code);

    expect(expected('context.amount', 'bool')).toEqual(['expression_type']);
    expect(expected('null', 'bool')).toEqual(['expression_type']);
    expect(expected('context.anything', 'bool')).toEqual([]);
    expect(expected('context.items', 'scalar')).toEqual(['expression_type']);
    expect(expected('context.amount', 'scalar')).toEqual([]);
  });
});

describe('the check and the evaluation', () => {
  const scope = {
    context: {},
    input: {},
    rules: {},
    instance: {},
    task: null,
    signal: null,
    result: null,
  };

  it('agree: what has no value is never an undeclared field unless the check says so', () => {
    fc.assert(
      fc.property(expression, (text) => {
        const evaluation = evaluateExpression(text, scope, declared);
        if (evaluation.ok) return;
        const undeclared =
          evaluation.message.includes('nobody declares') || evaluation.message.includes('nothing called');
        if (undeclared) expect(codes(text)).toContain('unknown_field_in_expression');
      }),
    );
  });

  const values: JsonObject[] = [
    {},
    { amount: 5, reason: 'x', approved: true, level: 'low', items: [{ price: 1 }], customer: { name: 'x' } },
    { amount: null, reason: null, approved: null, items: [] },
  ];
  const operand = fc.constantFrom(
    'context.amount',
    'context.reason',
    'context.approved',
    'context.items',
    'context.items[0].price',
    'context.customer.name',
    'null',
    '5',
    '"x"',
    'true',
    '[1]',
    'size(context.items)',
  );
  const operator = fc.constantFrom('==', '!=', '<', '>=', '+', '-', '&&', '||', 'in');

  it('agree: what is well typed fails for want of a value only', () => {
    fc.assert(
      fc.property(operand, operator, operand, fc.constantFrom(...values), (left, op, right, context) => {
        const text = `${left} ${op} ${right}`;
        if (checkExpression(text, declared).length > 0) return;

        const evaluation = evaluateExpression(text, { ...scope, context }, declared);

        if (!evaluation.ok) expect(evaluation.message).toMatch(/null|has no value|none at position/);
      }),
      { numRuns: 500 },
    );
  });
});

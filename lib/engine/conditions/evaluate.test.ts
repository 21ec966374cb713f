import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '@/lib/engine/json';
import {
  aDefinition,
  automated,
  executeFunction,
  go,
  setContext,
  userTask,
} from '@/lib/testing/builders/definition-builder';
import type { Scope } from './contract';
import { declaredFields } from './declared';
import { evaluateCondition, evaluateExpression } from './evaluate';

const refund = aDefinition({
  input: {
    type: 'object',
    properties: {
      amount: { type: 'number' },
      reason: { type: 'string' },
      approved: { type: 'boolean' },
      customer: { type: 'object', properties: { name: { type: 'string' }, vip: { type: 'boolean' } } },
      items: {
        type: 'array',
        items: { type: 'object', properties: { price: { type: 'number' }, name: { type: 'string' } } },
      },
      anything: {},
    },
  },
  steps: [
    ...aDefinition().steps,
    userTask('in-review', {
      form: { schema: { type: 'object', properties: { score: { type: 'number' } } } },
    }),
    automated('paying', [
      executeFunction('charge', 'charge_card', { output: { receipt: 'result.id' } }),
      setContext('mark', { total: 'context.amount * 2' }),
    ]),
  ],
  transitions: [go('start', 'in_review')],
});
const declared = declaredFields(refund);

function scopeOf(context: JsonObject, more: Partial<Scope> = {}): Scope {
  return {
    context,
    input: context,
    rules: { refund_limit: 1000 },
    instance: {
      id: 'i1',
      key: 'refund',
      version: 1,
      subject: { type: 'order', id: '7' },
      requester: null,
      startedAt: '',
    },
    task: null,
    signal: null,
    ...more,
  };
}

function valueOf(expression: string, context: JsonObject = {}, more: Partial<Scope> = {}): Json {
  const evaluation = evaluateExpression(expression, scopeOf(context, more), declared);
  if (!evaluation.ok) throw new Error(evaluation.message);
  return evaluation.value;
}

function errorOf(expression: string, context: JsonObject = {}, more: Partial<Scope> = {}): string {
  const evaluation = evaluateExpression(expression, scopeOf(context, more), declared);
  if (evaluation.ok) throw new Error(`${expression} gave ${JSON.stringify(evaluation.value)}`);
  expect(evaluation.expression).toBe(expression);
  return evaluation.message;
}

describe('a field without a value (B45)', () => {
  const conditions = ['context.approved == true', 'context.approved == null', 'context.approved != null'];

  it.each<[JsonObject, (boolean | 'error')[]]>([
    [{}, [false, true, false]],
    [{ approved: null }, [false, true, false]],
    [{ approved: false }, [false, false, true]],
    [{ approved: true }, [true, false, true]],
    [{ approved: 'true' }, ['error', false, true]],
  ])('%j takes the same way every time', (context, expected) => {
    const answers = conditions.map((condition) => {
      const evaluation = evaluateCondition(condition, scopeOf(context), declared);
      return evaluation.ok ? evaluation.value : 'error';
    });

    expect(answers).toEqual(expected);
  });

  it('is null however deep it lies, when it is declared', () => {
    expect(valueOf('context.customer.name')).toBeNull();
    expect(valueOf('context.tasks["in-review"].score')).toBeNull();
    expect(valueOf('context.activities.charge.output.receipt')).toBeNull();
    expect(valueOf('context.total')).toBeNull();
    expect(valueOf('context.items[0].price')).toBeNull();
    expect(valueOf('task.form.score')).toBeNull();
  });

  it('is null anywhere under a schema that lists no properties', () => {
    expect(valueOf('context.anything.at.all')).toBeNull();
    expect(valueOf('context.anything.here', { anything: { here: 5 } })).toBe(5);
  });

  it('is a mistake when nobody declares it, even when the data has it', () => {
    expect(errorOf('context.amonut > 5', { amonut: 7 })).toContain('`context.amount` was probably meant');
    expect(errorOf('context.customer.age', { customer: { age: 40 } })).toContain('nobody declares');
    expect(errorOf('context.constructor')).toContain('nobody declares');
    expect(errorOf('context.items.exists(i, i.cost > 1)', { items: [{ cost: 5 }] })).toContain(
      'nobody declares',
    );
    expect(errorOf('contxt.amount')).toContain('`context` was probably meant');
  });

  it('cannot be compared with a number, in any way', () => {
    for (const operator of ['<', '<=', '>', '>=', '==', '!=']) {
      for (const expression of [`context.amount ${operator} 5`, `5 ${operator} context.amount`]) {
        const message = errorOf(expression);
        expect(message).toContain(`In \`${expression}\``);
        expect(message).toContain('test `context.amount != null` first');
      }
    }
  });

  it('can be asked for by name', () => {
    expect(valueOf('has(context.amount)')).toBe(false);
    expect(valueOf('has(context.amount)', { amount: null })).toBe(false);
    expect(valueOf('has(context.amount)', { amount: 0 })).toBe(true);
    expect(valueOf('context.amount != null && context.amount > 5')).toBe(false);
    expect(valueOf('context.amount == null || context.amount > 5')).toBe(true);
  });
});

describe('a number written as text (B47)', () => {
  it.each(['100', '20', '1e3', ' 500 ', '1,000', '٣٠٠', ''])('%j is never compared with 300', (text) => {
    for (const operator of ['<', '<=', '>', '>=', '==', '!=']) {
      const message = errorOf(`context.anything ${operator} 300`, { anything: text });
      expect(message).toContain('cannot be compared with a number');
      expect(message).toContain('double(…)');
    }
  });

  it.each([
    ['100', '20'],
    ['1,000', '300'],
    ['٣٠٠', '٢٠'],
  ])('%j and %j have no order among themselves', (left, right) => {
    expect(errorOf('context.reason < context.anything', { reason: left, anything: right })).toContain(
      'numbers written as text',
    );
  });

  it('can be converted, or says that it is no number', () => {
    expect(valueOf('double(context.reason) < 300', { reason: '1e2' })).toBe(true);
    for (const text of [' 500 ', '1,000', '٣٠٠', '0x10', 'Infinity', ''])
      expect(errorOf('double(context.reason) < 300', { reason: text })).toContain('is not a number');
  });

  it('leaves texts and dates their order', () => {
    expect(valueOf('context.reason < "b"', { reason: 'a' })).toBe(true);
    expect(valueOf('context.reason < "2026-10-01"', { reason: '2026-09-30' })).toBe(true);
  });
});

describe('numbers', () => {
  it.each<[string, Json]>([
    ['context.amount <= 1000', true],
    ['context.amount <= rules.refund_limit', true],
    ['context.amount * 2 + 1', 2000.0],
    ['context.amount - 0.5', 999],
    ['5 / 2', 2.5],
    ['7 % 2', 1],
    ['-context.amount', -999.5],
    ['size("añb")', 3],
    ['size(context.items) == 2', true],
    ['context.items[size(context.items) - 1].price', 2.5],
    ['int("42") + int(2.9)', 44],
    ['9007199254740991', 9007199254740991],
    ['context.items.map(i, i.price)', [1, 2.5]],
    ['0 * -1', 0],
  ])('%s', (expression, expected) => {
    const context = { amount: 999.5, items: [{ price: 1 }, { price: 2.5 }] };

    expect(valueOf(expression, context)).toEqual(expected);
    expect(JSON.parse(JSON.stringify(valueOf(expression, context)))).toEqual(expected);
  });

  it.each([
    ['1 / 0', 'nothing can be divided'],
    ['1 % 0', 'nothing can be divided'],
    ['9007199254740993', 'too large'],
    ['1e308 * 10.0', 'too large'],
    ['context.items[2]', 'none at position 2'],
    ['context.items[0.5]', 'none at position 0.5'],
    ['context.amount + "1"', '`"1"` is text'],
  ])('%s is an error', (expression, words) => {
    expect(errorOf(expression, { amount: 1, items: [{ price: 1 }, { price: 2 }] })).toContain(words);
  });
});

describe('other kinds', () => {
  it.each([
    'context.reason == true',
    'true == context.reason',
    'context.amount == true',
    'context.items == "x"',
    'context.customer > 1',
    'context.approved && context.reason',
    'context.reason ? 1 : 2',
    '!context.reason',
    'context.reason in context.amount',
    'context.amount in ["1", "2"]',
    'context.reason.size() + "x"',
    'context.amount.startsWith("1")',
    'context.reason.nonsense()',
    'context.reason[0]',
    '{"__proto__": 1}',
    '{"constructor": 1}',
    'b"bytes"',
    'context.reason.matches("(")',
    'timestamp("yesterday")',
    'timestamp("2026-03-01T09:00:00")',
    'duration("P1M")',
  ])('%s is an error', (expression) => {
    errorOf(expression, { amount: 5, reason: 'true', approved: true, items: [], customer: {} });
  });

  it.each<[string, Json]>([
    ['context.approved == null', true],
    ['null == null', true],
    ['context.customer == null', true],
    ['context.reason == context.anything', true],
    ['context.reason == null', true],
    ['"a" + "b"', 'ab'],
    ['[1] + [2]', [1, 2]],
    ['{"a": 1, "b": [true, null]}', { a: 1, b: [true, null] }],
    ['{"a": 1} == {"a": 1}', true],
    ['[1, 2] == [2, 1]', false],
    ['"a" in ["a", "b"]', true],
    ['null in ["a"]', false],
    ['null in [5]', false],
    ['5 in [null, 5]', true],
    ['"a" in {"a": 1}', true],
    ['[1, 2, 3].filter(n, n > 1)', [2, 3]],
    ['[1, 2, 3].map(n, n > 1, n * 10)', [20, 30]],
    ['[1, 2, 3].all(n, n > 0) && [1, 2].exists(n, n == 2) && [1, 1, 2].exists_one(n, n == 2)', true],
    ['[null, 7].exists(n, n > 5)', true],
    ['{"x": 1}.exists(k, k == "x")', true],
    ['cel.bind(x, 4, x * x)', 16],
    ['"Ab".lowerAscii() + "Ab".upperAscii() + " x ".trim()', 'abABx'],
    ['"a,b".split(",").join("-")', 'a-b'],
    ['"abc".substring(1) + "abc".substring(0, 1) + string("abc".indexOf("c"))', 'bca2'],
    ['"a.b.c".replace(".", "$&")', 'a$&b$&c'],
    ['"abc".matches("^a.c$") && "abc".contains("b") && "abc".startsWith("a") && "abc".endsWith("c")', true],
    ['timestamp("2026-03-01T10:00:00+01:00")', '2026-03-01T09:00:00.000Z'],
    ['timestamp("2026-03-29").getHours("Europe/Berlin")', 1],
    ['timestamp("2026-03-01") + duration("36h") > timestamp("2026-03-02T11:59:59Z")', true],
    ['(timestamp("2026-03-02") - timestamp("2026-03-01")).getHours()', 24],
    ['duration("P1DT1H") == duration("25h")', true],
    ['duration("90m")', 'PT5400S'],
    ['timestamp("2026-03-01").getDayOfWeek()', 0],
    ['true || context.amount > 5', true],
    ['context.amount > 5 || true', true],
    ['false && context.amount > 5', false],
    ['string(5) + string(1.5) + string(true)', '51.5true'],
    ['instance.subject.id + instance.key', '7refund'],
  ])('%s', (expression, expected) => {
    expect(valueOf(expression)).toEqual(expected);
  });

  it('refuses what is not true or false as a condition', () => {
    for (const condition of ['5', '"true"', 'null', 'context.approved']) {
      const evaluation = evaluateCondition(condition, scopeOf({}), declared);
      expect(evaluation.ok).toBe(false);
    }
  });
});

describe('what it read', () => {
  it('is recorded with its path, the end of a path only, and only where it was looked at', () => {
    const evaluation = evaluateExpression(
      'context.amount <= rules.refund_limit || context.customer.name == "x"',
      scopeOf({ amount: 5, customer: { name: 'y' } }),
      declared,
    );

    expect(evaluation).toEqual({
      ok: true,
      value: true,
      reads: { 'context.amount': 5, 'rules.refund_limit': 1000 },
    });
  });

  it('names null, items and names with a dash', () => {
    const evaluation = evaluateExpression(
      'context.items[1].price > 0 && context.tasks["in-review"].score == null',
      scopeOf({ items: [{}, { price: 3 }], tasks: {} }),
      declared,
    );

    expect(evaluation.ok && evaluation.reads).toEqual({
      'context.items[1].price': 3,
      'context.tasks["in-review"].score': null,
    });
  });

  it('names a large value instead of copying it', () => {
    const items = Array.from({ length: 500 }, (_, index) => ({ price: index, name: 'x'.repeat(50) }));
    const evaluation = evaluateExpression(
      'context.items.exists(i, i.price > 3)',
      scopeOf({ items }),
      declared,
    );

    expect(evaluation.ok && evaluation.reads).toEqual({ 'context.items': '(a list of 500)' });
  });

  it('never holds a secret, nor does an error', () => {
    const secrets = { TOKEN: 'hunter2' };
    const read = evaluateExpression('"Bearer " + secrets.TOKEN', scopeOf({}, { secrets }), declared);
    const wrong = errorOf('secrets.TOKEN > 5', {}, { secrets });

    expect(read).toEqual({ ok: true, value: 'Bearer hunter2', reads: {} });
    expect(wrong).not.toContain('hunter2');
    const elsewhere = [
      'double(secrets.TOKEN)',
      'int("x" + secrets.TOKEN)',
      'context.anything[secrets.TOKEN] == 1',
      'context[secrets.TOKEN]',
      'cel.bind(x, secrets.TOKEN, x > 5)',
      '"a".matches(secrets.TOKEN + "(")',
    ];
    for (const expression of elsewhere)
      expect(errorOf(expression, { anything: {} }, { secrets })).not.toContain('hunter2');
    expect(errorOf('secrets.OTHER', {}, { secrets })).toContain('there is no secret OTHER');
    expect(errorOf('secrets.TOKEN')).toContain('nothing called `secrets`');
  });
});

describe('chance and clocks (B57)', () => {
  it.each(['now() < timestamp("2026-01-01")', 'random() < 0.5', 'today() == context.reason'])(
    '%s is refused',
    (text) => {
      expect(errorOf(text)).toContain('no clock and no chance');
    },
  );
});

describe('rules', () => {
  it('without a value in force are an error, not null', () => {
    expect(errorOf('rules.other == null')).toContain('the rule other has no value in force');
    expect(valueOf('has(rules.other)')).toBe(false);
    expect(valueOf('has(rules.refund_limit)')).toBe(true);
  });
});

describe('bounds', () => {
  it('keep any expression short in time and small in memory', () => {
    const doubled = Array.from({ length: 60 }, (_, i) => `cel.bind(a${i + 1}, a${i} + a${i}, `).join('');
    const nested = Array.from({ length: 60 }, (_, i) => `cel.bind(a${i + 1}, [a${i}, a${i}], `).join('');
    const many = JSON.stringify(Array.from({ length: 100 }, () => 1));
    const loops = `${many}.all(a, ${many}.all(b, ${many}.all(c, ${many}.all(d, a + b + c + d > 0))))`;
    const started = performance.now();

    errorOf(`cel.bind(a0, "x", ${doubled} a60${')'.repeat(61)}`);
    errorOf(`cel.bind(a0, "x", ${nested} a60${')'.repeat(61)}`);
    expect(errorOf(loops)).toContain('too many steps');
    expect(errorOf(`${'('.repeat(500)}1${')'.repeat(500)}`)).toContain('deeply nested');
    expect(errorOf('1 + '.repeat(600) + '1')).toMatch(/longer than|too large/);
    expect(valueOf(`"${'a'.repeat(1000)}!".matches("^(a+)+$")`)).toBe(false);

    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it.each(['', ' ', '1 +', 'context.', '"open', 'a b', 'context.amount = 5', 'if', '((', '{1', '#'])(
    'say what is wrong with the syntax of %j',
    (expression) => {
      expect(errorOf(expression)).toContain('the syntax is wrong');
    },
  );
});

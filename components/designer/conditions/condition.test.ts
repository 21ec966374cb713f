import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluateCondition } from '@/lib/engine/conditions/evaluate';
import type { DeclaredFields, FieldType } from '@/lib/engine/conditions/field-type';
import { checkExpression } from '@/lib/engine/conditions/type-check';
import type { JsonObject } from '@/lib/engine/json';
import { templates } from '@/lib/definitions/templates/templates';
import {
  comparisons,
  type Comparison,
  type Condition,
  isGroup,
  type Line,
  type Literal,
  normalCondition,
  type Operator,
} from './condition';
import { readCondition } from './read-condition';
import { writeCondition } from './write-condition';

const fields: Readonly<Record<string, FieldType>> = {
  amount: { kind: 'number' },
  limit: { kind: 'number' },
  reason: { kind: 'text' },
  other: { kind: 'text' },
  urgent: { kind: 'bool' },
  labels: { kind: 'list', items: { kind: 'text' } },
  from: { kind: 'text' },
  until: { kind: 'text' },
};
const declared: DeclaredFields = new Map<string, FieldType>([
  ['context', { kind: 'object', fields: new Map(Object.entries(fields)), others: null }],
]);
const at = (name: string) => `context.${name}`;

const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom('', 'a', 'b"', "it's", '// x'),
);
const numbers = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(1e21, 1e17),
);
const moments = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const comparison = fc.constantFrom(...comparisons);
const named = (prefix: 'instant' | 'size') =>
  comparison.map((one) => (prefix + one.charAt(0).toUpperCase() + one.slice(1)) as Operator);

function line(
  field: string | fc.Arbitrary<string>,
  operator: fc.Arbitrary<Operator>,
  value: fc.Arbitrary<Line['value']>,
  valueSource: Line['valueSource'] = 'value',
): fc.Arbitrary<Line> {
  return fc
    .tuple(typeof field === 'string' ? fc.constant(field) : field, operator, value)
    .map(([name, what, than]) => ({ field: at(name), operator: what, value: than, valueSource }));
}
const no = fc.constant(null);
const lists = <T extends Literal>(of: fc.Arbitrary<T>) => fc.array(of, { minLength: 1, maxLength: 3 });

/** Every kind of line that the builder can make without a text of the user's own. */
const lines: fc.Arbitrary<Line> = fc.oneof(
  line('amount', comparison, numbers),
  line('amount', comparison, fc.constant(at('limit')), 'field'),
  line('reason', fc.constantFrom('eq', 'ne'), words),
  line('reason', fc.constantFrom('eq', 'ne'), fc.constant(at('other')), 'field'),
  line('reason', fc.constantFrom('contains', 'lacks', 'starts', 'ends'), words),
  line('reason', fc.constantFrom('contains', 'starts'), fc.constant(at('other')), 'field'),
  line('urgent', fc.constantFrom('yes', 'no', 'holds', 'fails'), no),
  line(fc.constantFrom(...Object.keys(fields)), fc.constantFrom('empty', 'present'), no),
  line('amount', fc.constantFrom('oneOf', 'noneOf'), lists(numbers)),
  line('reason', fc.constantFrom('oneOf', 'noneOf'), lists(words)),
  line('reason', fc.constantFrom('oneOf', 'noneOf'), fc.constant(at('labels')), 'field'),
  line('labels', fc.constantFrom('has', 'hasNot'), words),
  line('labels', named('size'), fc.nat(4)),
  line('from', named('instant'), moments),
  line('from', named('instant'), fc.constant(at('until')), 'field'),
);

const conditions: fc.Arbitrary<Condition> = fc.letrec<{ part: Line | Condition; group: Condition }>(
  (tie) => ({
    part: fc.oneof({ depthSize: 'small', withCrossShrink: true }, lines, tie('group')),
    group: fc.record({
      combinator: fc.constantFrom('and' as const, 'or' as const),
      not: fc.boolean(),
      rules: fc.array(tie('part'), { maxLength: 3 }),
    }),
  }),
).group;

test('what the builder writes as CEL reads back as the same condition', () => {
  fc.assert(
    fc.property(conditions, (condition) => {
      const normal = normalCondition(condition);
      const text = writeCondition(condition);
      if (text === null) {
        expect(normal.rules).toEqual([]);
        return;
      }
      fc.pre(text.length <= 2000);
      expect(readCondition(text)).toEqual({ ok: true, condition: zeroed(normal) });
      expect(writeCondition(normal)).toBe(writeCondition(normalCondition(normal)));
    }),
  );
});

test('what the builder writes as CEL is right by the types of its fields', () => {
  fc.assert(
    fc.property(conditions, (condition) => {
      const text = writeCondition(condition);
      fc.pre(text !== null && text.length <= 2000);
      expect(checkExpression(text!, declared, 'bool')).toEqual([]);
    }),
  );
});

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 4 });
const contexts = fc.record({
  amount: maybe(numbers),
  limit: maybe(numbers),
  reason: maybe(words),
  other: maybe(words),
  urgent: maybe(fc.boolean()),
  labels: maybe(fc.array(words, { maxLength: 4 })),
  from: maybe(moments),
  until: maybe(moments),
});

test('what the builder writes as CEL is true when its lines are, and cannot be told when a value that they need is missing', () => {
  fc.assert(
    fc.property(conditions, contexts, (condition, context) => {
      const text = writeCondition(condition);
      fc.pre(text !== null && text.length <= 2000);
      const evaluation = evaluateCondition(text!, { context: context as JsonObject }, declared);
      expect(evaluation.ok ? evaluation.value : 'unknown').toBe(meaning(condition, context));
    }),
    { numRuns: 300 },
  );
});

test('an expression that somebody wrote means the same after the builder has read and written it', () => {
  const atoms = fc.oneof(
    lines.map((one) => writeCondition({ combinator: 'and', not: false, rules: [one] })!),
    fc.constantFrom(
      'size(context.labels) > 1 ? context.urgent == true : context.amount > 3',
      'context.labels.exists(label, label == "a")',
      '5 < context.amount',
      'context.amount * 2 + (1 - 3) > context.limit',
      'context.reason.contains(context.other + ")")',
      '(context.amount > 1000.50)',
      'true',
    ),
  );
  const expressions = fc.letrec<{ text: string }>((tie) => ({
    text: fc.oneof(
      { depthSize: 'small' },
      atoms.map((text) => `(${text})`),
      fc
        .tuple(tie('text'), fc.constantFrom('&&', '||'), tie('text'))
        .map(([a, sign, b]) => `${a}${sign}${b}`),
      tie('text').map((text) => `!(${text})`),
      tie('text').map((text) => `( ${text} )`),
    ),
  })).text;
  fc.assert(
    fc.property(expressions, contexts, (text, context) => {
      fc.pre(text.length <= 800);
      const read = readCondition(text);
      if (!read.ok) throw new Error(`${text} was not read`);
      const again = writeCondition(read.condition)!;
      expect(readCondition(again)).toEqual(read);
      const value = (expression: string) => {
        const evaluation = evaluateCondition(expression, { context: context as JsonObject }, declared);
        return evaluation.ok ? evaluation.value : 'unknown';
      };
      expect(value(again)).toBe(value(text));
    }),
    { numRuns: 300 },
  );
});

test('a part that the builder has no line for is kept word for word as a line of text', () => {
  const text =
    "context.amount > 3 && (context.labels.exists( l , l == 'a' )) || !(5 + (2 * 3) < context.amount)";
  expect(readCondition(text)).toEqual({
    ok: true,
    condition: {
      combinator: 'or',
      not: false,
      rules: [
        {
          combinator: 'and',
          not: false,
          rules: [
            { field: 'context.amount', operator: 'gt', value: 3, valueSource: 'value' },
            {
              field: '',
              operator: 'cel',
              value: "context.labels.exists( l , l == 'a' )",
              valueSource: 'value',
            },
          ],
        },
        {
          combinator: 'and',
          not: true,
          rules: [
            { field: '', operator: 'cel', value: '5 + (2 * 3) < context.amount', valueSource: 'value' },
          ],
        },
      ],
    },
  });
});

test('a text with a comment, which the builder would lose, and one that cannot be read stay texts', () => {
  expect(readCondition('context.amount > 3 // as agreed')).toEqual({ ok: false, why: 'comment' });
  expect(readCondition('context.amount >')).toEqual({ ok: false, why: 'syntax' });
  expect(readCondition('context.reason == "// no comment"').ok).toBe(true);
});

test('a whole number that no field can hold exactly is not rounded', () => {
  const text = 'context.amount == 9007199254740993';
  const read = readCondition(text);
  expect(read.ok && writeCondition(read.condition)).toBe(text);
});

test('the builder has a line for every part of every condition of the templates', () => {
  const texts = templates.flatMap(({ transitions }) => transitions.flatMap(({ when }) => when ?? []));
  expect(texts.length).toBeGreaterThan(5);
  const rest = texts.filter((text) => {
    const read = readCondition(text);
    return !read.ok || JSON.stringify(read.condition).includes('"cel"');
  });
  expect(rest).toEqual([]);
});

/** JSON has no -0, and CEL reads it as 0. */
function zeroed(condition: Condition): Condition {
  const zero = (value: Line['value']): Line['value'] =>
    Array.isArray(value) ? value.map((one: Literal) => zero(one) as Literal) : value === 0 ? 0 : value;
  return {
    ...condition,
    rules: condition.rules.map((part) =>
      isGroup(part) ? zeroed(part) : { ...part, value: zero(part.value) },
    ),
  };
}

type Meaning = boolean | 'unknown';
type Context = Readonly<Record<string, unknown>>;

/** What a condition means by its words, without CEL. A value that is missing and needed makes a line unknown. */
function meaning({ combinator, not, rules }: Condition, context: Context): Meaning {
  const filled = rules.filter((part) => !isGroup(part) || writeCondition(part) !== null);
  const parts = filled.map((part) => (isGroup(part) ? meaning(part, context) : ofLine(part, context)));
  const decides = combinator === 'or';
  const all = parts.includes(decides) ? decides : parts.includes('unknown') ? 'unknown' : !decides;
  return not && all !== 'unknown' ? !all : all;
}

function ofLine({ field, operator, value, valueSource }: Line, context: Context): Meaning {
  const read = (path: unknown) => context[String(path).slice('context.'.length)] ?? null;
  const left = read(field);
  const right = valueSource === 'field' ? read(value) : value;
  const known = (result: () => boolean): Meaning => (left === null || right === null ? 'unknown' : result());
  if (operator.startsWith('instant'))
    return known(() => compare(operator.slice(7), Date.parse(left as string), Date.parse(right as string)));
  if (operator.startsWith('size'))
    return known(() => compare(operator.slice(4), (left as unknown[]).length, right as number));
  switch (operator) {
    case 'empty':
      return left === null;
    case 'present':
      return left !== null;
    case 'yes':
      return left === true;
    case 'no':
      return left === false;
    case 'holds':
    case 'fails':
      return left === null ? 'unknown' : left === (operator === 'holds');
    case 'contains':
      return known(() => (left as string).includes(right as string));
    case 'lacks':
      return known(() => !(left as string).includes(right as string));
    case 'starts':
      return known(() => (left as string).startsWith(right as string));
    case 'ends':
      return known(() => (left as string).endsWith(right as string));
    case 'oneOf':
    case 'noneOf': {
      const within = right as readonly unknown[] | null;
      if (within === null || (left === null && typeof within[0] === 'number')) return 'unknown';
      return within.includes(left) === (operator === 'oneOf');
    }
    case 'has':
    case 'hasNot':
      return known(() => (left as unknown[]).includes(right) === (operator === 'has'));
    case 'eq':
    case 'ne':
      if (typeof left !== 'number' && typeof right !== 'number' && (left === null || right === null))
        return (left === right) === (operator === 'eq');
      return known(() => compare(operator, left as number, right as number));
    default:
      return known(() => compare(operator, left as number, right as number));
  }
}

function compare(comparison: string, left: number, right: number): boolean {
  const answers: Readonly<Record<Comparison, boolean>> = {
    eq: left === right,
    ne: left !== right,
    lt: left < right,
    le: left <= right,
    gt: left > right,
    ge: left >= right,
  };
  return answers[comparison.toLowerCase() as Comparison];
}

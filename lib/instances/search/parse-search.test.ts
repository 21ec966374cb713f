import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSearch } from './parse-search';

const word = (text: string) => ({ kind: 'word', text });
const field = (name: string, operator: string, value: string) => ({
  kind: 'field',
  field: name,
  operator,
  value,
});

describe('the search box understands', () => {
  test.each([
    ['', null],
    ['2026-10417', word('2026-10417')],
    ['"maria lindgren"', word('maria lindgren')],
    ['customer:"Maria Lindgren"', field('customer', ':', 'Maria Lindgren')],
    ['amount>=100', field('amount', '>=', '100')],
    ['address.city!=Berlin', field('address.city', '!=', 'Berlin')],
    ['-status:failed', { kind: 'not', part: field('status', ':', 'failed') }],
    ['NOT late', { kind: 'not', part: word('late') }],
    ['a OR amount<5', { kind: 'or', parts: [word('a'), field('amount', '<', '5')] }],
    [
      'amount>5 (reason:damaged OR reason:returned)',
      {
        kind: 'and',
        parts: [
          field('amount', '>', '5'),
          { kind: 'or', parts: [field('reason', ':', 'damaged'), field('reason', ':', 'returned')] },
        ],
      },
    ],
    [
      'maria lindgren',
      {
        kind: 'or',
        parts: [word('maria lindgren'), { kind: 'and', parts: [word('maria'), word('lindgren')] }],
      },
    ],
    ['ORD-1*', word('ORD-1')],
  ])('%s', (text, expression) => {
    expect(parseSearch(text)).toEqual({ ok: true, expression });
  });
});

describe('what it does not understand it says, with what to write instead:', () => {
  test.each([
    ['"open', 'A quotation mark is open'],
    ['amount>', 'After amount> a value is missing'],
    ['OR x', 'OR stands between two conditions'],
    ['x OR', 'OR stands between two conditions'],
    ['(x', 'A parenthesis is open'],
    ['x)', 'never opened'],
    ['()', 'nothing in the parentheses'],
    ['x NOT', 'After NOT a condition is missing'],
    ['x AND', 'AND stands between two conditions'],
    [Array.from({ length: 21 }, () => 'x').join(' '), 'at most 20 conditions'],
  ])('%s', (text, problem) => {
    expect(parseSearch(text)).toMatchObject({
      ok: false,
      problem: expect.stringContaining(problem) as string,
    });
  });
});

test('any text is an expression or a problem, never a defect', () => {
  const piece = fc.constantFrom(
    'a',
    '"',
    '(',
    ')',
    ' ',
    'OR',
    'AND',
    'NOT',
    '-',
    ':',
    '>=',
    '=',
    '\\',
    'ä',
    '*',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const parsed = parseSearch(pieces.join(''));
      expect(typeof parsed.ok).toBe('boolean');
    }),
  );
});

import { describe, expect, it } from 'vitest';
import { errorsOf, problemsBelow, problemsIn } from './server-problems';

const refused = {
  data: { amount: 1, items: [{ date: 'x' }] },
  problems: [
    { path: '/amount', message: 'this is too much' },
    { path: '/items/0/date', message: 'this is not a valid date' },
  ],
};

describe('errorsOf', () => {
  it('puts each problem at its field, as a sentence', () => {
    expect(errorsOf(refused, refused.data)).toEqual({
      amount: { __errors: ['This is too much.'] },
      items: { 0: { date: { __errors: ['This is not a valid date.'] } } },
    });
  });

  it('drops a problem as soon as its field changes', () => {
    expect(errorsOf(refused, { ...refused.data, amount: 2 })).toEqual({
      items: { 0: { date: { __errors: ['This is not a valid date.'] } } },
    });
    expect(errorsOf(refused, {})).toBeUndefined();
  });
});

describe('problems of a refusal', () => {
  it('are taken from its data and cut to the form', () => {
    const problems = problemsIn({ errors: [{ path: '/input/amount', message: 'no' }, 'junk'] });
    expect(problems).toEqual([{ path: '/input/amount', message: 'no' }]);
    expect(problemsBelow(problems, '/input')).toEqual([{ path: '/amount', message: 'no' }]);
    expect(problemsBelow(problems, '/subject')).toEqual([]);
  });
});

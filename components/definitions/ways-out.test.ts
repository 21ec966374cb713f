import { describe, expect, it } from 'vitest';
import { refund } from '@/lib/demo/definitions/refund';
import { waysOutOf } from './ways-out';

describe('the ways out of a step', () => {
  it('stand in the order in which they are tried, the default last', () => {
    const [group] = waysOutOf(refund, 'limit_check');

    expect(group?.trigger).toBe('completion');
    expect(group?.ways.map(({ key, to, isDefault }) => [key, to, isDefault])).toEqual([
      ['over_limit', 'Manager approval', false],
      ['risky', 'Manager approval', false],
      ['small', 'Paying the customer', true],
    ]);
  });

  it('are grouped by what selects them, outcomes in their own order', () => {
    const groups = waysOutOf(refund, 'in_review');

    expect(groups.map(({ trigger }) => trigger)).toEqual([
      { outcome: 'approve' },
      { outcome: 'reject' },
      { outcome: 'ask' },
    ]);

    expect(
      groups.find(({ trigger }) => JSON.stringify(trigger) === '{"outcome":"approve"}')?.ways,
    ).toMatchObject([
      { to: 'Finance approval', when: 'context.amount > rules.refund_finance_limit' },
      { to: 'Paying the customer', isDefault: true },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { refund } from '@/lib/demo/definitions/refund';
import { likelyNext } from './names';

describe('likelyNext', () => {
  it('follows the positive outcomes of a task, not the others', () => {
    expect(likelyNext(refund, 'in_review')).toEqual(['Finance approval', 'Paying the customer']);
  });

  it('looks through what only chooses', () => {
    expect(likelyNext(refund, 'scoring')).toEqual(['Manager approval', 'Paying the customer']);
  });

  it('has nothing after an end', () => {
    expect(likelyNext(refund, 'refunded')).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { refund } from '@/lib/demo/definitions/refund';
import { accessRequest } from '@/lib/demo/definitions/access-request';
import { likelyNext, nextSteps } from './names';

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

describe('where an outcome leads', () => {
  it('is said by the steps at which the request can stop next, not by the question that chooses between them', () => {
    const step = accessRequest.steps.find(({ key }) => key === 'manager_approval');
    const outcomes = step?.type === 'USER_TASK' ? step.outcomes : [];

    expect(
      nextSteps(accessRequest, 'manager_approval', outcomes).map(({ outcome, steps }) => [
        outcome,
        ...steps.map(({ name }) => name),
      ]),
    ).toEqual([
      ['approve', 'Making the account', 'Security review'],
      ['ask', 'More information needed'],
      ['reject', 'Rejected'],
    ]);
  });
});

import { expect, test } from 'vitest';
import type { UserTaskStep } from '@/lib/engine/definition/step-schema';
import type { Vote } from '@/lib/engine/snapshot';
import { outcome, userTask } from '@/lib/testing/builders/definition-builder';
import { tally } from './tally';

const outcomes = [
  outcome('approve', { kind: 'positive' }),
  outcome('reject', { kind: 'negative' }),
  outcome('ask', { kind: 'neutral' }),
];

function after(approvals: UserTaskStep['approvals'], ...chosen: string[]) {
  return tally(userTask('t', { outcomes, ...(approvals && { approvals }) }), chosen.map(vote));
}

function vote(chosen: string, index: number): Vote {
  const person = { id: `p${index}`, name: `P ${index}`, email: `p${index}@example.test` };
  return { person, onBehalfOf: null, outcome: chosen, reason: null, form: {}, at: '2026-03-02T09:00:00Z' };
}

const needed = (approvals: UserTaskStep['approvals'], ...chosen: string[]) =>
  Object.fromEntries(after(approvals, ...chosen).open.map((one) => [one.outcome, one.votes]));

test('one approval: any answer decides', () => {
  expect(after(undefined)).toMatchObject({ required: 1, of: null, missing: null });
  expect(needed(undefined)).toEqual({ approve: 1, reject: 1, ask: 1 });
});

test('two of three with veto: one more approval, or one rejection', () => {
  const approvals = { required: 2, of: 3, veto: true };

  expect(needed(approvals)).toEqual({ approve: 2, reject: 1, ask: 2 });
  expect(after(approvals, 'approve')).toMatchObject({
    given: { positive: 1, negative: 0, neutral: 0 },
    missing: 2,
  });
  expect(needed(approvals, 'approve')).toEqual({ approve: 1, reject: 1, ask: 2 });
});

test('an outcome that can no longer come is not named', () => {
  expect(needed({ required: 2, of: 3 }, 'approve', 'reject')).toEqual({ approve: 1, reject: 1 });
});

test('when all must answer, each outcome needs all who are missing', () => {
  const approvals = { required: 1, of: 3, allMustAnswer: true };

  expect(needed(approvals, 'reject')).toEqual({ approve: 2, reject: 2, ask: 2 });
});

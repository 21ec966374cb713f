import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UserTaskStep } from '@/lib/engine/definition/step-schema';
import type { Vote } from '@/lib/engine/snapshot';
import { aDefinition, outcome, userTask } from '@/lib/testing/builders/definition-builder';
import { CoreRun, ann, bob, decisionOn } from '@/lib/testing/builders/core-run';
import { verdict } from './quorum';

const outcomes = [
  outcome('approve', { kind: 'positive' }),
  outcome('approve_part', { kind: 'positive' }),
  outcome('reject', { kind: 'negative' }),
  outcome('ask', { kind: 'neutral' }),
];

function after(approvals: UserTaskStep['approvals'], ...chosen: string[]): string | null {
  return verdict(userTask('t', { outcomes, ...(approvals ? { approvals } : {}) }), chosen.map(vote));
}

function vote(chosen: string, index: number): Vote {
  const person = { id: `p${index}`, name: `P ${index}`, email: `p${index}@example.test` };
  return { person, onBehalfOf: null, outcome: chosen, reason: null, form: {}, at: '2026-03-02T09:00:00Z' };
}

describe('what the votes come to', () => {
  it('without approvals the first vote decides', () => {
    expect(after(undefined, 'ask')).toBe('ask');
  });

  it('two of three: two equal outcomes, or two positive ones', () => {
    expect(after({ required: 2, of: 3 }, 'approve')).toBeNull();
    expect(after({ required: 2, of: 3 }, 'approve', 'approve')).toBe('approve');
    expect(after({ required: 2, of: 3 }, 'approve', 'approve_part')).toBe('approve_part');
    expect(after({ required: 2, of: 3 }, 'ask', 'ask')).toBe('ask');
    expect(after({ required: 2, of: 3 }, 'approve', 'reject')).toBeNull();
    expect(after({ required: 2, of: 3 }, 'approve', 'reject', 'approve')).toBe('approve');
  });

  it('with veto one rejection ends it', () => {
    expect(after({ required: 2, of: 3, veto: true }, 'approve', 'reject')).toBe('reject');
  });

  it('it ends negative as soon as enough approvals cannot come any more', () => {
    expect(after({ required: 2, of: 3 }, 'reject', 'ask')).toBe('reject');
    expect(after({ required: 3, of: 3 }, 'reject')).toBe('reject');
    expect(after({ required: 3, of: 3 }, 'ask')).toBe('reject');
  });

  it('when all must answer, nothing ends it before', () => {
    const approvals = { required: 1, of: 3, veto: true, allMustAnswer: true };

    expect(after(approvals, 'approve', 'reject')).toBeNull();
    expect(after(approvals, 'approve', 'reject', 'approve')).toBe('reject');
    expect(after({ ...approvals, veto: false }, 'reject', 'approve', 'ask')).toBe('approve');
  });

  it('it has always ended when all have answered', () => {
    const approvals = fc.record({
      required: fc.integer({ min: 1, max: 5 }),
      of: fc.integer({ min: 1, max: 5 }),
      veto: fc.boolean(),
      allMustAnswer: fc.boolean(),
    });
    const chosen = fc.array(fc.constantFrom(...outcomes.map(({ key }) => key)), {
      minLength: 5,
      maxLength: 5,
    });

    fc.assert(
      fc.property(approvals, chosen, (settings, votes) => {
        const { of } = settings;

        expect(
          after({ ...settings, required: Math.min(settings.required, of) }, ...votes.slice(0, of)),
        ).not.toBeNull();
      }),
    );
  });
});

describe('several people on one task', () => {
  const definition = aDefinition({
    steps: aDefinition().steps.map((step) =>
      step.key === 'in_review' ? userTask('in_review', { approvals: { required: 2, veto: true } }) : step,
    ),
  });

  it('a vote that does not end it leaves the task open to the next person', () => {
    const run = new CoreRun(definition);
    run.begin({ amount: 20 });
    run.do({ kind: 'claim_task', task: run.taskKey('in_review'), by: ann });

    run.decideTask('in_review', 'approve', ann);
    expect(run.moves()).toEqual(['USER_TASK_DECIDED', 'USER_TASK_RELEASED in_progress→pending']);
    expect(run.here().status).toBe('waiting');

    run.decideTask('in_review', 'approve', bob);
    expect(run.here()).toMatchObject({ status: 'completed', state: 'approved' });
  });

  it('nobody counts twice, neither in person nor through a deputy', () => {
    const run = new CoreRun(definition);
    run.begin({ amount: 20 });
    const task = run.taskKey('in_review');
    run.decideTask('in_review', 'approve', ann);

    for (const again of [
      decisionOn(task, 'approve', ann),
      decisionOn(task, 'approve', bob, { onBehalfOf: ann }),
      decisionOn(task, 'approve', ann, { onBehalfOf: bob }),
    ]) {
      expect(run.refused(again)).toMatchObject({ code: 'not_allowed', data: { rule: 'already_voted' } });
    }
  });
});

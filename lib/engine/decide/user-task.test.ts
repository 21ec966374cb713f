import { describe, expect, it } from 'vitest';
import type { Definition } from '@/lib/engine/definition/schema';
import type { UserTaskStep } from '@/lib/engine/definition/step-schema';
import type { JsonObject } from '@/lib/engine/json';
import { aDefinition, outcome, userTask, start, end, go } from '@/lib/testing/builders/definition-builder';
import { CoreRun, ann, bob, carol, decisionOn } from '@/lib/testing/builders/core-run';
import type { Environment } from './contract';

const inReview = 'main:in_review:1';

function reviewing(
  parts: Partial<UserTaskStep> = {},
  input: JsonObject = {},
  env: Partial<Environment> = {},
): CoreRun {
  const run = new CoreRun(withTask(parts), env);
  run.begin({ amount: 20, ...input });
  return run;
}

function withTask(parts: Partial<UserTaskStep>): Definition {
  const base = aDefinition();
  return aDefinition({
    input: {
      type: 'object',
      properties: {
        amount: { type: 'number' },
        manager: { type: 'string' },
        others: { type: 'array', items: { type: 'string' } },
      },
    },
    steps: base.steps.map((step) => (step.key === 'in_review' ? userTask('in_review', parts) : step)),
  });
}

describe('opening a task', () => {
  it('names who may decide, and the requester may not', () => {
    const run = reviewing(
      {
        who: {
          roles: ['finance'],
          people: ['Zoe@example.test'],
          candidates: 'context.others',
          exclude: '["Eve@example.test"]',
        },
      },
      { others: ['Ann@Example.test'] },
    );

    expect(run.here().tasks[inReview]).toMatchObject({
      candidateRoles: ['finance'],
      candidatePeople: ['zoe@example.test', 'ann@example.test'],
      excluded: [carol.email, 'eve@example.test'],
      assignee: null,
      status: 'pending',
    });
  });

  it('the requester may decide where the step allows it', () => {
    expect(
      reviewing({ who: { roles: ['x'], allowRequester: true } }).here().tasks[inReview]?.excluded,
    ).toEqual([]);
  });

  it('an assignee by expression is assigned, still pending, when the person is known', () => {
    const who = { assignee: 'context.manager' };
    const known = reviewing({ who }, { manager: 'ANN@example.test' }, { people: { [ann.email]: ann } });
    const unknown = reviewing({ who }, { manager: 'new@example.test' });

    expect(known.here().tasks[inReview]).toMatchObject({ assignee: ann, status: 'pending' });
    expect(unknown.here().tasks[inReview]).toMatchObject({
      assignee: null,
      candidatePeople: ['new@example.test'],
    });
  });

  it('has its title, facts, limit and due instant computed now', () => {
    const run = reviewing({
      title: 'Refund of {{ context.amount }}',
      facts: [{ label: 'Amount', value: 'context.amount', format: 'money', currency: 'EUR' }],
      who: { roles: ['x'], limit: { rule: 'refund_limit', amount: 'context.amount' } },
      due: { in: 'P3D' },
      priority: 80,
    });

    expect(run.here().tasks[inReview]).toMatchObject({
      title: 'Refund of 20',
      facts: [{ label: 'Amount', value: 20, format: 'money', currency: 'EUR' }],
      limit: { rule: 'refund_limit', amount: 20 },
      dueAt: '2026-03-05T09:00:00.000000Z',
      priority: 80,
    });
  });

  it('has a title of one line, no longer than lists can show', () => {
    const long = reviewing({ title: `A\n\r  b ${'x'.repeat(500)}` });
    const empty = reviewing({ title: '{{ "" }}', name: 'Review' });

    expect(long.here().tasks[inReview]?.title).toMatch(/^A b x{195}…$/);
    expect(empty.here().tasks[inReview]?.title).toBe('Review');
  });

  it('is called by the name of its step where it has no title, and opens without a fact that fails', () => {
    const run = reviewing({ name: 'Review', facts: [{ label: 'Odd', value: 'context.amount + "x"' }] });

    const created = run.history.find(({ type }) => type === 'USER_TASK_CREATED');

    expect(run.here().tasks[inReview]).toMatchObject({
      title: 'Review',
      facts: [{ label: 'Odd', value: null }],
    });
    expect(created?.data.problems).toMatchObject([{ what: 'Odd' }]);
  });

  it('needs attention when it cannot be said who may decide, and opens after the mending', () => {
    const run = reviewing({ who: { candidates: 'context.others' } }, { others: 7 });

    expect(run.here().incidents[inReview]).toMatchObject({ code: 'evaluation_failed' });
    run.do({ kind: 'retry', reason: 'Named them', context: { amount: 20, others: [ann.email] } });

    expect(run.here()).toMatchObject({ status: 'waiting', waitingFor: ['human_task'] });
    expect(run.here().tasks[inReview]?.candidatePeople).toEqual([ann.email]);
  });
});

describe('holding a task', () => {
  it('is claimed, released and reassigned', () => {
    const run = reviewing();

    run.do({ kind: 'claim_task', task: inReview, by: ann });
    expect(run.moves()).toEqual(['USER_TASK_CLAIMED pending→in_progress']);
    expect(run.here().tasks[inReview]?.assignee).toEqual(ann);

    run.do({ kind: 'reassign_task', task: inReview, to: bob, reason: 'Ann is away' });
    expect(run.moves()).toEqual(['USER_TASK_REASSIGNED in_progress→pending']);
    expect(run.here().tasks[inReview]?.assignee).toEqual(bob);

    run.do({ kind: 'reassign_task', task: inReview, to: null, reason: 'Anybody' });
    expect(run.moves()).toEqual(['USER_TASK_REASSIGNED']);

    run.do({ kind: 'claim_task', task: inReview, by: bob });
    run.do({ kind: 'release_task', task: inReview, by: bob, reason: 'No time' });
    expect(run.moves()).toEqual(['USER_TASK_RELEASED in_progress→pending']);
    expect(run.here().tasks[inReview]?.assignee).toBeNull();
  });

  it('claiming one’s own task again changes nothing; another’s is refused with their name', () => {
    const run = reviewing();
    run.do({ kind: 'claim_task', task: inReview, by: ann });

    expect(run.do({ kind: 'claim_task', task: inReview, by: ann }).events).toEqual([]);
    expect(run.refused({ kind: 'claim_task', task: inReview, by: bob })).toMatchObject({
      code: 'not_allowed',
      data: { assignee: 'Ann Lee' },
    });
    expect(run.refused(decisionOn(inReview, 'approve', bob)).message).toContain('Ann Lee has claimed');
  });

  it('the requester can neither claim it, nor be given it, nor decide it, nor act through a deputy (fault B60)', () => {
    const run = reviewing();

    for (const refusal of [
      run.refused({ kind: 'claim_task', task: inReview, by: carol }),
      run.refused({ kind: 'reassign_task', task: inReview, to: carol, reason: 'Mine' }),
      run.refused(decisionOn(inReview, 'approve', carol)),
      run.refused(decisionOn(inReview, 'approve', ann, { onBehalfOf: carol })),
    ]) {
      expect(refusal).toMatchObject({ code: 'not_allowed', data: { rule: 'excluded' } });
    }
  });
});

describe('deciding a task', () => {
  it('records the vote, completes the task and moves on, the first move by the person', () => {
    const run = reviewing();

    run.decideTask('in_review', 'approve', ann, { reason: ' Fine ', authority: { roles: ['approver'] } });

    expect(run.moves()).toEqual([
      'USER_TASK_DECIDED',
      'USER_TASK_COMPLETED pending→completed',
      'WORKFLOW_RESUMED waiting→resumed',
      'WORKFLOW_CONTINUED resumed→running',
      'STEP_EXITED',
      'TRANSITION_TAKEN in_review→approved',
      'STEP_ENTERED',
      'WORKFLOW_COMPLETED running→completed',
    ]);
    expect(run.last?.events[0]).toMatchObject({
      reason: 'Fine',
      data: { person: ann, outcome: 'approve', reason: 'Fine', authority: { roles: ['approver'] } },
    });
    expect(run.last?.events.map(({ actor }) => actor?.type ?? 'person')).toEqual([
      ...Array<string>(7).fill('person'),
      'system',
    ]);
  });

  it('a task that has been decided says who, when and what (fault B01)', () => {
    const definition = withTask({});
    const run = new CoreRun(definition);
    run.begin({ amount: 20 });
    run.decideTask('in_review', 'approve', ann);
    const decidedAt = run.now;
    run.snapshot = run.last?.after ?? null;
    run.later(60);

    expect(run.refused(decisionOn(inReview, 'reject', bob))).toEqual({
      code: 'not_allowed',
      message: 'Already decided by Ann Lee: approve.',
      data: expect.objectContaining({ decidedBy: 'Ann Lee', decidedAt, outcome: 'approve' }) as unknown,
    });
  });

  it('an outcome that the task does not have is refused with those that it has', () => {
    expect(reviewing().refused(decisionOn(inReview, 'explode', ann))).toMatchObject({
      code: 'not_allowed',
      data: {
        from: 'in_review',
        outcome: 'explode',
        outcomes: ['approve', 'reject'],
        definition: 'refund',
        version: 1,
      },
    });
  });

  it('a reason that must be given must be given', () => {
    const outcomes = [outcome('approve'), outcome('reject', { name: 'Reject', reason: 'required' })];
    const run = reviewing({ outcomes });

    expect(run.refused(decisionOn(inReview, 'reject', ann, { reason: '  ' }))).toEqual({
      code: 'invalid',
      message: 'Say why you choose “Reject”.',
      data: { errors: [{ path: '/reason', message: 'Say why you choose “Reject”.' }] },
    });
  });

  it('a task of a paused instance cannot be decided', () => {
    const run = reviewing();
    run.do({ kind: 'pause', reason: 'Audit' });

    expect(run.refused(decisionOn(inReview, 'approve', ann)).message).toContain(
      'while its instance is paused',
    );
    run.do({ kind: 'resume', reason: 'Done' });

    expect(run.here()).toMatchObject({ status: 'waiting', waitingFor: ['human_task'] });
    run.decideTask('in_review', 'approve', ann);
    expect(run.here().status).toBe('completed');
  });

  it('a loop makes a new visit with a task of its own', () => {
    const run = new CoreRun(
      aDefinition({
        steps: [start(), userTask('in_review'), end('approved')],
        transitions: [
          go('start', 'in_review'),
          go('in_review', 'approved', { on: { outcome: 'approve' } }),
          go('in_review', 'in_review', { on: { outcome: 'reject' } }),
        ],
      }),
    );
    run.begin({ amount: 20 });
    for (let round = 0; round < 5; round += 1) run.decideTask('in_review', 'reject', ann);

    expect(Object.keys(run.here().tasks)).toEqual(['main:in_review:6']);
    expect(run.here().visits['main:in_review']).toBe(6);
    expect(run.refused(decisionOn(inReview, 'approve', bob)).code).toBe('not_found');
  });
});

describe('a form', () => {
  const form = {
    schema: { type: 'object', properties: { note: { type: 'string' }, granted: { type: 'number' } } },
    writeTo: { granted: 'payment.amount' },
  };

  it('writes its fields under tasks.<step>, the mapped ones where the mapping says', () => {
    const run = reviewing({ form });

    const plan = run.decideTask('in_review', 'approve', ann, { form: { note: 'ok', granted: 15 } });

    expect(plan.events[0]?.data.set).toEqual({ 'tasks.in_review': { note: 'ok' }, 'payment.amount': 15 });
    expect(run.here().context).toEqual({
      amount: 20,
      tasks: { in_review: { note: 'ok' } },
      payment: { amount: 15 },
    });
  });

  it('writes nothing that it does not declare', () => {
    const run = reviewing({ form });

    expect(
      run.refused(decisionOn(inReview, 'approve', ann, { form: { note: 'ok', amount: 9_999 } })),
    ).toMatchObject({
      code: 'invalid',
      data: { errors: [{ path: '/form/amount' }] },
    });
    const poisoned = JSON.parse('{"note": {"__proto__": 1}}') as JsonObject;
    expect(run.refused(decisionOn(inReview, 'approve', ann, { form: poisoned })).code).toBe('invalid');
  });

  it('does not overwrite a value that is in the way of its path', () => {
    const run = reviewing({ form }, { payment: 'by card' });

    expect(run.refused(decisionOn(inReview, 'approve', ann, { form: { granted: 15 } })).message).toContain(
      'context.payment',
    );
  });
});

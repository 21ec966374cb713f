import { describe, expect, it } from 'vitest';
import { aDefinition, end, go, start } from '@/lib/testing/builders/definition-builder';
import { CoreRun, carol } from '@/lib/testing/builders/core-run';

describe('starting', () => {
  it('creates, validates and schedules in one plan, and leaves the rest to the queue', () => {
    const run = new CoreRun(aDefinition());

    const plan = run.start({ amount: 20 });

    expect(run.moves()).toEqual([
      'WORKFLOW_CREATED ∅→created',
      'WORKFLOW_VALIDATED created→validated',
      'WORKFLOW_SCHEDULED validated→scheduled',
    ]);
    expect(plan.effects).toEqual([{ kind: 'advance' }]);
    expect(run.here()).toMatchObject({
      instanceId: 'instance-1',
      definitionKey: 'refund',
      definitionVersion: 1,
      subject: { type: 'order', id: '123' },
      status: 'scheduled',
      state: null,
      requester: carol,
      input: { amount: 20 },
      context: { amount: 20 },
      startedAt: null,
    });
  });

  it('the requester creates, the system goes on', () => {
    const run = new CoreRun(aDefinition());
    run.start({ amount: 20 });

    expect(run.last?.events.map(({ actor }) => actor?.type ?? 'caller')).toEqual([
      'caller',
      'system',
      'system',
    ]);
  });

  it('a correlation key comes from the definition unless the starter gives one', () => {
    const definition = aDefinition({ correlation: 'input.order', input: ordersOnly });
    const started = {
      kind: 'start',
      instanceId: 'i',
      definitionVersion: 1,
      subjectId: 's',
      requester: null,
    } as const;

    const derived = new CoreRun(definition);
    derived.do({ ...started, input: { order: 'A-7' } });
    const given = new CoreRun(definition);
    given.do({ ...started, input: { order: 'A-7' }, correlationKey: 'B-8' });
    const none = new CoreRun(definition);
    none.do({ ...started, input: {} });

    expect([derived, given, none].map((run) => run.here().correlationKey)).toEqual(['A-7', 'B-8', null]);
  });

  it('names that would reach a prototype are refused with their place', () => {
    const run = new CoreRun(aDefinition());
    const input = JSON.parse('{"amount": 1, "customer": {"__proto__": {"isAdmin": true}}}') as never;

    const refusal = run.refused({
      kind: 'start',
      instanceId: 'i',
      definitionVersion: 1,
      subjectId: 's',
      requester: null,
      input,
    });

    expect(refusal).toMatchObject({
      code: 'invalid',
      data: { errors: [{ path: '/input/customer/__proto__' }] },
    });
  });

  it('an instance starts once', () => {
    const run = new CoreRun(aDefinition());
    run.start({ amount: 20 });

    expect(() => run.start({ amount: 20 })).toThrow('has been started already');
  });
});

describe('advancing', () => {
  it('begins in the START and goes on to the first step that waits', () => {
    const run = new CoreRun(aDefinition());
    run.begin({ amount: 20 });

    expect(run.moves()).toEqual([
      'WORKFLOW_STARTED scheduled→running',
      'STEP_ENTERED ∅→start',
      'STEP_EXITED',
      'TRANSITION_TAKEN start→in_review',
      'STEP_ENTERED',
      'USER_TASK_CREATED ∅→pending',
      'WORKFLOW_WAITING running→waiting',
    ]);
    expect(run.here()).toMatchObject({ status: 'waiting', state: 'in_review', waitingFor: ['human_task'] });
    expect(run.here().startedAt).toBe(run.now);
  });

  it('an END completes the instance with its outcome', () => {
    const run = new CoreRun(
      aDefinition({ steps: [start(), end('approved', 'granted')], transitions: [go('start', 'approved')] }),
    );
    run.begin({ amount: 20 });

    expect(run.moves().slice(-2)).toEqual(['STEP_ENTERED', 'WORKFLOW_COMPLETED running→completed']);
    expect(run.here()).toMatchObject({ status: 'completed', state: 'approved', outcome: 'granted' });
  });

  it('too early, twice or too late does no harm', () => {
    const run = new CoreRun(aDefinition());
    run.begin({ amount: 20 });

    expect(run.do({ kind: 'advance' })).toMatchObject({ events: [], effects: [], next: null });
    run.do({ kind: 'cancel', mode: 'immediate', reason: 'Not needed' });
    expect(run.do({ kind: 'advance' })).toMatchObject({ events: [], effects: [], next: null });
  });

  it('an instance that was never started is not found', () => {
    expect(new CoreRun(aDefinition()).refused({ kind: 'advance' }).code).toBe('not_found');
  });

  it('an automatic loop does not hang the worker: it goes on in a job of its own', () => {
    const run = new CoreRun(
      aDefinition({
        steps: [start(), { key: 'left', type: 'DECISION' }, { key: 'right', type: 'DECISION' }, end()],
        transitions: [
          go('start', 'left'),
          go('left', 'right', { default: true }),
          go('right', 'done', { when: 'context.amount > 100' }),
          go('right', 'left', { default: true }),
        ],
      }),
    );

    const plan = run.begin({ amount: 20 });

    expect(plan.effects).toEqual([{ kind: 'advance' }]);
    expect(plan.events.filter(({ type }) => type === 'TRANSITION_TAKEN')).toHaveLength(1_000);
    expect(run.here().status).toBe('running');
    expect(Object.keys(run.here().stays)).toHaveLength(1);
  });
});

const ordersOnly = { type: 'object', properties: { order: { type: 'string' } } };

import { describe, expect, it } from 'vitest';
import type { Transition } from '@/lib/engine/definition/schema';
import type { JsonObject } from '@/lib/engine/json';
import { aDefinition, decision, end, go, start } from '@/lib/testing/builders/definition-builder';
import { CoreRun } from '@/lib/testing/builders/core-run';

const rules = { limit: { value: 500, version: 'limit-2026' } };

function choosing(ways: readonly Transition[], input: JsonObject): CoreRun {
  const run = new CoreRun(
    aDefinition({
      input: {
        type: 'object',
        properties: { amount: { type: 'number' }, approved: { type: 'boolean' } },
      },
      steps: [start(), decision('choice'), end('one'), end('two'), end('three')],
      transitions: [go('start', 'choice'), ...ways],
    }),
    { rules },
  );
  run.begin(input);
  return run;
}

describe('the way out of a step', () => {
  it('is the first true condition by priority, high first', () => {
    const ways = [
      go('choice', 'one', { when: 'context.amount > 1', priority: 1 }),
      go('choice', 'two', { when: 'context.amount > 2', priority: 5 }),
      go('choice', 'three', { default: true, priority: 9 }),
    ];

    expect(choosing(ways, { amount: 10 }).here().state).toBe('two');
    expect(choosing(ways, { amount: 1.5 }).here().state).toBe('one');
    expect(choosing(ways, { amount: 0 }).here().state).toBe('three');
  });

  it('is the smaller key among equal priorities', () => {
    const ways = [
      go('choice', 'one', { key: 'b', when: 'context.amount > 1' }),
      go('choice', 'two', { key: 'a', when: 'context.amount > 1' }),
    ];

    expect(choosing(ways, { amount: 10 }).here().state).toBe('two');
  });

  it('is written down with the condition that won, what it read and the rule versions', () => {
    const when = 'context.amount <= rules.limit';
    const run = choosing([go('choice', 'one', { when }), go('choice', 'two', { default: true })], {
      amount: 10,
    });

    const taken = run.history.filter(({ type }) => type === 'TRANSITION_TAKEN').at(-1);

    expect(taken).toMatchObject({
      subject: 'state',
      key: 'choice-one',
      data: {
        trigger: 'completion',
        condition: when,
        default: false,
        reads: { 'context.amount': 10, 'rules.limit': 500 },
        rules: { limit: 'limit-2026' },
      },
    });
  });

  it.each([
    [{}, 'two'],
    [{ approved: null }, 'two'],
    [{ approved: false }, 'three'],
    [{ approved: true }, 'one'],
  ])('a missing field is null (fault B45): %j → %s', (input, state) => {
    const ways = [
      go('choice', 'one', { when: 'context.approved == true', priority: 3 }),
      go('choice', 'two', { when: 'context.approved == null', priority: 2 }),
      go('choice', 'three', { when: 'context.approved != null', priority: 1 }),
    ];

    expect(choosing(ways, input).here().state).toBe(state);
  });
});

describe('an instance is never silently stuck', () => {
  it('no true condition and no default needs attention, naming step and conditions (fault B48)', () => {
    const ways = [
      go('choice', 'one', { when: 'context.amount < 100' }),
      go('choice', 'two', { when: 'context.amount > 100' }),
    ];
    const run = choosing(ways, { amount: 100 });

    const incident = run.here().incidents['main:choice:1'];

    expect(run.here().status).toBe('needs_attention');
    expect(incident).toMatchObject({ code: 'no_transition', step: 'choice' });
    expect(incident?.message).toContain('context.amount < 100');
    expect(incident?.message).toContain('context.amount > 100');
  });

  it('a condition that cannot be evaluated needs attention, even where a default would be there (fault B47)', () => {
    const ways = [
      go('choice', 'one', { when: 'context.amount > 300' }),
      go('choice', 'two', { default: true }),
    ];
    const run = choosing(ways, { amount: '1000' });

    const incident = run.here().incidents['main:choice:1'];

    expect(run.here().status).toBe('needs_attention');
    expect(incident?.code).toBe('condition_failed');
    expect(incident?.message).toContain('choice-one');
    expect(incident?.message).toContain('context.amount > 300');
  });

  it('support mends the context and retries; the choice is made again (faults B48, B57)', () => {
    const ways = [
      go('choice', 'one', { when: 'context.amount > 300' }),
      go('choice', 'two', { default: true }),
    ];
    const run = choosing(ways, { amount: 'many' });

    run.do({ kind: 'retry', reason: 'The amount was a text', context: { amount: 400 } });

    expect(run.here()).toMatchObject({
      status: 'completed',
      state: 'one',
      context: { amount: 400 },
      incidents: {},
    });
    expect(run.moves().slice(0, 3)).toEqual([
      'CONTEXT_EDITED',
      'WORKFLOW_RESUMED needs_attention→resumed',
      'WORKFLOW_CONTINUED resumed→running',
    ]);
  });
});

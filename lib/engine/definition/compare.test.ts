import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aDefinition, end, go, start, userTask } from '@/lib/testing/builders/definition-builder';
import { definitionArbitrary } from '@/lib/testing/builders/definition-arbitrary';
import { compareDefinitions, isSame, statesTouched } from './compare';

describe('two definitions', () => {
  it('differ in nothing when they are the same', () => {
    fc.assert(
      fc.property(definitionArbitrary, (definition) => {
        expect(isSame(compareDefinitions(definition, structuredClone(definition)))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('are told apart by steps and transitions that came, went or differ, setting by setting', () => {
    const after = aDefinition({
      name: 'Refund',
      maxAge: undefined,
      steps: [
        start(),
        userTask('in_review', {
          name: 'Review',
          who: { roles: ['finance'] },
          due: { in: 'P2D', ladder: [{ key: 'soon', at: '-P1D', action: 'remind' }] },
        }),
        end('approved'),
        end('withdrawn'),
      ],
      transitions: [
        go('start', 'in_review'),
        go('in_review', 'approved', { on: { outcome: 'approve' }, when: 'context.amount > 5' }),
      ],
    });

    const { steps, transitions, settings } = compareDefinitions(aDefinition(), after);

    expect(steps.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      'changed in_review',
      'added withdrawn',
      'removed rejected',
    ]);
    expect(steps[0]!.differences).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ aspect: 'people', setting: 'who.roles', after: ['finance'] }),
        expect.objectContaining({ aspect: 'words', setting: 'name', before: undefined, after: 'Review' }),
        expect.objectContaining({ aspect: 'deadlines', setting: 'due' }),
      ]),
    );
    expect(transitions).toContainEqual(
      expect.objectContaining({
        kind: 'changed',
        differences: [{ aspect: 'guard', setting: 'when', before: undefined, after: 'context.amount > 5' }],
      }),
    );
    expect(settings.map(({ setting }) => setting)).toEqual(['name', 'maxAge']);
    expect(statesTouched({ steps, transitions, settings })).toEqual(['in_review', 'rejected']);
  });

  it('are told apart by the fact, the field and the choice that differs, and a way by the names of its steps', () => {
    const size = (choices: string[]) => ({
      type: 'string',
      oneOf: choices.map((choice) => ({ const: choice })),
    });
    const versionWith = (choices: string[], fields: object, labels: string[], to: string) =>
      aDefinition({
        input: { type: 'object', properties: { size: size(choices), ...fields } },
        facts: labels.map((label) => ({ label, value: 'context.size' })),
        steps: [start(), userTask('in_review', { name: 'Review' }), end('approved'), end('rejected')],
        transitions: [
          go('start', 'in_review'),
          go('in_review', to, { key: 'on', name: 'On', on: { outcome: 'approve' } }),
        ],
      });

    const { transitions, settings } = compareDefinitions(
      versionWith(['s', 'm'], {}, ['Size', 'Risk'], 'approved'),
      versionWith(['s', 'l'], { note: { type: 'string' } }, ['Size'], 'rejected'),
    );

    expect(settings.map(({ setting, before, after }) => [setting, before, after])).toEqual([
      ['input.size.oneOf.m', { const: 'm' }, undefined],
      ['input.size.oneOf.l', undefined, { const: 'l' }],
      ['input.note', undefined, { type: 'string' }],
      ['facts.Risk', { label: 'Risk', value: 'context.size' }, undefined],
    ]);
    expect(transitions[0]).toMatchObject({
      name: 'On',
      differences: [{ before: 'approved', after: 'rejected' }],
    });
  });
});

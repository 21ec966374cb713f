import { describe, expect, test } from 'vitest';
import { lint } from '@/lib/engine/definition/lint';
import type { FindingCode } from '@/lib/engine/definition/finding';
import type { Definition } from '@/lib/engine/definition/schema';
import { emptyWorld } from '@/components/designer/inspector/screen-for-tests';
import {
  aDefinition,
  automated,
  callApi,
  end,
  go,
  setContext,
  start,
  userTask,
} from '@/lib/testing/builders/definition-builder';
import { mendOf } from './mends';

const known = { ...emptyWorld, roles: ['approver'], rules: [], calendars: ['office'] };
const smallest = aDefinition({ steps: [start(), end()], transitions: [go('start', 'done')] });
const fork = { key: 'fork', type: 'PARALLEL_FORK' } as const;

const cases: readonly [code: FindingCode, definition: Definition][] = [
  ['no_start', { ...smallest, steps: [end()], transitions: [] }],
  ['no_end', { ...smallest, steps: [start()], transitions: [] }],
  ['duplicate_key', { ...smallest, steps: [...smallest.steps, end()] }],
  ['duplicate_key', { ...smallest, transitions: [...smallest.transitions, ...smallest.transitions] }],
  ['duplicate_key', { ...smallest, annotations: [{ key: 'done', type: 'NOTE', text: '' }] }],
  ['transition_into_start', { ...smallest, transitions: [...smallest.transitions, go('start', 'start')] }],
  ['transition_out_of_end', { ...smallest, transitions: [...smallest.transitions, go('done', 'done')] }],
  [
    'several_defaults',
    {
      ...smallest,
      transitions: [go('start', 'done', { default: true }), go('start', 'done', { key: 'b', default: true })],
    },
  ],
  [
    'fork_condition_ignored',
    {
      ...smallest,
      steps: [start(), fork, { key: 'join', type: 'PARALLEL_JOIN', fork: 'fork' }, end()],
      transitions: [go('start', 'fork'), go('fork', 'join', { when: 'true' }), go('join', 'done')],
    },
  ],
  [
    'join_without_fork',
    {
      ...smallest,
      steps: [start(), fork, { key: 'join', type: 'PARALLEL_JOIN', fork: 'gone' }, end()],
      transitions: [go('start', 'fork'), go('fork', 'join'), go('join', 'done')],
    },
  ],
  [
    'resource_ignored',
    {
      ...smallest,
      steps: [start(), automated('acting', [setContext('mark', {}, { resource: 'bank' })]), end()],
      transitions: [go('start', 'acting'), go('acting', 'done')],
    },
  ],
  ['no_maximum_age', { ...aDefinition(), maxAge: undefined }],
  ['missing_step', { ...smallest, transitions: [go('start', 'dome')] }],
  ['unknown_role', { ...smallest, startableBy: ['aprover'] }],
  ['unknown_calendar', { ...smallest, calendar: 'ofice' }],
  [
    'unknown_outcome',
    aDefinition({
      steps: [start(), userTask('in_review'), end('approved'), end('rejected')],
      transitions: [
        go('start', 'in_review'),
        go('in_review', 'approved', { on: { outcome: 'aprove' } }),
        go('in_review', 'rejected', { on: { outcome: 'reject' } }),
      ],
    }),
  ],
];

describe('what a click mends', () => {
  test.each(cases)('%s is gone afterwards, and no error has come for it', (code, definition) => {
    const document = { definition, layout: {}, scenarios: [] };
    const before = lint(definition, known);
    const finding = before.find((one) => one.code === code)!;
    const mend = mendOf(document, finding, known)!;

    const after = lint(mend.command(document).definition, known);

    expect(after.some((one) => one.code === code && one.path === finding.path)).toBe(false);
    const errors = (findings: typeof after) => findings.filter(({ severity }) => severity === 'error').length;
    expect(errors(after)).toBeLessThanOrEqual(errors(before));
  });

  test('is nothing where a person has to choose', () => {
    const definition = {
      ...smallest,
      steps: [
        start(),
        automated('acting', [callApi('act', 'https://x.example', { compensation: 'undoing' })]),
        end(),
      ],
      transitions: [go('start', 'acting'), go('acting', 'done')],
    };
    const [finding] = lint(definition, known).filter(({ code }) => code === 'unknown_compensation');
    expect(mendOf({ definition, layout: {}, scenarios: [] }, finding!, known)).toBeNull();
  });
});

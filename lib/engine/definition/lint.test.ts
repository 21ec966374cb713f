import { describe, expect, it } from 'vitest';
import {
  aDefinition,
  automated,
  callApi,
  decision,
  end,
  executeFunction,
  go,
  outcome,
  sendEmail,
  setContext,
  start,
  userTask,
  waitForSignal,
  waitForTimer,
} from '@/lib/testing/builders/definition-builder';
import type { Finding, FindingCode, Surroundings } from './finding';
import { lint } from './lint';
import type { Retry } from './activity-schema';
import { parseDefinition } from './parse';
import type { Definition } from './schema';
import type { Step } from './step-schema';
import type { Json } from '@/lib/engine/json';

const around: Surroundings = {
  roles: ['employee', 'approver'],
  rules: ['refund_limit'],
  functions: ['charge_card'],
  secrets: ['TOKEN'],
  definitions: ['refund', 'payout'],
  calendars: ['office'],
  resources: ['bank'],
  activityTypes: ['acme.scan'],
  settingsSchemas: {
    'acme.scan': {
      type: 'object',
      properties: {
        pages: { type: 'integer', minimum: 1 },
        to: { type: 'array', items: { type: 'string' } },
      },
      additionalProperties: false,
    },
  },
};

function lintOf(definition: Definition): Finding[] {
  const parsed = parseDefinition(JSON.parse(JSON.stringify(definition)));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  return lint(parsed.definition, around);
}

function codesOf(definition: Definition): FindingCode[] {
  return [...new Set(lintOf(definition).map(({ code }) => code))];
}

/** START → the given steps in a row, each left by its completion → END. */
function row(...steps: Step[]): Definition {
  const all = [start(), ...steps, end()];
  return aDefinition({
    steps: all,
    transitions: all.slice(1).map((step, index) => go(all[index]?.key ?? '', step.key)),
  });
}

/** The smallest process: START → END. */
const smallest = row();
const task = (parts: Parameters<typeof userTask>[1]) =>
  aDefinition({ steps: [start(), userTask('in_review', parts), end('approved'), end('rejected')] });
const condition = (when: string, input: Definition['input'] = aDefinition().input as never) =>
  aDefinition({
    ...(input === undefined ? {} : { input }),
    steps: [start(), decision('checked'), end()],
    transitions: [
      go('start', 'checked'),
      go('checked', 'done', { when }),
      go('checked', 'done', { key: 'otherwise', default: true }),
    ],
  });
const fork = { key: 'fork', type: 'PARALLEL_FORK' } as const;
const join: Step = { key: 'joined', type: 'PARALLEL_JOIN', fork: 'fork' };
/** START → fork → `checked` → join → END. */
const forked = row(fork, decision('checked'), join);

type Example = {
  /** The smallest definition that has the finding. */
  readonly has: Definition;
  /** Where, and about which element. */
  readonly at: string;
  readonly element: string | null;
  /** The nearest definition that has it not. */
  readonly hasNot: Definition;
  readonly severity?: 'warning';
};

/** Shape is the parser's to find, and scenarios are played beside the definition (lib/engine/simulation). */
type LintCode = Exclude<FindingCode, 'invalid_shape' | 'unknown_field' | 'scenario_failed'>;

const examples: Readonly<Record<LintCode, Example>> = {
  no_start: {
    has: { ...smallest, steps: [end()], transitions: [] },
    at: '/steps',
    element: null,
    hasNot: smallest,
  },
  several_starts: {
    has: {
      ...smallest,
      steps: [start(), start('again'), end()],
      transitions: [go('start', 'done'), go('again', 'done')],
    },
    at: '/steps/1',
    element: 'again',
    hasNot: smallest,
  },
  no_end: {
    has: { ...smallest, steps: [start()], transitions: [] },
    at: '/steps',
    element: null,
    hasNot: smallest,
  },
  duplicate_key: {
    has: row(decision('checked'), automated('acting', [setContext('mark', {}), setContext('mark', {})])),
    at: '/steps/2/activities/1/key',
    element: 'acting',
    hasNot: row(automated('acting', [setContext('mark', {}), setContext('mark-2', {})])),
  },
  names_differ_in_case: {
    has: row({ ...decision('one'), name: 'Checked' }, { ...decision('two'), name: 'checked' }),
    at: '/steps/2/name',
    element: 'two',
    hasNot: row({ ...decision('one'), name: 'Checked' }, { ...decision('two'), name: 'Checked' }),
    severity: 'warning',
  },
  missing_step: {
    has: { ...smallest, transitions: [...smallest.transitions, go('start', 'dome', { when: 'true' })] },
    at: '/transitions/1/to',
    element: 'start-dome',
    hasNot: smallest,
  },
  unreachable_step: {
    has: {
      ...smallest,
      steps: [...smallest.steps, decision('apart')],
      transitions: [...smallest.transitions, go('apart', 'done')],
    },
    at: '/steps/2',
    element: 'apart',
    hasNot: row(decision('apart')),
  },
  no_way_to_end: {
    has: aDefinition({
      steps: [start(), userTask('in_review', { outcomes: [outcome('again')] }), end()],
      transitions: [
        go('start', 'in_review', { when: 'true' }),
        go('start', 'done'),
        go('in_review', 'in_review', { on: { outcome: 'again' } }),
      ],
    }),
    at: '/steps/1',
    element: 'in_review',
    hasNot: aDefinition(),
  },
  automatic_loop: {
    has: aDefinition({
      steps: [start(), decision('a'), automated('b', []), end()],
      transitions: [
        go('start', 'a'),
        go('a', 'b', { when: 'context.amount > 5' }),
        go('a', 'done', { default: true }),
        go('b', 'a'),
      ],
    }),
    at: '/steps/1',
    element: 'a',
    hasNot: aDefinition({
      steps: [start(), decision('a'), userTask('b', { outcomes: [outcome('again')] }), end()],
      transitions: [
        go('start', 'a'),
        go('a', 'b', { when: 'context.amount > 5' }),
        go('a', 'done', { default: true }),
        go('b', 'a', { on: { outcome: 'again' } }),
      ],
    }),
  },
  no_transition_out: {
    has: {
      ...row(decision('checked')),
      transitions: [go('start', 'checked'), go('start', 'done', { when: 'true' })],
    },
    at: '/steps/1',
    element: 'checked',
    hasNot: row(decision('checked')),
  },
  transition_out_of_end: {
    has: {
      ...row(decision('checked')),
      transitions: [...row(decision('checked')).transitions, go('done', 'checked')],
    },
    at: '/transitions/2/from',
    element: 'done-checked',
    hasNot: row(decision('checked')),
  },
  transition_into_start: {
    has: aDefinition({
      transitions: [
        ...aDefinition().transitions.slice(0, 2),
        go('in_review', 'start', { on: { outcome: 'reject' } }),
      ],
    }),
    at: '/transitions/2/to',
    element: 'in_review-start-reject',
    hasNot: aDefinition(),
  },
  decision_without_default: {
    has: aDefinition({
      steps: [start(), decision('checked'), end()],
      transitions: [
        go('start', 'checked'),
        go('checked', 'done', { key: 'less', when: 'context.amount < 100' }),
        go('checked', 'done', { key: 'more', when: 'context.amount > 100' }),
      ],
    }),
    at: '/steps/1',
    element: 'checked',
    hasNot: condition('context.amount < 100'),
    severity: 'warning',
  },
  several_defaults: {
    has: aDefinition({
      steps: [start(), end()],
      transitions: [
        go('start', 'done', { key: 'one', default: true }),
        go('start', 'done', { key: 'two', default: true }),
      ],
    }),
    at: '/transitions/1/default',
    element: 'two',
    hasNot: condition('true'),
  },
  outcome_without_transition: {
    has: task({ outcomes: [outcome('approve'), outcome('reject'), outcome('ask')] }),
    at: '/steps/1/outcomes/2',
    element: 'in_review',
    hasNot: aDefinition(),
  },
  unknown_outcome: {
    has: aDefinition({
      transitions: [...aDefinition().transitions, go('in_review', 'rejected', { on: { outcome: 'aprove' } })],
    }),
    at: '/transitions/3/on/outcome',
    element: 'in_review-rejected-aprove',
    hasNot: aDefinition(),
  },
  trigger_does_not_fit: {
    has: aDefinition({ transitions: [...aDefinition().transitions, go('in_review', 'rejected')] }),
    at: '/transitions/3/on',
    element: 'in_review-rejected',
    hasNot: aDefinition(),
  },
  fork_without_join: {
    has: row(fork),
    at: '/steps/1',
    element: 'fork',
    hasNot: row(fork, join),
  },
  join_without_fork: {
    has: row(decision('fork'), join),
    at: '/steps/2/fork',
    element: 'joined',
    hasNot: row(fork, join),
  },
  several_joins: {
    has: { ...row(fork, join, { ...join, key: 'again' }) },
    at: '/steps/3/fork',
    element: 'again',
    hasNot: row(fork, join),
  },
  crosses_fork: {
    has: { ...forked, transitions: [...forked.transitions, go('joined', 'checked', { key: 'back' })] },
    at: '/transitions/4/to',
    element: 'back',
    hasNot: { ...forked, transitions: [...forked.transitions, go('joined', 'fork', { key: 'again' })] },
  },
  fork_condition_ignored: {
    has: {
      ...forked,
      transitions: [go('start', 'fork'), go('fork', 'checked', { when: 'context.amount > 5' })],
    },
    at: '/transitions/1/when',
    element: 'fork-checked',
    hasNot: {
      ...forked,
      steps: forked.steps.map((step) =>
        step.key === 'fork' ? { ...fork, mode: 'matching' as const } : step,
      ),
      transitions: [go('start', 'fork'), go('fork', 'checked', { when: 'context.amount > 5' })],
    },
  },
  unknown_field_in_expression: {
    has: condition('context.amuont > 5'),
    at: '/transitions/1/when',
    element: 'checked-done',
    hasNot: condition('context.amount > 5'),
  },
  expression_syntax: {
    has: condition('context.amount >'),
    at: '/transitions/1/when',
    element: 'checked-done',
    hasNot: condition('context.amount > 5'),
  },
  expression_type: {
    has: condition('context.amount > "5"'),
    at: '/transitions/1/when',
    element: 'checked-done',
    hasNot: condition('context.amount > "5"', {}),
  },
  template_syntax: {
    has: task({ title: 'Refund of {{ context.amount' }),
    at: '/steps/1/title',
    element: 'in_review',
    hasNot: task({ title: 'Refund of {{ context.amount }}' }),
  },
  unknown_role: {
    has: aDefinition({ startableBy: ['employee', 'emploee'] }),
    at: '/startableBy/1',
    element: null,
    hasNot: aDefinition(),
  },
  unknown_rule: {
    has: condition('context.amount <= rules.other_limit'),
    at: '/transitions/1/when',
    element: 'checked-done',
    hasNot: condition('context.amount <= rules.refund_limit'),
  },
  unknown_function: {
    has: row(automated('acting', [executeFunction('act', 'nothing')])),
    at: '/steps/1/activities/0/settings/function',
    element: 'acting',
    hasNot: row(automated('acting', [executeFunction('act', 'charge_card')])),
  },
  unknown_secret: {
    has: row(automated('acting', [callApi('act', 'https://x.example/?t={{ secrets.OTHER }}')])),
    at: '/steps/1/activities/0/settings/url',
    element: 'acting',
    hasNot: row(automated('acting', [callApi('act', 'https://x.example/?t={{ secrets.TOKEN }}')])),
  },
  unknown_definition: {
    has: row({ key: 'child', type: 'SUB_WORKFLOW', definition: 'other' }),
    at: '/steps/1/definition',
    element: 'child',
    hasNot: row({ key: 'child', type: 'SUB_WORKFLOW', definition: 'payout' }),
  },
  unknown_calendar: {
    has: task({ due: { in: 'P3BD', calendar: 'offise' } }),
    at: '/steps/1/due/calendar',
    element: 'in_review',
    hasNot: task({ due: { in: 'P3BD', calendar: 'office' } }),
  },
  calendar_missing: {
    has: row(waitForTimer('waiting', { duration: 'P1BD' })),
    at: '/steps/1/timer/duration',
    element: 'waiting',
    hasNot: { ...row(waitForTimer('waiting', { duration: 'P1BD' })), calendar: 'office' },
  },
  unknown_resource: {
    has: row(automated('acting', [callApi('act', 'https://x.example', { resource: 'bonk' })])),
    at: '/steps/1/activities/0/resource',
    element: 'acting',
    hasNot: row(automated('acting', [callApi('act', 'https://x.example', { resource: 'bank' })])),
  },
  unknown_activity_type: {
    has: row(automated('acting', [{ key: 'scan', type: 'acme.scam', settings: {} }])),
    at: '/steps/1/activities/0/type',
    element: 'acting',
    hasNot: row(automated('acting', [{ key: 'scan', type: 'acme.scan', settings: {} }])),
  },
  invalid_settings: {
    has: row(automated('acting', [{ key: 'scan', type: 'acme.scan', settings: { pages: 0 } }])),
    at: '/steps/1/activities/0/settings/pages',
    element: 'acting',
    hasNot: row(
      automated('acting', [{ key: 'scan', type: 'acme.scan', settings: { pages: '{{ input.amount }}' } }]),
    ),
  },
  unknown_compensation: {
    has: row(automated('acting', [callApi('act', 'https://x.example', { compensation: 'undo' })])),
    at: '/steps/1/activities/0/compensation',
    element: 'acting',
    hasNot: {
      ...row(automated('acting', [callApi('act', 'https://x.example', { compensation: 'undo' })])),
      compensations: [callApi('undo', 'https://x.example')],
    },
  },
  compensation_missing: {
    has: row(
      automated('acting', [callApi('charge', 'https://x.example')]),
      automated('booking', [executeFunction('book', 'charge_card')]),
    ),
    at: '/steps/1/activities/0',
    element: 'acting',
    hasNot: row(
      automated('booking', [callApi('charge', 'https://x.example')]),
      automated('telling', [sendEmail('tell', 'a@b.example')]),
    ),
    severity: 'warning',
  },
  compensation_ignored: {
    has: {
      ...row(
        automated('acting', [
          callApi('act', 'https://x.example', { compensation: 'undo', irreversible: true }),
        ]),
      ),
      compensations: [callApi('undo', 'https://x.example')],
    },
    at: '/steps/1/activities/0/compensation',
    element: 'acting',
    hasNot: {
      ...row(automated('acting', [callApi('act', 'https://x.example', { compensation: 'undo' })])),
      compensations: [callApi('undo', 'https://x.example')],
    },
    severity: 'warning',
  },
  irreversible_before_failure: {
    has: row(
      automated('acting', [
        sendEmail('tell', 'a@b.example', { irreversible: true }),
        executeFunction('act', 'charge_card'),
      ]),
    ),
    at: '/steps/1/activities/0',
    element: 'acting',
    hasNot: row(
      automated('acting', [
        executeFunction('act', 'charge_card'),
        sendEmail('tell', 'a@b.example', { irreversible: true }),
      ]),
    ),
    severity: 'warning',
  },
  no_maximum_age: {
    has: (({ maxAge, ...rest }: Definition) => (maxAge === undefined ? aDefinition() : rest))(aDefinition()),
    at: '/steps/1',
    element: 'in_review',
    hasNot: aDefinition(),
    severity: 'warning',
  },
  nobody_can_decide: {
    has: task({ who: { roles: [] } }),
    at: '/steps/1/who',
    element: 'in_review',
    hasNot: task({ who: { people: ['ann@example.com'] } }),
  },
  invalid_json_schema: {
    has: aDefinition({ input: { type: 'object', properties: { amount: { type: 'nmber' } } } }),
    at: '/input/properties/amount/type',
    element: null,
    hasNot: aDefinition(),
  },
  invalid_accept: {
    has: row({ key: 'proof', type: 'WAIT_FOR_FILE', accept: ['image/*', 'pdf'] }),
    at: '/steps/1/accept/1',
    element: 'proof',
    hasNot: row({ key: 'proof', type: 'WAIT_FOR_FILE', accept: ['image/*', 'application/pdf', '.csv'] }),
  },
  endless_recursion: {
    has: row({ key: 'child', type: 'SUB_WORKFLOW', definition: 'refund' }),
    at: '/steps/1/definition',
    element: 'child',
    hasNot: row({
      key: 'child',
      type: 'SUB_WORKFLOW',
      definition: 'refund',
      forEach: { items: '[1, 2]' },
    }),
  },
  item_name_taken: {
    has: row({
      key: 'child',
      type: 'SUB_WORKFLOW',
      definition: 'payout',
      forEach: { items: '[1, 2]', as: 'context' },
    }),
    at: '/steps/1/forEach/as',
    element: 'child',
    hasNot: row({
      key: 'child',
      type: 'SUB_WORKFLOW',
      definition: 'payout',
      forEach: { items: '[1, 2]', as: 'part' },
    }),
  },
  invalid_timer: {
    has: row(waitForTimer('waiting', { cron: '0 9 30 2 *', timeZone: 'Europe/Berlin' })),
    at: '/steps/1/timer/cron',
    element: 'waiting',
    hasNot: row(waitForTimer('waiting', { cron: '0 9 28 2 *', timeZone: 'Europe/Berlin' })),
  },
  schedule_input_missing: {
    has: { ...aDefinition(), schedule: { cron: '0 9 * * 1', timeZone: 'UTC' } },
    at: '/schedule/input',
    element: null,
    hasNot: {
      ...aDefinition(),
      schedule: { cron: '0 9 * * 1', timeZone: 'UTC', input: { amount: '20' } },
    },
  },
  signal_payloads_differ: {
    has: row(waitForSignal('waiting'), waitForSignal('again', { payload: { type: 'object' } })),
    at: '/steps/2/payload',
    element: 'again',
    hasNot: row(waitForSignal('waiting'), waitForSignal('again')),
  },
  resource_ignored: {
    has: row(automated('acting', [setContext('act', {}, { resource: 'bank' })])),
    at: '/steps/1/activities/0/resource',
    element: 'acting',
    hasNot: row(automated('acting', [callApi('act', 'https://x.example', { resource: 'bank' })])),
  },
};

describe('each finding', () => {
  it.each(Object.entries(examples) as [LintCode, Example][])(
    '%s',
    (code, { has, at, element, hasNot, severity }) => {
      const found = lintOf(has).filter((finding) => finding.code === code);

      expect(found.map((finding) => [finding.path, finding.element])).toEqual([[at, element]]);
      expect(found[0]?.severity).toBe(severity ?? 'error');
      expect(codesOf(hasNot)).not.toContain(code);
    },
  );
});

describe('the branches of a fork', () => {
  const checked = decision('checked');
  const other = { ...fork, key: 'other' } as const;
  const otherJoin: Step = { key: 'other-joined', type: 'PARALLEL_JOIN', fork: 'other' };
  const crossingsOf = (definition: Definition, ...more: Definition['transitions']) =>
    lintOf({ ...definition, transitions: [...definition.transitions, ...more] })
      .filter(({ code }) => code === 'crosses_fork')
      .map(({ element }) => element);

  it('may stand in branches of another fork, end at an END, and lead straight to the join', () => {
    const nested = row(fork, other, checked, otherJoin, join);

    expect(crossingsOf(nested, go('checked', 'done', { key: 'early' }), go('fork', 'joined'))).toEqual([]);
  });

  it('may not be entered or left past their fork and join, nor lead back to the fork', () => {
    const two = row(fork, checked, join, decision('after'));

    expect(crossingsOf(two, go('start', 'checked', { key: 'in' }))).not.toEqual([]);
    expect(crossingsOf(two, go('checked', 'after', { key: 'out' }))).not.toEqual([]);
    expect(crossingsOf(two, go('checked', 'fork', { key: 'back' }))).toEqual(['back']);
    expect(crossingsOf(two, go('start', 'joined', { key: 'straight' }))).toEqual(['straight']);
    expect(
      crossingsOf(row(fork, other, checked, otherJoin, join), go('checked', 'joined', { key: 'past' })),
    ).toEqual(['past']);
  });
});

describe('a definition without faults', () => {
  it.each([
    ['the example of the builder', aDefinition()],
    ['the smallest process', smallest],
    ['any condition over a schema that says nothing', condition('context.a.b > 5 && context.c == "x"', {})],
    [
      'a START that chooses',
      aDefinition({
        steps: [start(), end()],
        transitions: [
          go('start', 'done', { key: 'small', when: 'context.amount < 5' }),
          go('start', 'done', { key: 'else', default: true }),
        ],
      }),
    ],
    [
      'results, forms and written fields in conditions',
      aDefinition({
        steps: [
          start(),
          userTask('in-review', {
            outcomes: [outcome('ok')],
            title: 'Refund of {{ context.amount }} for {{ instance.requester.name }}',
            form: {
              schema: { type: 'object', properties: { score: { type: 'number' }, note: { type: 'string' } } },
              writeTo: { score: 'review.score' },
            },
            who: {
              assignee: 'context.owner',
              candidates: '["a@b.example"]',
              exclude: '[instance.requester.email]',
              limit: { rule: 'refund_limit', amount: 'context.amount' },
            },
            facts: [{ label: 'Amount', value: 'context.amount', format: 'money', currency: 'EUR' }],
            approvals: { required: 2, of: 3, veto: true, allMustAnswer: true },
            due: { in: 'P3D' },
          }),
          automated('paying', [
            setContext('own', { owner: '"ann@example.com"', 'deep.er': 'context.amount * 1.1' }),
            callApi('charge', 'https://x.example/{{ context.amount }}', {
              output: { id: 'result.body.id', ok: 'result.status == 200' },
              retry: { maxAttempts: 3, firstDelay: 'PT1S' },
              timeout: 'PT10S',
              async: true,
              when: 'context.amount > 0 && context.review.score > 3',
              settings: { method: 'GET', url: 'https://x.example/{{ context.amount }}' } as never,
            }),
          ]),
          end(),
        ],
        transitions: [
          go('start', 'in-review'),
          go('in-review', 'paying', {
            on: { outcome: 'ok' },
            when: 'task.form.score > 3 && task.by.email != ""',
          }),
          go('in-review', 'done', { on: { outcome: 'ok' }, default: true, key: 'else' }),
          go('paying', 'done', {
            when: 'context.activities.charge.output.ok == true && context.tasks["in-review"].note == null',
          }),
          go('paying', 'done', { default: true, key: 'else-2' }),
          go('paying', 'in-review', { on: { error: true } }),
        ],
        correlation: 'input.amount',
        facts: [{ label: 'Amount', value: 'context.amount' }],
      }),
    ],
  ])('has no finding: %s', (_, definition) => {
    expect(lintOf(definition)).toEqual([]);
  });

  it('has none about names where nothing is known around it', () => {
    const unknown = {
      roles: null,
      rules: null,
      functions: null,
      secrets: null,
      definitions: null,
      activityTypes: null,
    };
    const definition = {
      ...condition('context.amount <= rules.whatever'),
      startableBy: ['anybody'],
    };

    expect(lint(definition, unknown)).toEqual([]);
  });
});

describe('timers', () => {
  it.each<[string, Definition]>([
    ['/steps/1/timer/cron', row(waitForTimer('s', { cron: '99 * * * *', timeZone: 'UTC' }))],
    ['/steps/1/timer/timeZone', row(waitForTimer('s', { cron: '0 9 * * *', timeZone: 'Mars/Olympus' }))],
    ['/steps/1/timer/duration', row(waitForTimer('s', { duration: 'P999999999Y' }))],
    [
      '/steps/1/due/ladder/0/to',
      task({ due: { in: 'P1D', ladder: [{ key: 'r', at: 'PT0S', action: 'reassign' }] } }),
    ],
    [
      '/steps/1/due/ladder/0/at',
      task({ due: { in: 'P1D', ladder: [{ key: 'r', at: '-Px', action: 'remind' }] } }),
    ],
    [
      '/steps/1/due/ladder/0/action',
      row(
        waitForSignal('s', {
          due: {
            in: 'P1D',
            ladder: [{ key: 'r', at: 'PT0S', action: 'escalate', to: { role: 'approver' } }],
          },
        }),
      ),
    ],
  ])('one that gives no instant is refused where it stands: %s', (path, definition) => {
    expect(lintOf(definition)).toMatchObject([{ code: 'invalid_timer', path, severity: 'error' }]);
  });

  it('a transition on the maximum age needs one', () => {
    const timed = (maxAge: string | undefined) => ({
      ...row(waitForSignal('s')),
      maxAge,
      transitions: [go('start', 's'), go('s', 'done'), go('s', 'done', { on: { deadline: 'maxAge' } })],
    });

    expect(codesOf(timed('P90D'))).toEqual([]);
    expect(codesOf(timed(undefined))).toContain('trigger_does_not_fit');
  });
});

describe('business time', () => {
  it.each<[string, Definition]>([
    ['/maxAge', { ...aDefinition(), maxAge: 'P3BD' }],
    ['/steps/1/maxAge', task({ maxAge: 'P3BD' })],
    ['/steps/1/due/in', task({ due: { in: 'PT4BH' } })],
    [
      '/steps/1/activities/0/retry/firstDelay',
      row(
        automated('acting', [
          callApi('act', 'https://x.example', { retry: { maxAttempts: 2, firstDelay: 'P1BD' } }),
        ]),
      ),
    ],
    [
      '/steps/1/due/ladder/0/at',
      task({ due: { in: 'P1D', ladder: [{ key: 'r', at: '-P1BD', action: 'remind' }] } }),
    ],
  ])('has a calendar, its own or that of the process: %s', (path, definition) => {
    const missing = (one: Definition) => lintOf(one).filter(({ code }) => code === 'calendar_missing');

    expect(missing(definition)).toMatchObject([{ path, severity: 'error' }]);
    expect(missing({ ...definition, calendar: 'office' })).toEqual([]);
  });

  it('is for both pauses of retries, or for none', () => {
    const retrying = (retry: Retry) => ({
      ...row(automated('acting', [callApi('act', 'https://x.example', { retry })])),
      calendar: 'office',
    });

    expect(codesOf(retrying({ maxAttempts: 3, firstDelay: 'P1BD', maxDelay: 'P3BD' }))).toEqual([]);
    expect(lintOf(retrying({ maxAttempts: 3, firstDelay: 'P1BD', maxDelay: 'PT1H' }))).toMatchObject([
      { code: 'invalid_timer', path: '/steps/1/activities/0/retry/maxDelay' },
    ]);
    expect(codesOf(retrying({ maxAttempts: 3, maxDelay: 'PT4BH' }))).toContain('invalid_timer');
  });

  it('has an end that somebody will see', () => {
    const endless = task({ due: { in: 'P90000BD', calendar: 'office' } });

    expect(lintOf(endless)).toContainEqual(expect.objectContaining({ code: 'invalid_timer' }));
  });

  it('may name the calendar of the process', () => {
    expect(lintOf({ ...aDefinition(), calendar: 'lunar' })).toContainEqual(
      expect.objectContaining({ code: 'unknown_calendar', path: '/calendar' }),
    );
  });
});

describe('the place of an expression', () => {
  const problem = (definition: Definition) => lintOf(definition).map(({ code, path }) => `${code} ${path}`);

  it('decides what is seen there', () => {
    expect(problem(condition('task.outcome == "approve"'))).toEqual([
      'unknown_field_in_expression /transitions/1/when',
    ]);
    expect(problem(condition('result == 1'))).toEqual(['unknown_field_in_expression /transitions/1/when']);
    expect(problem(condition('secrets.TOKEN == "x"'))).toEqual([
      'unknown_field_in_expression /transitions/1/when',
    ]);
    expect(problem({ ...aDefinition(), correlation: 'context.amount' })).toEqual([
      'unknown_field_in_expression /correlation',
    ]);
    expect(problem(row(automated('a', [setContext('b', { c: 'secrets.TOKEN' })])))).toEqual([
      'unknown_field_in_expression /steps/1/activities/0/settings/set/c',
    ]);
    expect(problem(row(automated('a', [sendEmail('b', '{{ secrets.TOKEN }}')])))).toEqual([
      'unknown_field_in_expression /steps/1/activities/0/settings/to/0',
    ]);
  });

  it('decides the kind of value that it needs', () => {
    expect(problem(condition('context.amount'))).toEqual(['expression_type /transitions/1/when']);
    expect(problem(task({ who: { assignee: 'context.amount' } }))).toEqual([
      'expression_type /steps/1/who/assignee',
    ]);
    expect(problem(task({ who: { candidates: '"ann@example.com"' } }))).toEqual([
      'expression_type /steps/1/who/candidates',
    ]);
    expect(
      problem(task({ who: { roles: ['approver'], limit: { rule: 'refund_limit', amount: '"5"' } } })),
    ).toEqual(['expression_type /steps/1/who/limit/amount']);
    expect(problem({ ...aDefinition(), facts: [{ label: 'A', value: '"5"', format: 'money' }] })).toEqual([
      'expression_type /facts/0/value',
    ]);
    expect(problem(row(automated('a', [setContext('b', {}, { when: '1' })])))).toEqual([
      'expression_type /steps/1/activities/0/when',
    ]);
  });
});

describe('what is drawn beside the steps', () => {
  const found = (annotations: Definition['annotations']) =>
    lintOf({ ...smallest, annotations }).map(({ code, path }) => `${code} ${path}`);

  it('has a key that no step has, since both have a place by it', () => {
    expect(found([{ key: 'done', type: 'NOTE', text: 'Beside' }])).toEqual([
      'duplicate_key /annotations/0/key',
    ]);
    expect(found([{ key: 'note', type: 'NOTE', text: 'Beside' }])).toEqual([]);
  });

  it('is about steps that there are', () => {
    expect(found([{ key: 'note', type: 'NOTE', text: 'Beside', about: 'dome' }])).toEqual([
      'missing_step /annotations/0/about',
    ]);
    expect(found([{ key: 'group', type: 'GROUP', name: 'Group', steps: ['start', 'dome'] }])).toEqual([
      'missing_step /annotations/0/steps/1',
    ]);
    expect(found([{ key: 'group', type: 'GROUP', name: 'Group', steps: ['start', 'done'] }])).toEqual([]);
  });
});

describe('a JSON Schema', () => {
  it.each<[string, Definition['input']]>([
    ['/input/type', { type: 'string' }],
    ['/input/required', { type: 'object', required: 'amount' }],
    ['/input/properties/a/pattern', { type: 'object', properties: { a: { type: 'string', pattern: '(' } } }],
    ['/input/properties/a/$ref', { type: 'object', properties: { a: { $ref: '#/definitions/b' } } }],
    ['/input/properties/a/$ref', { type: 'object', properties: { a: { $ref: 'https://x.example/a.json' } } }],
    ['/input/properties/properties/$ref', { properties: { properties: { $ref: '#/nowhere' } } }],
    ['/input/patternProperties/(', { patternProperties: { '(': {} } }],
    ['/input/properties/a/accept', { properties: { a: { type: 'string', accept: ['image/*'] } } }],
    ...([[], '.pdf', ['.pdf'], ['image'], [1]] as Json[]).map((accept): [string, Definition['input']] => [
      '/input/properties/a/accept',
      { properties: { a: { type: 'string', format: 'file', accept } } },
    ]),
    ['/input/$id', { $id: 'x', type: 'object' }],
    ['/input/$schema', { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' }],
  ])('with a fault is refused at %s', (path, input) => {
    const found = lintOf({ ...smallest, input: input as never }).filter(
      ({ code }) => code === 'invalid_json_schema',
    );

    expect(found.map((finding) => finding.path)).toEqual([path]);
  });

  it('may refer to itself, and have fields called $ref', () => {
    const input = {
      type: 'object',
      properties: {
        $ref: { type: 'string' },
        $id: { type: 'string' },
        parent: { $ref: '#' },
        address: { $ref: '#/definitions/address' },
        accept: { type: 'string', format: 'file', accept: ['application/pdf', 'image/*'] },
        sample: { default: { $ref: 'just data' } },
        properties: { type: 'object', properties: { pattern: { type: 'string', const: '(' } } },
      },
      definitions: { address: { type: 'object', properties: { city: { type: 'string' } } } },
    };

    expect(lintOf({ ...smallest, input })).toEqual([]);
  });
});

describe('a large definition', () => {
  /** A chain of tasks, each with a form, conditions and a way back to the one before. */
  function chain(length: number): Definition {
    const keys = Array.from({ length }, (_, index) => `s${index}`);
    return aDefinition({
      steps: [
        start(),
        ...keys.flatMap((key) => [
          userTask(key, {
            title: 'Refund of {{ context.amount }}',
            form: { schema: { type: 'object', properties: { score: { type: 'number' } } } },
          }),
          automated(`${key}-auto`, [callApi(`${key}-call`, 'https://x.example/{{ context.amount }}')]),
        ]),
        end(),
      ],
      transitions: [
        go('start', 's0'),
        ...keys.flatMap((key, index) => [
          go(key, `${key}-auto`, {
            on: { outcome: 'approve' },
            when: `context.tasks.${key}.score > ${index}`,
          }),
          go(key, 'done', { on: { outcome: 'approve' }, default: true, key: `${key}-else` }),
          go(key, keys[Math.max(0, index - 1)] ?? key, { on: { outcome: 'reject' } }),
          go(`${key}-auto`, keys[index + 1] ?? 'done'),
        ]),
      ],
    });
  }

  it('of a thousand steps is linted while one waits', () => {
    const definition = chain(499);
    expect(definition.steps).toHaveLength(1000);

    const began = performance.now();
    const findings = lint(definition, around);

    expect(performance.now() - began).toBeLessThan(3_000);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  }, 60_000);

  it('may be one long circle, or full of faults', () => {
    const keys = Array.from({ length: 998 }, (_, index) => `s${index}`);
    const circle = aDefinition({
      steps: [start(), ...keys.map((key) => decision(key)), end()],
      transitions: [
        go('start', 's0'),
        ...keys.map((key, index) => go(key, keys[index + 1] ?? 's0', { when: 'context.nothing' })),
        ...keys.map((key) => go(key, 'nowhere', { default: true })),
        ...keys.map((key) => go(key, 'nowhere', { default: true, key: `${key}-2` })),
      ],
    });

    const began = performance.now();
    const findings = lint(circle, around);

    expect(performance.now() - began).toBeLessThan(3_000);
    expect(findings.filter(({ code }) => code === 'automatic_loop')).toHaveLength(1);
    expect(findings.filter(({ code }) => code === 'missing_step')).toHaveLength(998 * 2);
  }, 60_000);
});

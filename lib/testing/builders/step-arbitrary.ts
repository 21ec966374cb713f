import fc from 'fast-check';
import type { Step } from '@/lib/engine/definition/step-schema';
import { activityArbitrary } from './activity-arbitrary';
import {
  duration,
  expression,
  fact,
  fieldPath,
  jsonObject,
  key,
  mapping,
  maybe,
  name,
  schema,
  template,
  text,
} from './definition-parts-arbitrary';

const common = { key, name, description: text };
const waiting = { ...common, maxAge: duration };
const email = fc.constantFrom('ann@example.com', 'BEN@example.com');
const joinMode = fc.oneof(fc.constantFrom('all', 'any'), fc.record({ n: fc.integer({ min: 1, max: 5 }) }));

const outcome = maybe(
  {
    key: fc.oneof(fc.constantFrom('approve', 'reject'), key),
    name,
    kind: fc.constantFrom('positive', 'negative', 'neutral'),
    reason: fc.constantFrom('none', 'optional', 'required'),
  },
  ['key', 'name'],
);

const who = maybe(
  {
    assignee: expression,
    roles: fc.array(key, { maxLength: 2 }),
    people: fc.array(email, { maxLength: 2 }),
    candidates: expression,
    exclude: expression,
    notDecidersOf: fc.oneof(fc.constant('all'), fc.array(key, { minLength: 1, maxLength: 2 })),
    allowRequester: fc.boolean(),
    limit: fc.record({ rule: key, amount: expression }),
  },
  [],
);

const due = maybe(
  {
    in: duration,
    calendar: key,
    ladder: fc.array(
      maybe(
        {
          key,
          at: fc.constantFrom('-P1D', 'PT0S', 'P2BD'),
          action: fc.constantFrom('remind', 'reassign', 'escalate', 'transition'),
          to: maybe({ role: key, manager: fc.boolean() }, []),
          text: template,
        },
        ['key', 'at', 'action'],
      ),
      { maxLength: 3 },
    ),
  },
  ['in'],
);

const form = maybe({ schema, ui: jsonObject, writeTo: fc.dictionary(fieldPath, fieldPath, { maxKeys: 3 }) }, [
  'schema',
]);

const userTask = maybe(
  {
    ...waiting,
    type: fc.constant('USER_TASK'),
    title: template,
    instructions: text,
    form,
    outcomes: fc.array(outcome, { minLength: 1, maxLength: 3 }),
    who,
    facts: fc.array(fact, { maxLength: 2 }),
    approvals: maybe(
      {
        required: fc.integer({ min: 1, max: 100 }),
        of: fc.integer({ min: 1, max: 100 }),
        veto: fc.boolean(),
        allMustAnswer: fc.boolean(),
      },
      ['required'],
    ),
    due,
    priority: fc.integer({ min: 0, max: 100 }),
    followUp: duration,
  },
  ['key', 'type', 'outcomes', 'who'],
);

const timer = fc.oneof(
  maybe({ duration, calendar: key }, ['duration']),
  fc.record({ until: expression }),
  fc.record({ cron: fc.constant('0 9 * * 1'), timeZone: fc.constantFrom('UTC', 'Asia/Tokyo') }),
);

/** A step of any type with any of its settings. */
export const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  maybe({ ...common, type: fc.constant('START') }, ['key', 'type']),
  maybe({ ...common, type: fc.constant('END'), outcome: key }, ['key', 'type', 'outcome']),
  { weight: 3, arbitrary: userTask },
  {
    weight: 3,
    arbitrary: maybe(
      {
        ...common,
        type: fc.constant('AUTOMATED'),
        activities: fc.array(activityArbitrary, { maxLength: 3 }),
        onFailure: fc.constantFrom('needs_attention', 'compensate', 'fail'),
      },
      ['key', 'type', 'activities'],
    ),
  },
  maybe({ ...common, type: fc.constant('DECISION') }, ['key', 'type']),
  maybe({ ...common, type: fc.constant('PARALLEL_FORK'), mode: fc.constantFrom('all', 'matching') }, [
    'key',
    'type',
  ]),
  maybe({ ...common, type: fc.constant('PARALLEL_JOIN'), fork: key, mode: joinMode }, [
    'key',
    'type',
    'fork',
  ]),
  maybe(
    {
      ...waiting,
      type: fc.constant('WAIT_FOR_SIGNAL'),
      signal: key,
      source: fc.constantFrom('signal', 'webhook', 'message'),
      correlation: expression,
      payload: schema,
      due,
    },
    ['key', 'type', 'signal'],
  ),
  maybe({ ...waiting, type: fc.constant('WAIT_FOR_TIMER'), timer }, ['key', 'type', 'timer']),
  maybe(
    {
      ...waiting,
      type: fc.constant('WAIT_FOR_FILE'),
      accept: fc.array(fc.constantFrom('application/pdf', '.png'), { maxLength: 2 }),
      maxSize: fc.integer({ min: 1, max: 10_000_000 }),
      due,
    },
    ['key', 'type'],
  ),
  maybe(
    {
      ...waiting,
      type: fc.constant('SUB_WORKFLOW'),
      definition: key,
      version: fc.integer({ min: 1, max: 9 }),
      input: mapping,
      output: mapping,
      forEach: maybe({ items: expression, as: key, wait: joinMode }, ['items']),
    },
    ['key', 'type', 'definition'],
  ),
  maybe(
    {
      ...common,
      type: fc.constant('COMPENSATE'),
      scope: fc.oneof(fc.constant('all'), fc.array(key, { minLength: 1, maxLength: 2 })),
    },
    ['key', 'type'],
  ),
) as fc.Arbitrary<Step>;

import fc from 'fast-check';
import type { Definition } from '@/lib/engine/definition/schema';
import { activityArbitrary } from './activity-arbitrary';
import {
  duration,
  expression,
  fact,
  jsonObject,
  key,
  mapping,
  maybe,
  name,
  schema,
  text,
} from './definition-parts-arbitrary';
import { stepArbitrary } from './step-arbitrary';

/**
 * Any definition that the schema lets through: every step type, trigger, activity type and setting, sensible or
 * not. Half of the transitions join steps that exist, so that graphs of every form come up.
 */
export const definitionArbitrary: fc.Arbitrary<Definition> = fc
  .array(stepArbitrary, { maxLength: 8 })
  .chain((steps) => {
    const keys = steps.map((step) => step.key);
    const stepKey =
      keys.length === 0 ? key : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...keys) }, key);
    return fc.record(
      {
        key,
        name,
        description: text,
        subject: maybe({ type: key, unique: fc.boolean() }, ['type']),
        correlation: expression,
        input: schema,
        inputUi: jsonObject,
        facts: fc.array(fact, { maxLength: 4 }),
        startableBy: fc.array(key, { maxLength: 3 }),
        maxAge: duration,
        afterCompensation: fc.constantFrom('reversed', 'completed'),
        schedule: maybe(
          { cron: fc.constant('0 9 * * 1'), timeZone: fc.constant('Europe/Berlin'), input: mapping },
          ['cron', 'timeZone'],
        ),
        calendar: key,
        steps: fc.constant(steps),
        transitions: fc.array(transitionArbitrary(stepKey), { maxLength: 12 }),
        compensations: fc.array(activityArbitrary, { maxLength: 2 }),
        annotations: fc.array(annotationArbitrary(stepKey), { maxLength: 3 }),
      },
      { requiredKeys: ['key', 'name', 'subject', 'steps', 'transitions'] },
    );
  }) as fc.Arbitrary<Definition>;

function annotationArbitrary(stepKey: fc.Arbitrary<string>) {
  return fc.oneof(
    maybe({ key, type: fc.constant('NOTE'), text, about: stepKey }, ['key', 'type', 'text']),
    fc.record({ key, type: fc.constant('GROUP'), name, steps: fc.array(stepKey, { maxLength: 4 }) }),
  );
}

const trigger = fc.oneof(
  fc.constant('completion'),
  fc.record({ outcome: fc.oneof(fc.constantFrom('approve', 'reject'), key) }),
  fc.record({ signal: key }),
  fc.record({ deadline: fc.oneof(key, fc.constant('maxAge')) }),
  fc.record({ error: fc.oneof(fc.constant(true), fc.constantFrom('http_503', 'timeout')) }),
  fc.constant('childFailed'),
  fc.constant('repair'),
);

function transitionArbitrary(stepKey: fc.Arbitrary<string>) {
  return maybe(
    {
      key,
      name,
      from: stepKey,
      to: stepKey,
      on: trigger,
      when: expression,
      priority: fc.integer({ min: -1000, max: 1000 }),
      default: fc.boolean(),
      activities: fc.array(activityArbitrary, { maxLength: 2 }),
    },
    ['key', 'from', 'to'],
  );
}

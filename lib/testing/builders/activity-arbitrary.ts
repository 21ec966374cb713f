import fc from 'fast-check';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import {
  duration,
  expression,
  filledTemplate,
  json,
  jsonObject,
  key,
  mapping,
  maybe,
  name,
  schema,
  template,
} from './definition-parts-arbitrary';

const retry = maybe(
  {
    maxAttempts: fc.integer({ min: 1, max: 50 }),
    firstDelay: duration,
    factor: fc.double({ min: 1, max: 10, noNaN: true }),
    maxDelay: duration,
    jitter: fc.double({ min: 0, max: 1, noNaN: true }),
    stopOn: fc.array(fc.constantFrom('http_404', 'timeout'), { maxLength: 2 }),
  },
  ['maxAttempts'],
);

/** Settings by activity type, for the types that are built in. */
const settings = {
  SET_CONTEXT: fc.record({ set: mapping }),
  CALL_API: maybe(
    {
      method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
      url: filledTemplate,
      headers: fc.dictionary(fc.constantFrom('Accept', 'X-Token', 'If-Match'), template, { maxKeys: 2 }),
      body: json,
    },
    ['method', 'url'],
  ),
  SEND_EMAIL: maybe(
    {
      to: fc.array(filledTemplate, { minLength: 1, maxLength: 2 }),
      cc: fc.array(filledTemplate, { minLength: 1, maxLength: 2 }),
      subject: filledTemplate,
      body: filledTemplate,
    },
    ['to', 'subject', 'body'],
  ),
  CALL_WEBHOOK: maybe({ url: filledTemplate, body: json }, ['url']),
  EMIT_EVENT: maybe({ event: name, data: json }, ['event']),
  EXECUTE_FUNCTION: maybe({ function: key, input: mapping }, ['function']),
  EXTERNAL: maybe({ topic: key, input: mapping }, ['topic']),
};

const shared = {
  key,
  name,
  async: fc.boolean(),
  timeout: duration.filter((text) => !/B[DH]$/.test(text)),
  retry,
  output: mapping,
  outputSchema: schema,
  compensation: key,
  irreversible: fc.boolean(),
  resource: key,
  when: expression,
};

/** An activity of any type, a plugin's among them, with any of its settings. */
export const activityArbitrary: fc.Arbitrary<Activity> = fc.oneof(
  ...Object.entries(settings).map(([type, own]) =>
    maybe({ ...shared, type: fc.constant(type), settings: own as fc.Arbitrary<unknown> }, [
      'key',
      'type',
      'settings',
    ]),
  ),
  maybe({ ...shared, type: fc.constant('acme.scan'), settings: jsonObject }, ['key', 'type', 'settings']),
) as fc.Arbitrary<Activity>;

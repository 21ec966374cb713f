import { setPaths } from '@/lib/engine/context-path';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Json, JsonObject } from '@/lib/engine/json';
import { exampleOfPattern } from './example-of-pattern';

/** What an attempt of an activity might bring back: made from what the definition declares of it. */
export function exampleResult(activity: Activity): Json {
  const schema = activity.outputSchema as JsonObject | undefined;
  if (activity.output) return resultFor(activity.output, schema);
  if (schema) return exampleOf(schema);
  switch (activity.type) {
    case 'CALL_API':
    case 'CALL_WEBHOOK':
      return { status: 200, body: {} };
    case 'SEND_EMAIL':
      return { messageId: 'simulated' };
    default:
      return {};
  }
}

/** A value that a JSON Schema allows, as far as its common keywords say: default, example, first choice, or a plain value. */
export function exampleOf(schema: JsonObject): Json {
  const { type, enum: choices, oneOf, anyOf, examples } = schema;
  if (schema['default'] !== undefined) return schema['default'];
  if (Array.isArray(examples) && examples.length > 0) return examples[0] as Json;
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(choices) && choices.length > 0) return choices[0] as Json;
  for (const list of [oneOf, anyOf])
    if (Array.isArray(list) && list.length > 0) return exampleOf(list[0] as JsonObject);
  const one = Array.isArray(type) ? (type as readonly Json[]).find((name) => name !== 'null') : type;
  switch (one) {
    case 'string':
      return exampleText(schema);
    case 'integer':
    case 'number':
      return exampleNumber(schema);
    case 'boolean':
      return false;
    case 'array': {
      const items = schema['items'];
      const least = Number(schema['minItems'] ?? 0);
      return Array.from({ length: least }, () => exampleOf((items ?? {}) as JsonObject));
    }
    case 'null':
      return null;
    default: {
      const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonObject>>;
      return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, exampleOf(inner)]));
    }
  }
}

/** What is required of an object, with example values; the rest is left out. */
export function exampleInput(schema: JsonObject): JsonObject {
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonObject>>;
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name, inner]) => required.has(name) || inner['default'] !== undefined)
      .map(([name, inner]) => [name, exampleOf(inner)]),
  );
}

const textsByFormat: Readonly<Record<string, string>> = {
  email: 'somebody@example.com',
  date: '2026-03-02',
  'date-time': '2026-03-02T09:00:00Z',
  uri: 'https://example.com/',
  time: '09:00:00',
};

function exampleText({ format, pattern, minLength, maxLength }: JsonObject): string {
  const formed = typeof pattern === 'string' ? exampleOfPattern(pattern) : null;
  const text = formed ?? ((typeof format === 'string' && textsByFormat[format]) || 'example');
  const least = Number(minLength ?? 0);
  const longEnough =
    formed === null
      ? text + ` ${text}`.repeat(Math.max(0, Math.ceil((least - text.length) / (text.length + 1))))
      : text;
  return longEnough.slice(0, Number(maxLength ?? longEnough.length));
}

function exampleNumber({ minimum, exclusiveMinimum, maximum }: JsonObject): number {
  if (typeof minimum === 'number') return minimum;
  if (typeof exclusiveMinimum === 'number') return exclusiveMinimum + 1;
  return typeof maximum === 'number' && maximum < 1 ? maximum : 1;
}

/** A result in which everything stands that an output mapping reads of it. */
function resultFor(output: Readonly<Record<string, string>>, schema: JsonObject | undefined): JsonObject {
  const properties = (schema?.['properties'] ?? {}) as Readonly<Record<string, JsonObject>>;
  const values: Record<string, Json> = {};
  for (const [field, expression] of Object.entries(output)) {
    const known = properties[field];
    for (const [, path] of expression.matchAll(/\bresult\.([A-Za-z_][\w.]*)/g))
      if (path !== undefined) values[path] = known ? exampleOf(known) : 'example';
  }
  return setPaths({}, values);
}

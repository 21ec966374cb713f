import type { Json, JsonObject } from '@/lib/engine/json';
import type { FieldType } from './field-type';

/** A point in time inside an expression (`timestamp(…)`). */
export class Instant {
  constructor(readonly epochMilliseconds: number) {}
}

/** A length of time inside an expression (`duration(…)`, or the difference of two instants). */
export class Span {
  constructor(readonly milliseconds: number) {}
}

/** What an expression works on: JSON values, and instants and spans that live only inside it. */
export type Value = null | boolean | number | string | Instant | Span | readonly Value[] | ValueObject;
export type ValueObject = { readonly [key: string]: Value };

export type Kind = Exclude<FieldType['kind'], 'any'>;

/** The kind of a value. */
export function kindOf(value: Value): Kind {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'string') return 'text';
  if (Array.isArray(value)) return 'list';
  if (value instanceof Instant) return 'instant';
  if (value instanceof Span) return 'span';
  return 'object';
}

/** The kind in words, after "is". */
export function inWords(kind: FieldType['kind']): string {
  return words[kind];
}

const words: Readonly<Record<FieldType['kind'], string>> = {
  any: 'of an unknown type',
  null: 'null',
  bool: 'true or false',
  number: 'a number',
  text: 'text',
  list: 'a list',
  object: 'an object',
  instant: 'a point in time',
  span: 'a length of time',
};

/** JSON of an instant: ISO 8601 in UTC. */
export function instantText(instant: Instant): string {
  return new Date(instant.epochMilliseconds).toISOString();
}

/** JSON of a span: an ISO 8601 duration in seconds (`PT5400S`). */
export function spanText(span: Span): string {
  const seconds = Math.abs(span.milliseconds) / 1000;
  return `${span.milliseconds < 0 ? '-' : ''}PT${seconds}S`;
}

/**
 * A value as it may stand in an event: large ones are named instead of copied, so that a condition over a long list
 * does not fill the history.
 */
export function recorded(value: Json | undefined): Json {
  if (value === undefined) return null;
  if (typeof value === 'string') return value.length > 1_000 ? `${value.slice(0, 1_000)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (isSmall(value)) return value;
  return Array.isArray(value)
    ? `(a list of ${value.length})`
    : `(an object with ${Object.keys(value as JsonObject).length} fields)`;
}

function isSmall(value: Json): boolean {
  let left = 1_000;
  const open: Json[] = [value];
  while (open.length > 0 && left > 0) {
    const next = open.pop() as Json;
    left -= typeof next === 'string' ? 1 + next.length : 2;
    if (typeof next === 'object' && next !== null) {
      for (const [key, item] of Object.entries(next)) {
        left -= key.length;
        if (left <= 0) return false;
        open.push(item as Json);
      }
    }
  }
  return left > 0;
}

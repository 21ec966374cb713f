import { isJsonObject } from './context-path';
import type { Json, JsonObject } from './json';

/**
 * Which files a step or a field of a form takes (`accept`): media types (`application/pdf`), all of a kind (`image/*`) and,
 * of a step, endings of names (`.pdf`).
 */
const mediaType = /^(?:\*\/\*|[a-z0-9][a-z0-9!#$&^_.+-]*\/(?:\*|[a-z0-9][a-z0-9!#$&^_.+-]*))$/i;
const ending = /^\.[a-z0-9]{1,10}$/i;

/** Whether an entry of `accept` is a media type, or all of a kind. */
export function isMediaType(entry: unknown): entry is string {
  return typeof entry === 'string' && mediaType.test(entry);
}

/** Whether an entry of a step's `accept` can be met by a file at all. */
export function isAcceptEntry(entry: string): boolean {
  return isMediaType(entry.trim()) || ending.test(entry.trim());
}

/** The media types that a form's field takes; none: any. */
export function acceptedTypes(field: { readonly [word: string]: unknown }): readonly string[] {
  const { accept } = field;
  return Array.isArray(accept) ? accept.filter(isMediaType) : [];
}

/**
 * A schema in which lists of types that apply to one field together (`allOf`) say what all of them take, each alike: whoever merges
 * them may take any. What a `$ref` brings in is not among them; the server checks each list as it is.
 */
export function withCommonTypes(schema: JsonObject): JsonObject {
  const inner = Object.fromEntries(
    Object.entries(schema).map(([word, value]) => [word, commonTypesIn(value)]),
  );
  if (!Array.isArray(inner.allOf)) return inner;
  const parts = [inner, ...(inner.allOf as readonly Json[]).filter(isJsonObject)];
  const { allOf, ...own } = inner;
  return {
    ...alike(own, parts),
    allOf: (allOf as Json[]).map((part) => (isJsonObject(part) ? alike(part, parts) : part)),
  };
}

function commonTypesIn(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(commonTypesIn);
  return isJsonObject(value) ? withCommonTypes(value) : value;
}

/** One of the parts, with the types that all of them take together: its own, and those of its fields. */
function alike(part: JsonObject, parts: readonly JsonObject[]): JsonObject {
  const { properties } = part;
  const narrowed = 'accept' in part ? { ...part, accept: inEach(parts) } : part;
  if (!isJsonObject(properties)) return narrowed;
  const fields = Object.entries(properties).map(([name, field]) => {
    if (!isJsonObject(field) || !('accept' in field)) return [name, field] as const;
    const same = parts.flatMap((one) =>
      isJsonObject(one.properties) && Object.hasOwn(one.properties, name) ? [one.properties[name]] : [],
    );
    return [name, { ...field, accept: inEach(same.filter(isJsonObject)) }] as const;
  });
  return { ...narrowed, properties: Object.fromEntries(fields) };
}

/** The types that are in the list of each field that has one. */
function inEach(fields: readonly JsonObject[]): string[] {
  const lists = fields.map(acceptedTypes).filter((list) => list.length > 0);
  const [first = [], ...others] = lists;
  const common = others.reduce(
    (left, right) => left.flatMap((one) => right.flatMap((other) => narrower(one, other))),
    first,
  );
  return [...new Set(common)];
}

/** The one of two entries that is in the other; none where they have nothing in common. */
function narrower(one: string, other: string): readonly string[] {
  if (covers(other, one)) return [one];
  return covers(one, other) ? [other] : [];
}

function covers(wide: string, narrow: string): boolean {
  const [outer, inner] = [wide.toLowerCase(), narrow.toLowerCase()];
  return outer === '*/*' || outer === inner || (outer.endsWith('/*') && inner.startsWith(outer.slice(0, -1)));
}

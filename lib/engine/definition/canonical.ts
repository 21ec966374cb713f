import type { Json } from '@/lib/engine/json';
import type { Definition } from './schema';

/**
 * The one text that stands for a definition when it is hashed: no spaces, keys sorted, lists in their order, as in
 * RFC 8785. Two definitions have the same text exactly when they are equal as JSON. Layout is not part of it.
 */
export function canonicalText(definition: Definition): string {
  return canonicalJson(definition as unknown as Json);
}

/** The one text of a JSON value: equal values have the same. Undefined members are left out. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonicalJson(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item as Json)}`).join(',')}}`;
}

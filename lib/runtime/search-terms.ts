import { declaredFields } from '@/lib/engine/conditions/declared';
import type { FieldType } from '@/lib/engine/conditions/field-type';
import { valueAt } from '@/lib/engine/context-path';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Json } from '@/lib/engine/json';
import type { Snapshot } from '@/lib/engine/snapshot';

/** One thing by which an instance is found; a field that has no value any more comes with `value` null. */
export type SearchTerm = {
  readonly field: string;
  /** 0: the whole value; above, the value from its n-th word on, so that a surname finds a full name. */
  readonly n: number;
  /** Lower case. */
  readonly value: string | null;
  readonly number: number | null;
};

/** Fields of the search that no definition declares; no property can be called so in a search. */
export const subjectField = '@subject';
export const keyField = '@key';

/** Characters of a value that are kept for the search; what comes after is not found. */
export const mostCharacters = 120;
/** Further words of a value by which it is found. */
const mostWords = 4;
/** Objects inside objects are followed this deep: `customer.address.city`. */
const deepest = 3;

const known = new WeakMap<Definition, readonly string[]>();

/** Dotted paths of the scalar fields that the definition's input declares: its business fields. */
export function searchableFields(definition: Definition): readonly string[] {
  const before = known.get(definition);
  if (before) return before;
  const fields = scalarPaths(declaredFields(definition).get('input'), '', 1);
  known.set(definition, fields);
  return fields;
}

/**
 * The terms that a plan changes: all of a new instance, else those of the declared fields whose value in the context changed.
 * A move that leaves the context alone costs a comparison of two references.
 * @param former by which the instance went before the plan, where that is another version: what the two declare differently
 * changes with it
 */
export function changedTerms(
  definition: Definition,
  before: Snapshot | null,
  after: Snapshot,
  former = definition,
): SearchTerm[] {
  if (before && before.context === after.context && former === definition) return [];
  const own = before
    ? []
    : [...termsOf(subjectField, after.subject.id), ...termsOf(keyField, after.correlationKey)];
  const fields = searchableFields(definition);
  const known = new Set(searchableFields(former));
  const changed = fields.flatMap((path) => {
    const value = valueAt(after.context, path) ?? null;
    const old = before && known.has(path) ? (valueAt(before.context, path) ?? null) : null;
    if (value === old) return [];
    const terms = termsOf(path, value);
    return terms.length > 0 ? terms : [noValue(path)];
  });
  const dropped = [...known].filter((path) => !fields.includes(path));
  return [...own, ...changed, ...dropped.map(noValue)];
}

function noValue(field: string): SearchTerm {
  return { field, n: 0, value: null, number: null };
}

function termsOf(field: string, value: Json): SearchTerm[] {
  if (value === null || typeof value === 'object') return [];
  const whole = searchText(String(value));
  if (whole === '') return [];
  const number = typeof value === 'number' ? value : null;
  const later = [...whole.matchAll(/(?<=[\s,;/(]+)[^\s,;/(]/gu)].slice(0, mostWords);
  return [
    { field, n: 0, value: whole, number },
    ...later.map(({ index }, n) => ({ field, n: n + 1, value: whole.slice(index), number: null })),
  ];
}

/** A text as the search compares it. */
export function searchText(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim().slice(0, mostCharacters);
}

function scalarPaths(type: FieldType | undefined, prefix: string, depth: number): string[] {
  if (type?.kind !== 'object') return [];
  return [...type.fields].flatMap(([name, inner]) => {
    const path = prefix + name;
    if (inner.kind === 'object') return depth < deepest ? scalarPaths(inner, `${path}.`, depth + 1) : [];
    return inner.kind === 'list' || inner.kind === 'null' || name.includes('.') ? [] : [path];
  });
}

import type { FieldType } from './field-type';
import { Instant, inWords, kindOf, Span, type Value, type ValueObject } from './value';

/**
 * What may be compared with what; one rule for the check at publishing and for evaluation. Null or text with a
 * number is an error, never false and never a comparison of texts (DESIGN 7).
 */

const ordered: ReadonlySet<FieldType['kind']> = new Set(['number', 'text', 'bool', 'instant', 'span', 'any']);

/**
 * Why `==` and `!=` cannot be asked of the two kinds, or null when they can. `nullIsMeant` says that the null is
 * written in the expression (`x == null`), a question that every kind answers.
 */
export function equalityProblem(
  left: FieldType['kind'],
  right: FieldType['kind'],
  nullIsMeant: boolean,
): string | null {
  if (left === 'any' || right === 'any' || left === right) return null;
  if (left === 'null' || right === 'null') {
    const other = left === 'null' ? right : left;
    return nullIsMeant || other !== 'number' ? null : `null cannot be compared with a number`;
  }
  return `${inWords(left)} cannot be compared with ${inWords(right)}`;
}

/** Why `<`, `<=`, `>` and `>=` cannot be asked of the two kinds, or null when they can. */
export function orderProblem(left: FieldType['kind'], right: FieldType['kind']): string | null {
  if (left === 'null' || right === 'null' || (left !== right && left !== 'any' && right !== 'any'))
    return `${inWords(left)} cannot be compared with ${inWords(right)}`;
  for (const kind of [left, right]) if (!ordered.has(kind)) return `${inWords(kind)} has no order`;
  return null;
}

/**
 * True for text that reads as a number in any script (`"100"`, `" 1,000 "`, `"٣٠٠"`): the order of such texts
 * ("100" < "20") is never what is meant. Dates and times are not among them.
 */
export function readsAsNumber(text: string): boolean {
  return /^\s*[+-]?\p{Nd}[\p{Nd}.,'\s_٫٬]*(?:[eE][+-]?\p{Nd}+)?\s*$/u.test(text);
}

/** Smaller than zero, zero or more, as for sorting. Both must be of one ordered kind. */
export function order(left: Value, right: Value): number {
  const a = sortable(left);
  const b = sortable(right);
  return a < b ? -1 : a > b ? 1 : 0;
}

function sortable(value: Value): number | string {
  if (value instanceof Instant) return value.epochMilliseconds;
  if (value instanceof Span) return value.milliseconds;
  if (typeof value === 'string') return value;
  return Number(value);
}

/**
 * Whether two values are equal, all the way down; calls `mixed` where two parts cannot be compared, and `spend`
 * once for every pair.
 */
export function equalValues(
  left: Value,
  right: Value,
  mixed: (problem: string) => never,
  spend: () => void,
): boolean {
  spend();
  const kind = kindOf(left);
  const problem = equalityProblem(kind, kindOf(right), false);
  if (problem !== null) mixed(problem);
  if (kind !== kindOf(right)) return false;
  switch (kind) {
    case 'list': {
      const a = left as readonly Value[];
      const b = right as readonly Value[];
      return a.length === b.length && a.every((item, i) => equalValues(item, b[i] as Value, mixed, spend));
    }
    case 'object': {
      const a = left as ValueObject;
      const b = right as ValueObject;
      const names = Object.keys(a);
      return (
        names.length === Object.keys(b).length &&
        names.every(
          (name) => Object.hasOwn(b, name) && equalValues(a[name] as Value, b[name] as Value, mixed, spend),
        )
      );
    }
    default:
      return order(left, right) === 0;
  }
}

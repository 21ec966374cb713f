import type { FieldType } from './field-type';
import { mergeTypes } from './merge-types';

const any: FieldType = { kind: 'any' };

/** The type that `+`, `-`, `*`, `/` or `%` gives for operands of these types, or null where it cannot be asked of them. */
export function calculated(op: string, left: FieldType, right: FieldType): FieldType | null {
  const [a, b] = [left.kind, right.kind];
  if (a === 'any' || b === 'any') {
    const other = a === 'any' ? b : a;
    if (other === 'null' || other === 'bool' || other === 'object') return null;
    if (op !== '+' && op !== '-') return other === 'any' || other === 'number' ? { kind: 'number' } : null;
    if (op === '-' && (other === 'text' || other === 'list')) return null;
    return other === 'text' || other === 'list' ? (a === 'any' ? right : left) : any;
  }
  if (a === 'number' && b === 'number') return { kind: 'number' };
  if (op === '+' && a === b && a === 'text') return left;
  if (op === '+' && a === 'list' && b === 'list') return mergeTypes(left, right);
  if (op !== '+' && op !== '-') return null;
  if (a === 'instant' && b === 'span') return left;
  if (a === 'span' && b === 'instant' && op === '+') return right;
  if (a === 'instant' && b === 'instant' && op === '-') return { kind: 'span' };
  return a === 'span' && b === 'span' ? left : null;
}

/** How to mend an operator between two types that do not go together; begins with a verb. */
export function sameKind(left: FieldType, right: FieldType): string {
  const kinds = new Set([left.kind, right.kind]);
  if (kinds.has('text') && kinds.has('number'))
    return 'declare both as numbers, or convert one with double(…) or string(…)';
  if (kinds.has('text') && kinds.has('instant')) return 'make the text a point in time with timestamp(…)';
  if (kinds.has('null')) return 'test for null with `==` or `!=`';
  return 'use values of the same kind on both sides';
}

import type { FieldType } from './field-type';

const any: FieldType = { kind: 'any' };

/** What is known of a value that may be either: the fields of both objects; nothing where the kinds differ. */
export function mergeTypes(left: FieldType, right: FieldType): FieldType {
  if (left === right || right.kind === 'null') return left;
  if (left.kind === 'null') return right;
  if (left.kind === 'any' || right.kind === 'any' || left.kind !== right.kind) return any;
  if (left.kind === 'list' && right.kind === 'list')
    return { kind: 'list', items: mergeTypes(left.items, right.items) };
  if (left.kind !== 'object' || right.kind !== 'object') return left;
  const fields = new Map(left.fields);
  for (const [name, type] of right.fields) {
    const known = fields.get(name);
    fields.set(name, known === undefined ? type : mergeTypes(known, type));
  }
  const others =
    left.others === null
      ? right.others
      : right.others === null
        ? left.others
        : mergeTypes(left.others, right.others);
  return { kind: 'object', fields, others };
}

/** What is known of a value that is both at once (`allOf`): where one side says nothing, the other counts. */
export function joinTypes(left: FieldType, right: FieldType): FieldType {
  if (left.kind === 'any') return right;
  if (right.kind === 'any') return left;
  if (left.kind !== 'object' || right.kind !== 'object') return mergeTypes(left, right);
  const merged = mergeTypes({ ...left, others: null }, { ...right, others: null });
  return merged.kind === 'object' && bothOpen(left, right) ? { ...merged, others: any } : merged;
}

function bothOpen(
  left: Extract<FieldType, { kind: 'object' }>,
  right: Extract<FieldType, { kind: 'object' }>,
) {
  return left.others !== null && right.others !== null;
}

/**
 * The type with a field added at the path (`customer.name`). What is already declared there stays, joined with the
 * new; a part of the path that was declared as something without fields becomes unknown.
 */
export function withField(holder: FieldType, path: readonly string[], type: FieldType): FieldType {
  const [name, ...rest] = path;
  if (name === undefined) return mergeTypes(holder, type);
  if (holder.kind !== 'object') return any;
  const known = holder.fields.get(name) ?? (rest.length > 0 ? noFields : undefined);
  const next = known === undefined ? type : withField(known, rest, type);
  return { ...holder, fields: new Map(holder.fields).set(name, next) };
}

/** An object in which nothing is declared. */
export const noFields: FieldType = { kind: 'object', fields: new Map(), others: null };

/** An object with exactly these fields. */
export function objectOf(
  fields: Readonly<Record<string, FieldType>> | Iterable<readonly [string, FieldType]>,
): FieldType {
  const entries = Symbol.iterator in fields ? fields : Object.entries(fields);
  return { kind: 'object', fields: new Map(entries as Iterable<[string, FieldType]>), others: null };
}

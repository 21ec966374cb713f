import type { FieldType } from './field-type';
import { Failure, unknownType, type Cell } from './machine';
import { shown } from './operators';
import { sourceOf, type Node } from './program';
import { nearest } from './suggestion';
import { kindOf, type Value, type ValueObject } from './value';

/**
 * The field of a value. Declared and without a value: null. Declared by nobody: a failure, also when the data has
 * it, for what nobody declared may be missing or of another kind next time (DESIGN 7).
 */
export function field(from: Cell, name: string, node: Node): Cell {
  const type = fieldType(from.type, name);
  const path = from.path === null ? null : pathOf(from.path, name);
  if (type === null) throw undeclared(from, name, node);

  const holder = from.value;
  if (holder !== null && kindOf(holder) !== 'object')
    throw new Failure(`${shown(from, node)} and has no field ${JSON.stringify(name)}`, 'correct the path');
  const value =
    holder !== null && Object.hasOwn(holder as ValueObject, name) ? (holder as ValueObject)[name] : undefined;
  if (value === undefined && (from.path === 'rules' || from.path === 'secrets'))
    throw missing(from.path, name);
  return { value: value ?? null, type, path };
}

/** The item of a list at a position, counted from 0. A list that has no value yet has no items: null. */
export function item(from: Cell, position: number, node: Node): Cell {
  const path = from.path === null ? null : `${from.path}[${position}]`;
  const type = from.type.kind === 'list' ? from.type.items : unknownType;
  if (from.value === null && (from.type.kind === 'list' || from.type.kind === 'any'))
    return { value: null, type, path };
  if (!Array.isArray(from.value))
    throw new Failure(`${shown(from, node)} and has no items`, 'correct the path');
  const list: readonly Value[] = from.value;
  if (!Number.isInteger(position) || position < 0 || position >= list.length)
    throw new Failure(
      `\`${sourceOf(node)}\` has ${list.length} ${list.length === 1 ? 'item' : 'items'} and none at position ${position}`,
      `test \`size(${sourceOf(node)})\` first; positions are counted from 0`,
    );
  return { value: list[position] ?? null, type, path };
}

/** What is declared of a field, or null where nobody declares it. */
export function fieldType(holder: FieldType, name: string): FieldType | null {
  if (holder.kind === 'any') return unknownType;
  if (holder.kind !== 'object') return null;
  return holder.fields.get(name) ?? holder.others;
}

/** `context.tasks["in-review"]`: a path as an expression writes it. */
export function pathOf(parent: string, name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? `${parent}.${name}` : `${parent}[${JSON.stringify(name)}]`;
}

function undeclared(from: Cell, name: string, node: Node): Failure {
  const path = pathOf(from.path ?? sourceOf(node), name);
  const close = from.type.kind === 'object' ? nearest(name, from.type.fields.keys()) : null;
  return new Failure(
    `\`${path}\` is a field that nobody declares`,
    close === null
      ? 'correct the name, or declare the field in the input schema, a form, a signal or an output'
      : `\`${pathOf(from.path ?? sourceOf(node), close)}\` was probably meant`,
  );
}

function missing(root: string, name: string): Failure {
  return root === 'rules'
    ? new Failure(`the rule ${name} has no value in force now`, 'give the rule a value for today under Rules')
    : new Failure(`there is no secret ${name}`, 'add it under Secrets, or correct the name');
}

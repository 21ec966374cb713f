import { computed, Failure, unknownType, type Cell, type Frame, type Machine } from './machine';
import { orTestFirst, shown } from './operators';
import type { Node } from './program';
import { kindOf, type Value, type ValueObject } from './value';

/** `list.exists(x, …)` and its kind: the macros of CEL, the only repetition that it has. */
export const comprehensionNames: ReadonlySet<string> = new Set([
  'all',
  'exists',
  'exists_one',
  'map',
  'filter',
]);

/** The value of `receiver.name(variable, …)`, one of `comprehensionNames`. */
export function comprehend(
  name: string,
  receiver: Node,
  parameters: readonly Node[],
  frame: Frame,
  machine: Machine,
): Cell {
  const variable = variableName(parameters[0]);
  const items = itemsOf(machine.run(receiver, frame), receiver);
  const within = (cell: Cell): Frame => ({ name: variable, cell, outer: frame });
  const last = parameters[parameters.length - 1] as Node;
  const holds = (cell: Cell, condition = last) => asBool(machine.run(condition, within(cell)), condition);

  switch (name) {
    case 'map': {
      const chosen = parameters.length === 3 ? items.filter((item) => holds(item, parameters[1])) : items;
      return computed(chosen.map((item) => machine.run(last, within(item)).value));
    }
    case 'filter':
      return computed(items.filter((item) => holds(item)).map((item) => item.value));
    case 'exists_one':
      return computed(items.filter((item) => holds(item)).length === 1, { kind: 'bool' });
    default:
      return computed(decided(items, holds, name === 'exists'), { kind: 'bool' });
  }
}

/** A bool, or the failure that names what it is instead. */
export function asBool(cell: Cell, node: Node): boolean {
  if (typeof cell.value === 'boolean') return cell.value;
  throw new Failure(
    `${shown(cell, node)} and is not true or false`,
    cell.value === null ? 'compare it, for example with `== true`' : 'write a comparison',
  );
}

/** The name that a comprehension or `cel.bind` gives to a value. */
export function variableName(node: Node | undefined): string {
  if (node?.op === 'id') return node.args;
  throw new Failure(
    'the first argument is not a plain name',
    'write it like `items.exists(item, item.amount > 100)`',
  );
}

/** As with `||` and `&&`, one item that decides is enough, though another could not be looked at. */
function decided(items: readonly Cell[], holds: (item: Cell) => boolean, sought: boolean): boolean {
  let failure: Failure | null = null;
  for (const item of items) {
    try {
      if (holds(item) === sought) return sought;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failure ??= error;
    }
  }
  if (failure !== null) throw failure;
  return !sought;
}

function itemsOf(cell: Cell, node: Node): readonly Cell[] {
  if (Array.isArray(cell.value)) {
    const type = cell.type.kind === 'list' ? cell.type.items : unknownType;
    return cell.value.map((value: Value) => ({ value, type, path: null }));
  }
  if (kindOf(cell.value) === 'object')
    return Object.keys(cell.value as ValueObject).map((name) => computed(name, { kind: 'text' }));
  throw new Failure(
    `${shown(cell, node)} and has no items`,
    cell.value === null ? orTestFirst(node) : 'use a list',
  );
}

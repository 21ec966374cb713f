import { equalityProblem, equalValues, order, orderProblem, readsAsNumber } from './comparison';
import { computed, Failure, type Cell, type Machine } from './machine';
import { sourceOf, type Node } from './program';
import { Instant, inWords, kindOf, Span, type Value, type ValueObject } from './value';

/** `==` and `!=`. A null that is written in the expression may be compared with anything. */
export function equal(left: Cell, right: Cell, nodes: readonly [Node, Node], machine: Machine): boolean {
  const nullIsMeant = isNullLiteral(nodes[0]) || isNullLiteral(nodes[1]);
  const problem = equalityProblem(kindOf(left.value), kindOf(right.value), nullIsMeant);
  if (problem !== null) throw cannotCompare(left, right, nodes);
  if (kindOf(left.value) !== kindOf(right.value)) return false;
  return equalValues(left.value, right.value, mixed(nodes), machine.spend);
}

/** `<`, `<=`, `>`, `>=`. */
export function compare(op: string, left: Cell, right: Cell, nodes: readonly [Node, Node]): boolean {
  const kinds = [kindOf(left.value), kindOf(right.value)] as const;
  if (orderProblem(kinds[0], kinds[1]) !== null) throw cannotCompare(left, right, nodes);
  if (typeof left.value === 'string' && typeof right.value === 'string')
    refuseNumbersAsText(left.value, right.value, nodes);
  const sign = order(left.value, right.value);
  return op === '<' ? sign < 0 : op === '<=' ? sign <= 0 : op === '>' ? sign > 0 : sign >= 0;
}

/** `x in list`, `name in object`. */
export function contains(left: Cell, right: Cell, nodes: readonly [Node, Node], machine: Machine): boolean {
  const within = right.value;
  if (Array.isArray(within)) {
    // Null among the items is an item like any other: only a value of the wrong kind is a mistake.
    return within.some((item: Value) =>
      item === null || left.value === null
        ? refuseMissing(left, item, nodes) && item === left.value
        : equalValues(left.value, item, mixed(nodes), machine.spend),
    );
  }
  if (kindOf(within) === 'object') {
    if (typeof left.value !== 'string')
      throw new Failure(`${shown(left, nodes[0])} and a field's name is text`, 'look for a text');
    return Object.hasOwn(within as ValueObject, left.value);
  }
  throw new Failure(
    `${shown(right, nodes[1])} and nothing can be looked up in it`,
    within === null ? orTestFirst(nodes[1]) : 'look in a list or in the fields of an object',
  );
}

/** `+`, `-`, `*`, `/`, `%`. Numbers are JSON's: `5 / 2` is `2.5`. */
export function calculate(
  op: string,
  left: Cell,
  right: Cell,
  nodes: readonly [Node, Node],
  machine: Machine,
): Cell {
  const [a, b] = [left.value, right.value];
  if (typeof a === 'number' && typeof b === 'number')
    return computed(ofNumbers(op, a, b, nodes), { kind: 'number' });
  if (op === '+' && typeof a === 'string' && typeof b === 'string') {
    machine.spend((a.length + b.length) / 50);
    return computed(a + b, { kind: 'text' });
  }
  if (op === '+' && Array.isArray(a) && Array.isArray(b)) {
    machine.spend(a.length + b.length);
    return computed([...(a as Value[]), ...(b as Value[])], left.type);
  }
  const moved = ofTimes(op, a, b);
  if (moved !== null) return computed(moved, { kind: kindOf(moved) as 'instant' | 'span' });
  const wrong = a === null || (b !== null && !calculable(a)) ? 0 : 1;
  throw new Failure(
    `${shown(wrong === 0 ? left : right, nodes[wrong])} and does not go with \`${op}\` and ${inWords(kindOf(wrong === 0 ? b : a))}`,
    (wrong === 0 ? a : b) === null ? orTestFirst(nodes[wrong]) : convert(a, b),
  );
}

/** What a failure says of a value: its source, its kind and, for text that was read, the text itself. */
export function shown(cell: Cell, node: Node): string {
  const source = sourceOf(node);
  if (cell.value === null)
    return cell.path === null ? `\`${source}\` is null` : `\`${source}\` has no value (null)`;
  const text =
    typeof cell.value === 'string' && cell.path !== null && !cell.path.startsWith('secrets.')
      ? ` (${JSON.stringify(cell.value.length > 40 ? `${cell.value.slice(0, 40)}…` : cell.value)})`
      : '';
  return `\`${source}\` is ${inWords(kindOf(cell.value))}${text}`;
}

/** What to do about a missing value. */
export function orTestFirst(node: Node): string {
  const source = sourceOf(node);
  return `make sure that it has a value by then, or test \`${source} != null\` first`;
}

function cannotCompare(left: Cell, right: Cell, nodes: readonly [Node, Node]): Failure {
  const wrong = left.value === null || (right.value !== null && typeof left.value === 'string') ? 0 : 1;
  const [cell, other] = wrong === 0 ? [left, right] : [right, left];
  return new Failure(
    `${shown(cell, nodes[wrong])} and cannot be compared with ${inWords(kindOf(other.value))}`,
    cell.value === null ? orTestFirst(nodes[wrong]) : convert(left.value, right.value),
  );
}

function convert(left: Value, right: Value): string {
  const kinds = new Set([kindOf(left), kindOf(right)]);
  if (kinds.has('text') && kinds.has('number'))
    return 'have it entered as a number, or convert it with double(…) or string(…)';
  if (kinds.has('text') && kinds.has('bool'))
    return 'have it entered as true or false, or compare it with a text';
  if (kinds.has('text') && kinds.has('instant')) return 'make the text a point in time with timestamp(…)';
  return 'use values of the same kind on both sides';
}

function mixed(nodes: readonly [Node, Node]) {
  return (problem: string): never => {
    throw new Failure(
      `\`${sourceOf(nodes[0])}\` cannot be compared with \`${sourceOf(nodes[1])}\`: ${problem}`,
      'use values of the same kind on both sides',
    );
  };
}

function refuseMissing(left: Cell, item: Value, nodes: readonly [Node, Node]): true {
  if (left.value === null && typeof item === 'number' && !isNullLiteral(nodes[0]))
    throw new Failure(`${shown(left, nodes[0])} and cannot be compared with a number`, orTestFirst(nodes[0]));
  return true;
}

function refuseNumbersAsText(left: string, right: string, nodes: readonly [Node, Node]): void {
  if (!readsAsNumber(left) || !readsAsNumber(right)) return;
  throw new Failure(
    `\`${sourceOf(nodes[0])}\` and \`${sourceOf(nodes[1])}\` are numbers written as text, whose order would be that of letters`,
    'have them entered as numbers, or convert both with double(…)',
  );
}

function ofNumbers(op: string, a: number, b: number, nodes: readonly [Node, Node]): number {
  if ((op === '/' || op === '%') && b === 0)
    throw new Failure(
      `\`${sourceOf(nodes[1])}\` is 0 and nothing can be divided by it`,
      'test that it is not 0 first',
    );
  const result = op === '+' ? a + b : op === '-' ? a - b : op === '*' ? a * b : op === '/' ? a / b : a % b;
  if (Number.isFinite(result)) return result;
  throw new Failure('the result is too large for a number', 'calculate with smaller numbers');
}

function ofTimes(op: string, a: Value, b: Value): Instant | Span | null {
  if (op !== '+' && op !== '-') return null;
  const sign = op === '+' ? 1 : -1;
  if (a instanceof Instant && b instanceof Span) return instant(a.epochMilliseconds + sign * b.milliseconds);
  if (a instanceof Span && b instanceof Instant && op === '+')
    return instant(a.milliseconds + b.epochMilliseconds);
  if (a instanceof Instant && b instanceof Instant && op === '-')
    return new Span(a.epochMilliseconds - b.epochMilliseconds);
  if (a instanceof Span && b instanceof Span) return new Span(a.milliseconds + sign * b.milliseconds);
  return null;
}

function instant(epochMilliseconds: number): Instant {
  if (Math.abs(epochMilliseconds) <= 8.64e15) return new Instant(epochMilliseconds);
  throw new Failure('the result is no point in time', 'calculate with shorter lengths of time');
}

function calculable(value: Value): boolean {
  return typeof value === 'number' || value instanceof Instant || value instanceof Span;
}

function isNullLiteral(node: Node): boolean {
  return node.op === 'value' && node.args === null;
}

import { pathOf } from '@/lib/engine/conditions/field-access';
import { type Node, parseProgram } from '@/lib/engine/conditions/program';
import {
  type Comparison,
  type Condition,
  isGroup,
  type Line,
  type Literal,
  normalCondition,
} from './condition';
import { writeLiteral } from './write-condition';

/** Why a text is shown as text only. */
export type NotForBuilder = 'syntax' | 'comment';

export type ReadCondition =
  { readonly ok: true; readonly condition: Condition } | { readonly ok: false; readonly why: NotForBuilder };

/**
 * The condition that a CEL expression is. A part that the builder has no line for is a line of text, word for word; so
 * nothing is lost. A text with a comment, or one that cannot be read, stays a text as a whole.
 */
export function readCondition(text: string): ReadCondition {
  const program = parseProgram(text);
  if (!program.ok) return { ok: false, why: 'syntax' };
  if (/\/\//.test(withoutTexts(text))) return { ok: false, why: 'comment' };
  const part = partOf(program.root);
  const condition: Condition = isGroup(part) ? part : { combinator: 'and', not: false, rules: [part] };
  return { ok: true, condition: normalCondition(condition) };
}

function partOf(node: Node): Line | Condition {
  if (node.op === '&&' || node.op === '||') {
    const combinator = node.op === '&&' ? 'and' : 'or';
    return { combinator, not: false, rules: node.args.map(partOf) };
  }
  const line = lineOf(node) ?? (node.op === '!_' ? negatedLine(node.args) : null);
  if (line) return line;
  if (node.op === '!_') {
    const inner = partOf(node.args);
    return isGroup(inner) && !inner.not
      ? { ...inner, not: true }
      : { combinator: 'and', not: true, rules: [inner] };
  }
  return { field: '', operator: 'cel', value: sourceWithBrackets(node), valueSource: 'value' };
}

function negatedLine(node: Node): Line | null {
  const path = pathIn(node);
  if (path !== null) return made(path, 'fails', null);
  const line = lineOf(node);
  const opposites = { contains: 'lacks', oneOf: 'noneOf', has: 'hasNot' } as const;
  const opposite = line && opposites[line.operator as keyof typeof opposites];
  return line && opposite ? { ...line, operator: opposite } : null;
}

const comparisonOf: Readonly<Record<string, Comparison>> = {
  '==': 'eq',
  '!=': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
};

/** The line that the node is; null where it is none. */
function lineOf(node: Node): Line | null {
  const path = pathIn(node);
  if (path !== null) return made(path, 'holds', null);
  if (node.op === 'rcall') return textLine(node.args[0], node.args[1], node.args[2]);
  if (node.op === 'in') return membership(node.args[0], node.args[1]);
  const comparison = comparisonOf[node.op];
  if (!comparison) return null;
  const [left, right] = node.args as readonly [Node, Node];
  return (
    instantLine(comparison, left, right) ??
    sizeLine(comparison, left, right) ??
    comparing(comparison, left, right)
  );
}

function comparing(comparison: Comparison, left: Node, right: Node): Line | null {
  const field = pathIn(left);
  if (field === null) return null;
  if (right.op === 'value' && right.args === null && (comparison === 'eq' || comparison === 'ne'))
    return made(field, comparison === 'eq' ? 'empty' : 'present', null);
  if (right.op === 'value' && typeof right.args === 'boolean')
    return comparison === 'eq' ? made(field, right.args ? 'yes' : 'no', null) : null;
  return compared(field, comparison, right);
}

function instantLine(comparison: Comparison, left: Node, right: Node): Line | null {
  const [one, other] = [argumentOf(left, 'timestamp'), argumentOf(right, 'timestamp')];
  const field = one && pathIn(one);
  if (!field || !other) return null;
  const line = compared(field, `instant${capital(comparison)}`, other);
  return line && (line.valueSource === 'field' || typeof line.value === 'string') ? line : null;
}

function sizeLine(comparison: Comparison, left: Node, right: Node): Line | null {
  const list = argumentOf(left, 'size');
  const field = list && pathIn(list);
  const value = literalOf(right);
  if (!field || typeof value !== 'number') return null;
  return made(field, `size${capital(comparison)}`, value);
}

const textOperators = {
  contains: 'contains',
  startsWith: 'starts',
  endsWith: 'ends',
  matches: 'matches',
} as const;

function textLine(name: string, receiver: Node, args: readonly Node[]): Line | null {
  const operator = textOperators[name as keyof typeof textOperators];
  const field = pathIn(receiver);
  const [value] = args;
  if (!Object.hasOwn(textOperators, name) || field === null || !value || args.length > 1) return null;
  const line = compared(field, operator, value);
  return line && (line.valueSource === 'field' || typeof line.value === 'string') ? line : null;
}

function membership(left: Node, right: Node): Line | null {
  const [field, within] = [pathIn(left), pathIn(right)];
  if (field !== null && within !== null) return made(field, 'oneOf', within, 'field');
  if (field !== null && right.op === 'list') {
    const values = right.args.map(literalOf);
    return values.every((value) => value !== null) && values.length > 0 ? made(field, 'oneOf', values) : null;
  }
  const value = literalOf(left);
  return within !== null && value !== null ? made(within, 'has', value) : null;
}

function compared(field: string, operator: Line['operator'], right: Node): Line | null {
  const other = pathIn(right);
  if (other !== null) return made(field, operator, other, 'field');
  const value = literalOf(right);
  return value === null ? null : made(field, operator, value);
}

function made(
  field: string,
  operator: Line['operator'],
  value: Line['value'],
  valueSource: Line['valueSource'] = 'value',
): Line {
  return { field, operator, value, valueSource };
}

/** `context.tasks["in-review"].note`, as an expression writes the path; null for what is none. */
function pathIn(node: Node): string | null {
  if (node.op === 'id') return node.args;
  if (node.op === '.') {
    const holder = pathIn(node.args[0]);
    return holder === null ? null : pathOf(holder, node.args[1]);
  }
  if (node.op !== '[]') return null;
  const [of, by] = node.args;
  const holder = pathIn(of);
  if (holder === null || by.op !== 'value') return null;
  if (typeof by.args === 'string') return pathOf(holder, by.args);
  return typeof by.args === 'bigint' ? `${holder}[${by.args}]` : null;
}

function argumentOf(node: Node, name: string): Node | null {
  if (node.op !== 'call' || node.args[0] !== name) return null;
  const [only, ...more] = node.args[1];
  return only && more.length === 0 ? only : null;
}

/** The literal, if the builder would write it as the same value; null for any other node. */
function literalOf(node: Node): Literal | null {
  if (node.op === '-_') {
    const value = literalOf(node.args);
    return typeof value === 'number' ? -value : null;
  }
  if (node.op !== 'value') return null;
  if (typeof node.args === 'string' || typeof node.args === 'boolean') return node.args;
  const value = typeof node.args === 'bigint' || typeof node.args === 'number' ? Number(node.args) : NaN;
  if (!Number.isFinite(value)) return null;
  return typeof node.args === 'number' || writeLiteral(value) === String(node.args) ? value : null;
}

/** The node's own words; the library leaves a closing bracket at the end of some nodes out. */
function sourceWithBrackets({ input, start, end }: Node): string {
  let from = start;
  let to = end;
  for (;;) {
    const text = input.slice(from, to);
    const missing = unclosed(withoutTexts(text));
    if (missing === 0) return text;
    const next = missing > 0 ? input.indexOf(')', to) : input.lastIndexOf('(', from - 1);
    if (next < 0) return text;
    if (missing > 0) to = next + 1;
    else from = next;
  }
}

/** How many brackets are still open at its end; less than 0 where some are closed that it does not open. */
function unclosed(text: string): number {
  let open = 0;
  let least = 0;
  for (const letter of text) {
    if (letter === '(') open += 1;
    if (letter === ')') open -= 1;
    least = Math.min(least, open);
  }
  return least < 0 ? least : open;
}

/** The expression with its texts blanked out, letter by letter. */
function withoutTexts(text: string): string {
  return text.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, (quoted) => '_'.repeat(quoted.length));
}

function capital<T extends string>(word: T): Capitalize<T> {
  return (word.charAt(0).toUpperCase() + word.slice(1)) as Capitalize<T>;
}

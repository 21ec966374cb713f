import { parseProgram } from '@/lib/engine/conditions/program';
import { type Comparison, type Condition, isGroup, type Line, type Literal } from './condition';

const signs: Readonly<Record<Comparison, string>> = {
  eq: '==',
  ne: '!=',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
};

/** The CEL expression that a condition stands for; null for one of no lines. */
export function writeCondition(condition: Condition): string | null {
  return writeGroup(condition, false);
}

function writeGroup({ combinator, not, rules }: Condition, within: boolean): string | null {
  const among = within || not || rules.length > 1;
  const parts = rules.flatMap((part) => {
    const text = isGroup(part) ? writeGroup(part, among) : writeLine(part, among);
    if (text === null) return [];
    return isGroup(part) && !part.not && part.rules.length > 1 ? `(${text})` : text;
  });
  if (parts.length === 0) return null;
  const all = parts.join(combinator === 'and' ? ' && ' : ' || ');
  return not ? `!(${all})` : all;
}

/** One literal in CEL. */
export function writeLiteral(value: Literal): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return String(value);
  // CEL's whole numbers end at 2^63; with a point it is read as the number that it is.
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function writeLine({ field, operator, value, valueSource }: Line, among: boolean): string {
  if (operator === 'cel') return inBrackets(String(value), among);
  const other = (one: Line['value']) =>
    valueSource === 'field'
      ? String(one)
      : Array.isArray(one)
        ? `[${(one as readonly Literal[]).map(writeLiteral).join(', ')}]`
        : writeLiteral(one as Literal);
  if (operator.startsWith('instant'))
    return `timestamp(${field}) ${signOf(operator)} timestamp(${other(value)})`;
  if (operator.startsWith('size')) return `size(${field}) ${signOf(operator)} ${other(value)}`;
  switch (operator) {
    case 'empty':
      return `${field} == null`;
    case 'present':
      return `${field} != null`;
    case 'yes':
      return `${field} == true`;
    case 'no':
      return `${field} == false`;
    case 'holds':
      return field;
    case 'fails':
      return `!${field}`;
    case 'contains':
      return `${field}.contains(${other(value)})`;
    case 'lacks':
      return `!${field}.contains(${other(value)})`;
    case 'starts':
      return `${field}.startsWith(${other(value)})`;
    case 'ends':
      return `${field}.endsWith(${other(value)})`;
    case 'matches':
      return `${field}.matches(${other(value)})`;
    case 'oneOf':
      return `${field} in ${other(value)}`;
    case 'noneOf':
      return `!(${field} in ${other(value)})`;
    case 'has':
      return `${other(value)} in ${field}`;
    case 'hasNot':
      return `!(${other(value)} in ${field})`;
    default:
      return `${field} ${signs[operator as Comparison]} ${other(value)}`;
  }
}

function signOf(operator: string): string {
  return signs[operator.slice(-2).toLowerCase() as Comparison];
}

/** An expression that somebody wrote, in brackets where its neighbours would take a part of it. */
function inBrackets(text: string, among: boolean): string {
  const program = parseProgram(text);
  const loose = program.ok && ['||', '&&', '?:'].includes(program.root.op);
  return among && loose ? `(${text})` : text;
}

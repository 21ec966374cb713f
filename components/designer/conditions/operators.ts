import { alone, comparisons, type Line, type Literal, type Operator } from './condition';
import type { Field, FieldHolds } from './fields';

const nullness = ['present', 'empty'] as const;
const instants = ['instantLt', 'instantLe', 'instantGe', 'instantGt', 'instantEq', 'instantNe'] as const;
const sizes = ['sizeGe', 'sizeLe', 'sizeEq', 'sizeNe', 'sizeLt', 'sizeGt'] as const;

/** What can be asked of a field, the likeliest first. */
const operators: Readonly<Record<FieldHolds, readonly Operator[]>> = {
  number: ['ge', 'gt', 'le', 'lt', 'eq', 'ne', 'oneOf', 'noneOf', ...nullness],
  text: ['eq', 'ne', 'contains', 'lacks', 'starts', 'ends', 'matches', 'oneOf', 'noneOf', ...nullness],
  choice: ['eq', 'ne', 'oneOf', 'noneOf', ...nullness],
  bool: ['yes', 'no', ...nullness],
  date: ['ge', 'gt', 'le', 'lt', 'eq', 'ne', ...nullness],
  datetime: [...instants, ...nullness],
  list: ['has', 'hasNot', ...sizes, ...nullness],
  object: nullness,
  any: [...comparisons, 'yes', 'no', 'contains', 'has', 'hasNot', 'oneOf', 'noneOf', ...nullness],
};

/** What can be asked of the field; the line's own operator is always among them. */
export function operatorsOf(holds: FieldHolds, own?: Operator): readonly Operator[] {
  const all = operators[holds];
  return own === undefined || own === 'cel' || all.includes(own) ? all : [...all, own];
}

/** Whether the operator compares with several values at once. */
export function takesSeveral(operator: Operator): boolean {
  return operator === 'oneOf' || operator === 'noneOf';
}

/** Whether the field may be compared with another field. */
export function takesField(operator: Operator): boolean {
  const never = alone.has(operator) || operator.startsWith('size');
  return !never && operator !== 'has' && operator !== 'hasNot' && operator !== 'cel';
}

/** Fields that the operator can compare the field with. */
export function comparable(field: Field, operator: Operator, all: readonly Field[]): readonly Field[] {
  return all.filter(({ path, holds }) => {
    if (path === field.path) return false;
    if (takesSeveral(operator)) return holds === 'list' || holds === 'any';
    if (operator.startsWith('instant')) return holds === 'datetime' || holds === 'date' || holds === 'any';
    return holds === 'any' || field.holds === 'any' || family(holds) === family(field.holds);
  });
}

/**
 * A line whose value is of the kind that its field and operator need; what fits already stays.
 * @param today `2026-03-01`, what a date begins with
 */
export function fittingLine(line: Line, all: readonly Field[], today: string): Line {
  const { operator, value, valueSource } = line;
  const field = all.find(({ path }) => path === line.field);
  if (operator === 'cel')
    return { ...line, value: typeof value === 'string' ? value : 'true', valueSource: 'value' };
  if (alone.has(operator)) return { ...line, value: null, valueSource: 'value' };
  if (valueSource === 'field' && takesField(operator)) {
    const possible = field ? comparable(field, operator, all) : all;
    if (possible.some(({ path }) => path === value)) return line;
    const [first] = possible;
    if (first) return { ...line, value: first.path };
  }
  const several = Array.isArray(value) ? (value as readonly Literal[]) : [value as Literal | null];
  const fitting = several.map((one) => fittingLiteral(one, operator, field, today));
  return { ...line, value: takesSeveral(operator) ? fitting : fitting[0]!, valueSource: 'value' };
}

function fittingLiteral(
  value: Literal | null,
  operator: Operator,
  field: Field | undefined,
  today: string,
): Literal {
  if (operator.startsWith('size')) return typeof value === 'number' && Number.isInteger(value) ? value : 1;
  const instant = typeof value === 'string' && !Number.isNaN(Date.parse(value));
  if (operator.startsWith('instant')) return instant ? value : `${today}T00:00:00Z`;
  switch (field?.holds) {
    case 'number': {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      return typeof number === 'number' && Number.isFinite(number) ? number : 0;
    }
    case 'choice':
      return field.choices?.some((choice) => choice.value === value)
        ? value!
        : (field.choices?.[0]?.value ?? '');
    case 'date':
      return instant ? value.slice(0, 10) : today;
    case 'text':
      return typeof value === 'string' ? value : '';
    default:
      return value ?? '';
  }
}

function family(holds: FieldHolds): string {
  return holds === 'choice' || holds === 'date' || holds === 'datetime' ? 'text' : holds;
}

import type { RuleGroupType, RuleType } from 'react-querybuilder';
import { type Condition, isGroup, type Line, type Operator } from './condition';
import type { Field } from './fields';
import { fittingLine } from './operators';

/** The field of a line that is written as text. */
export const asText = 'cel';

/** How the lines of a group are put together, in one choice: all, any, not all, none. */
export const combinators = ['and', 'or', 'nand', 'nor'] as const;
export type Combinator = (typeof combinators)[number];

/** The condition as React Query Builder draws it. */
export function toQuery({ combinator, not, rules }: Condition): RuleGroupType {
  const put: Combinator = not ? (combinator === 'and' ? 'nand' : 'nor') : combinator;
  return {
    combinator: put,
    rules: rules.map((part) =>
      isGroup(part) ? toQuery(part) : { ...part, field: part.operator === 'cel' ? asText : part.field },
    ),
  };
}

/**
 * What React Query Builder has made of it. A line gets a value that fits only where another field, operator or source
 * was chosen: no other line changes by that.
 */
export function fromQuery(
  query: RuleGroupType,
  before: RuleGroupType,
  fields: readonly Field[],
  today: string,
): Condition {
  const known = new Map(linesOf(before).map((line) => [line.id, line]));
  const read = ({ combinator, rules }: RuleGroupType): Condition => ({
    combinator: combinator === 'and' || combinator === 'nand' ? 'and' : 'or',
    not: combinator === 'nand' || combinator === 'nor',
    rules: rules.map((part) => ('rules' in part ? read(part) : lineOf(part))),
  });
  const lineOf = (rule: RuleType): Line => {
    const line: Line = {
      field: rule.field === asText ? '' : rule.field,
      operator: (rule.field === asText ? 'cel' : rule.operator) as Operator,
      value: (rule.value ?? null) as Line['value'],
      valueSource: rule.valueSource === 'field' ? 'field' : 'value',
    };
    const old = known.get(rule.id);
    const same =
      old?.field === rule.field &&
      old.operator === rule.operator &&
      (old.valueSource === 'field') === (rule.valueSource === 'field');
    return same ? line : fittingLine(line, fields, today);
  };
  return read(query);
}

/** The same query whose lines have the values of the condition that was made of it. */
export function withLines(query: RuleGroupType, condition: Condition): RuleGroupType {
  return {
    ...query,
    rules: query.rules.map((part, index) => {
      const line = condition.rules[index]!;
      if ('rules' in part) return withLines(part, line as Condition);
      const { operator, value, valueSource } = line as Line;
      return { ...part, operator, value, valueSource };
    }),
  };
}

/** What stands where in a query, without the values: alike as long as one only types. */
export function shapeOfQuery(query: RuleGroupType): string {
  return JSON.stringify(query, (name, value: unknown) => (name === 'value' ? null : value));
}

function linesOf({ rules }: RuleGroupType): RuleType[] {
  return rules.flatMap((part) => ('rules' in part ? linesOf(part) : part));
}

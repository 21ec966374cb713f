/** What a line of the condition builder asks; each is one form of CEL (write-condition.ts, read-condition.ts). */
export const comparisons = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const;
export type Comparison = (typeof comparisons)[number];
/** Operators that need nothing to compare with. */
const plain = ['empty', 'present', 'yes', 'no', 'holds', 'fails'] as const;

export type Operator =
  | Comparison
  /** Of two points in time, and of the number of entries of a list. */
  | `${'instant' | 'size'}${Capitalize<Comparison>}`
  | (typeof plain)[number]
  | 'contains'
  | 'lacks'
  | 'starts'
  | 'ends'
  | 'matches'
  | 'oneOf'
  | 'noneOf'
  | 'has'
  | 'hasNot'
  /** Any expression as its author wrote it; `value` is its text. */
  | 'cel';

export type Literal = string | number | boolean;

/** One line: a field, what is asked of it, and what it is compared with: values, or another field (`valueSource`). */
export type Line = {
  readonly field: string;
  readonly operator: Operator;
  readonly value: Literal | readonly Literal[] | null;
  readonly valueSource: 'value' | 'field';
};

/** Lines and groups that must all hold (`and`), or one of them (`or`); with `not`, that must not be so. */
export type Condition = {
  readonly combinator: 'and' | 'or';
  readonly not: boolean;
  readonly rules: readonly (Line | Condition)[];
};

/** A condition of no lines, which is no condition. */
export const noCondition: Condition = { combinator: 'and', not: false, rules: [] };

/** Whether it is a group, and not a line. */
export function isGroup(part: Line | Condition): part is Condition {
  return 'rules' in part;
}

/** Operators that ask the opposite, where there is one. */
const opposites = new Map<Operator, Operator>([
  ['contains', 'lacks'],
  ['oneOf', 'noneOf'],
  ['has', 'hasNot'],
  ['holds', 'fails'],
]);

/** The same, to ask of an operator. */
export const alone: ReadonlySet<Operator> = new Set(plain);

/**
 * The same condition in the form that reading its CEL gives: no empty groups, no groups of one, none inside another of
 * the same kind, and an operator's opposite in place of a negated line.
 */
export function normalCondition(condition: Condition): Condition {
  const rules = condition.rules.flatMap((part) => (isGroup(part) ? normalParts(part, condition) : part));
  const [only, ...more] = rules;
  if (only === undefined) return noCondition;
  const normal = { ...condition, rules };
  if (more.length > 0) return normal;
  if (!isGroup(only)) {
    const opposite = condition.not ? opposites.get(only.operator) : undefined;
    return opposite
      ? { combinator: 'and', not: false, rules: [{ ...only, operator: opposite }] }
      : { ...normal, combinator: 'and' };
  }
  if (!condition.not) return only;
  return only.not ? { ...normal, combinator: 'and' } : { ...only, not: true };
}

function normalParts(group: Condition, around: Condition): readonly (Line | Condition)[] {
  const normal = normalCondition(group);
  if (normal.not) return [normal];
  return normal.rules.length < 2 || normal.combinator === around.combinator ? normal.rules : [normal];
}

import { isUuid } from '@/lib/people/text';
import type { Grouping } from './schema';

/** One column that a list is sorted by: of a task's row `a`, or of one of its facts `f<n>`. */
export type SortColumn = {
  readonly sql: string;
  readonly type: 'uuid' | 'timestamptz' | 'integer' | 'text' | 'float8' | 'boolean';
  readonly descending: boolean;
  /** Which fact it is of. */
  readonly fact?: number;
  /** The same for all rows: selected, but neither sorted nor compared. */
  readonly fixed?: boolean;
};

/** The columns, and the labels of the facts among them, in their order. */
export type Order = {
  readonly columns: readonly SortColumn[];
  readonly facts: readonly string[];
};

type Named = { readonly key: string; readonly descending: boolean };

/**
 * The order that sort keys ask for, after the grouping. It ends with the id, so that no two rows are equal and a page
 * begins exactly where the one before ended. Facts are named `f0`, `f1`, …; each gives three columns, of which the first
 * says whether the task lacks it: then it comes last, whichever way the list is sorted.
 */
export function orderOf(sorts: readonly string[], group: Grouping | undefined): Order {
  const keys = [...(group ? [group] : []), ...sorts].map(named);
  const columns: SortColumn[] = [];
  const facts: string[] = [];
  const seen = new Set<string>();
  const add = (sql: string, type: SortColumn['type'], descending: boolean, fact?: number) =>
    columns.push({ sql, type, descending, ...(fact !== undefined && { fact }) });
  let last = false;
  for (const { key, descending } of keys) {
    if (seen.has(key) || last) continue;
    seen.add(key);
    if (key === 'due') add('a.due_at', 'timestamptz', descending);
    else if (key === 'priority') {
      add('a.priority', 'integer', !descending);
      // Among equals what is due first is first, unless something else is asked for.
      if (keys.at(-1)?.key === 'priority') add('a.due_at', 'timestamptz', false);
    } else if (key === 'process') add('a.definition_key', 'text', descending);
    else if (key.startsWith('fact:')) {
      const fact = facts.push(key.slice('fact:'.length)) - 1;
      add(`f${fact}.task_id IS NULL`, 'boolean', false, fact);
      add(`f${fact}.number_value`, 'float8', descending, fact);
      add(`f${fact}.text_value`, 'text', descending, fact);
    } else {
      add('a.task_id', 'uuid', (key === 'newest') !== descending);
      last = true;
    }
  }
  if (!last) add('a.task_id', 'uuid', columns.length > 0 && columns.every((one) => one.descending));
  return { columns, facts };
}

function named(text: string): Named {
  return text.startsWith('-') ? { key: text.slice(1), descending: true } : { key: text, descending: false };
}

/**
 * SQL that is true for the rows after the one whose values stand at `places`. A plain comparison of rows where all columns
 * go the same way, since an index answers that.
 */
export function afterRow(columns: readonly SortColumn[], places: readonly string[]): string {
  return after(
    columns.flatMap((column, index) =>
      column.fixed ? [] : [{ ...column, value: `${places[index]}::${column.type}` }],
    ),
  );
}

function after(columns: readonly (SortColumn & { readonly value: string })[]): string {
  const [column, ...rest] = columns;
  if (!column) return 'false';
  const sign = column.descending ? '<' : '>';
  if (columns.every(({ descending }) => descending === column.descending)) {
    const [left, right] = [columns.map(({ sql }) => sql), columns.map(({ value }) => value)];
    return `(${left.join(', ')}) ${sign} (${right.join(', ')})`;
  }
  const { sql, value } = column;
  return `(${sql} ${sign}= ${value} AND (${sql} ${sign} ${value} OR ${after(rest)}))`;
}

/** SQL of `ORDER BY`, by the columns themselves or by other names for them. */
export function orderBy(
  columns: readonly SortColumn[],
  name: (column: SortColumn, index: number) => string,
): string {
  return columns
    .flatMap((column, index) =>
      column.fixed ? [] : [`${name(column, index)} ${column.descending ? 'DESC' : 'ASC'}`],
    )
    .join(', ');
}

const instant = /^(?:infinity|\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d){0,2})$/;
const number = /^-?(?:Infinity|\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/;

/** Whether a cursor's values are such as the columns have: another text would be an error of the database. */
export function fitsOrder(columns: readonly SortColumn[], key: readonly string[]): boolean {
  return columns.every(({ type }, index) => {
    const value = key[index] ?? '';
    switch (type) {
      case 'uuid':
        return isUuid(value);
      case 'timestamptz':
        return instant.test(value);
      case 'integer':
        return /^-?\d{1,9}$/.test(value);
      case 'float8':
        return number.test(value);
      case 'boolean':
        return value === 'true' || value === 'false';
      case 'text':
        return true;
    }
  });
}

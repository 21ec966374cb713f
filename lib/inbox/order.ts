import { isUuid } from '@/lib/people/text';
import type { Grouping } from './schema';

/** One column that a list is sorted by: of a task's row `a`, of the fact that drives the list `d`, or of another fact `s<n>`. */
export type SortColumn = {
  readonly sql: string;
  readonly type: 'uuid' | 'timestamptz' | 'integer' | 'text' | 'float8';
  readonly descending: boolean;
};

/** The columns, and the labels of the facts among them, in their order. */
export type Order = {
  readonly columns: readonly SortColumn[];
  readonly facts: readonly string[];
};

type Named = { readonly key: string; readonly descending: boolean };

/**
 * The order that sort keys ask for, after the grouping. It ends with the id, so that no two rows are equal and a page
 * begins exactly where the one before ended. Facts are named `f0`, `f1`, … in the columns.
 */
export function orderOf(sorts: readonly string[], group: Grouping | undefined): Order {
  const keys = [...(group ? [group] : []), ...sorts].map(named);
  const columns: SortColumn[] = [];
  const facts: string[] = [];
  const seen = new Set<string>();
  const add = (sql: string, type: SortColumn['type'], descending: boolean) =>
    columns.push({ sql, type, descending });
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
      const fact = `f${facts.push(key.slice('fact:'.length)) - 1}`;
      add(`${fact}.number_value`, 'float8', descending);
      add(`${fact}.text_value`, 'text', descending);
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
  const values = columns.map(({ type }, index) => `${places[index]}::${type}`);
  const [first] = columns;
  if (first && columns.every(({ descending }) => descending === first.descending)) {
    const sign = first.descending ? '<' : '>';
    return `(${columns.map(({ sql }) => sql).join(', ')}) ${sign} (${values.join(', ')})`;
  }
  const [column, ...rest] = columns;
  const [value] = values;
  const sign = column!.descending ? '<' : '>';
  if (rest.length === 0) return `${column!.sql} ${sign} ${value}`;
  return `(${column!.sql} ${sign}= ${value} AND (${column!.sql} ${sign} ${value} OR ${afterRow(rest, places.slice(1))}))`;
}

/** SQL of `ORDER BY`, by the columns themselves or by other names for them. */
export function orderBy(
  columns: readonly SortColumn[],
  name: (column: SortColumn, index: number) => string,
): string {
  return columns
    .map((column, index) => `${name(column, index)} ${column.descending ? 'DESC' : 'ASC'}`)
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
      case 'text':
        return true;
    }
  });
}

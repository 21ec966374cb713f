import type { taskSorts } from './schema';

export type TaskSort = (typeof taskSorts)[number];

/**
 * Orders of a list of tasks `t`. Each ends with the id, so that no two rows are equal and a page begins exactly where the
 * one before ended.
 */
export const orders: Readonly<Record<TaskSort, string>> = {
  newest: 't.id DESC',
  oldest: 't.id ASC',
  due: 't.due_at ASC NULLS LAST, t.id ASC',
  priority: 't.priority DESC, t.id ASC',
};

/** How many parts the sort key has. */
export const keyParts: Readonly<Record<TaskSort, number>> = { newest: 1, oldest: 1, due: 2, priority: 2 };

/** SQL of the sort key of a row, as texts; an empty text for a task without a due instant. */
export function sortKey(sort: TaskSort): string {
  switch (sort) {
    case 'newest':
    case 'oldest':
      return 'ARRAY[t.id::text]';
    case 'due':
      return `ARRAY[coalesce(public.instant_text(t.due_at), ''), t.id::text]`;
    case 'priority':
      return 'ARRAY[t.priority::text, t.id::text]';
  }
}

/** SQL that is true for the rows after the one with this key. Its values stand from `$first` on. */
export function after(sort: TaskSort, key: readonly string[], first: number): string {
  const [one, two] = [`$${first}`, `$${first + 1}`];
  switch (sort) {
    case 'newest':
      return `t.id < ${one}::uuid`;
    case 'oldest':
      return `t.id > ${one}::uuid`;
    case 'due':
      // The tasks without a due instant come last, among themselves by id.
      return key[0] === ''
        ? `(${one}::text = '' AND t.due_at IS NULL AND t.id > ${two}::uuid)`
        : `(t.due_at > ${one}::timestamptz OR (t.due_at = ${one}::timestamptz AND t.id > ${two}::uuid) OR t.due_at IS NULL)`;
    case 'priority':
      return `(t.priority < ${one}::integer OR (t.priority = ${one}::integer AND t.id > ${two}::uuid))`;
  }
}

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

/** Whether a cursor's first part fits the order; its id is checked apart. */
export function fitsOrder(sort: TaskSort, [first = '']: readonly string[]): boolean {
  if (sort === 'due') return first === '' || instant.test(first);
  return sort !== 'priority' || /^\d{1,3}$/.test(first);
}

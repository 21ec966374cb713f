import { isOpenTask } from '@/lib/engine/lifecycle';
import type { Grouping } from '@/lib/inbox/schema';
import type { TaskRow } from '@/lib/tasks/schema';
import { highPriority } from './urgency';

/** A stretch of the list with a heading of its own. */
export type RowGroup = {
  readonly key: string;
  /** The process's name; the others have words of their own, by `key`. */
  readonly name?: string;
  readonly rows: readonly TaskRow[];
};

type DueKey = 'overdue' | 'today' | 'week' | 'later' | 'never';

/**
 * The rows in groups, as the list comes sorted: a group does not come twice.
 * @param now milliseconds since 1970
 * @param dayOf the calendar day of an instant where the reader is, as a text
 */
export function groupRows(
  rows: readonly TaskRow[],
  grouping: Grouping,
  now: number,
  dayOf: (instant: number) => string,
): RowGroup[] {
  const groups = new Map<string, { key: string; name?: string; rows: TaskRow[] }>();
  for (const row of rows) {
    const key = keyOf(row, grouping, now, dayOf);
    const group = groups.get(key) ?? {
      key,
      ...(grouping === 'process' && { name: row.definition.name }),
      rows: [],
    };
    group.rows.push(row);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function keyOf(row: TaskRow, grouping: Grouping, now: number, dayOf: (instant: number) => string): string {
  switch (grouping) {
    case 'process':
      return row.definition.key;
    case 'priority':
      return row.priority >= highPriority ? 'high' : row.priority >= 50 ? 'usual' : 'low';
    case 'due':
      return dueKey(row, now, dayOf);
  }
}

function dueKey({ dueAt, status }: TaskRow, now: number, dayOf: (instant: number) => string): DueKey {
  if (dueAt === null) return 'never';
  const due = Date.parse(dueAt);
  if (due <= now && isOpenTask(status)) return 'overdue';
  if (dayOf(due) === dayOf(now)) return 'today';
  return due < now + 7 * 24 * 3_600_000 ? 'week' : 'later';
}

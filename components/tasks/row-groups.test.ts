import { describe, expect, it } from 'vitest';
import type { TaskRow } from '@/lib/tasks/schema';
import { groupRows } from './row-groups';

const now = Date.parse('2026-03-04T12:00:00Z');
const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
const row = (id: string, part: Partial<TaskRow>) =>
  ({
    id,
    status: 'pending',
    priority: 50,
    dueAt: null,
    definition: { key: 'refund', name: 'Refund' },
    ...part,
  }) as TaskRow;
const ids = (rows: readonly TaskRow[], by: 'due' | 'process' | 'priority') =>
  groupRows(rows, by, now, dayOf).map(({ key, rows: of }) => [key, ...of.map(({ id }) => id)]);

describe('rows in groups', () => {
  it('are late, due today, within seven days, later or never', () => {
    const rows = [
      row('a', { dueAt: '2026-03-04T11:59:00Z' }),
      row('b', { dueAt: '2026-03-04T12:01:00Z' }),
      row('c', { dueAt: '2026-03-05T00:00:00Z' }),
      row('d', { dueAt: '2026-03-12T00:00:00Z' }),
      row('e', {}),
    ];
    expect(ids(rows, 'due')).toEqual([
      ['overdue', 'a'],
      ['today', 'b'],
      ['week', 'c'],
      ['later', 'd'],
      ['never', 'e'],
    ]);
  });

  it('by priority and by process keep the order of the list', () => {
    const rows = [row('a', { priority: 80 }), row('b', { priority: 50 }), row('c', { priority: 10 })];
    expect(ids(rows, 'priority')).toEqual([
      ['high', 'a'],
      ['usual', 'b'],
      ['low', 'c'],
    ]);
    expect(ids(rows, 'process')).toEqual([['refund', 'a', 'b', 'c']]);
  });
});

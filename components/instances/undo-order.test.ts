import { expect, it } from 'vitest';
import type { InstanceDetail } from '@/lib/instances/schema';
import { undoOrder } from './undo-order';

type Entry = InstanceDetail['ledger'][number];

function entry(activityName: string, order: number, state: Entry['state']): Entry {
  const common = { step: 'paying', stepName: 'Paying', visit: 1, outcomeUnknown: false, undo: null };
  return { ...common, execution: activityName, activityName, order, state, compensationName: null };
}

it('undoes the latest first, and names what stays', () => {
  const { undone, stays } = undoOrder([
    entry('reserve', 4, 'to_undo'),
    entry('tell', 7, 'irreversible'),
    entry('charge', 9, 'to_undo'),
    entry('look', 12, 'none'),
    entry('bill', 14, 'undone'),
  ]);

  expect(undone.map(({ activityName }) => activityName)).toEqual(['charge', 'reserve']);
  expect(stays.map(({ activityName }) => activityName)).toEqual(['tell', 'look']);
});

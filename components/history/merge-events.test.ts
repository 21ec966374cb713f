import { describe, expect, it } from 'vitest';
import type { EventRow } from '@/lib/instances/schema';
import { mergeEvents } from './merge-events';

const page = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ sequence: from + index }) as EventRow);
const sequences = (events: readonly EventRow[]) => events.map(({ sequence }) => sequence);

describe('merging pages of a history', () => {
  it('puts an earlier page before and a newer one behind, whether or not they overlap', () => {
    expect(sequences(mergeEvents(page(5, 8), page(1, 4)))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(sequences(mergeEvents(page(5, 8), page(7, 9)))).toEqual([5, 6, 7, 8, 9]);
    expect(sequences(mergeEvents(page(1, 9), page(3, 5)))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('drops what was loaded when the newest page leaves a hole', () => {
    expect(sequences(mergeEvents(page(1, 4), page(9, 10)))).toEqual([9, 10]);
  });

  it('keeps what was loaded when an old page does not reach it', () => {
    expect(sequences(mergeEvents(page(9, 10), page(1, 4)))).toEqual([9, 10]);
    expect(sequences(mergeEvents(page(1, 2), []))).toEqual([1, 2]);
  });
});

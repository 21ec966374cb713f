import { describe, expect, it } from 'vitest';
import { urgencyOf } from './urgency';

const task = { createdAt: '2026-11-01T00:00:00Z', dueAt: '2026-11-05T00:00:00Z' };

describe('urgencyOf', () => {
  it.each([
    ['2026-11-02T00:00:00Z', 'later'],
    ['2026-11-04T00:00:00Z', 'later'],
    ['2026-11-04T00:00:01Z', 'soon'],
    ['2026-11-05T00:00:00Z', 'overdue'],
    ['2027-01-01T00:00:00Z', 'overdue'],
  ])('at %s is %s', (now, urgency) => {
    expect(urgencyOf(task, Date.parse(now))).toBe(urgency);
  });
});

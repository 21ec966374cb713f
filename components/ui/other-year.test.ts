import { expect, it } from 'vitest';
import { otherYear } from './other-year';

const now = Date.parse('2026-12-31T23:30:00Z');

it('the year of a day is said where it is another than the present one, on the clock of the zone', () => {
  expect(otherYear(new Date('2026-02-01T12:00:00Z'), now, 'UTC')).toEqual({});
  expect(otherYear(new Date('2027-01-01T12:00:00Z'), now, 'UTC')).toEqual({ year: 'numeric' });
  // In Berlin it is 2027 already.
  expect(otherYear(new Date('2027-01-01T12:00:00Z'), now, 'Europe/Berlin')).toEqual({});
  expect(otherYear(new Date('2026-12-31T12:00:00Z'), now, 'Europe/Berlin')).toEqual({ year: 'numeric' });
});

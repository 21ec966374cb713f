import { describe, expect, it } from 'vitest';
import { nextCronMatch } from './cron';
import { readInstant } from './instant';

function next(from: string, expression: string, zone: string): string {
  const match = nextCronMatch(from, expression, zone);
  if (!match.ok) throw new Error(match.message);
  return match.at;
}

describe('the next match of a cron expression', () => {
  it('is on the clock of its zone, on both sides of a clock change', () => {
    expect(next('2026-03-28T12:00:00Z', '0 9 * * *', 'Europe/Berlin')).toBe('2026-03-29T07:00:00.000000Z');
    expect(next('2026-03-27T12:00:00Z', '0 9 * * *', 'Europe/Berlin')).toBe('2026-03-28T08:00:00.000000Z');
  });

  it('moves forward by the gap where the local time does not exist (fault B14)', () => {
    expect(next('2026-03-07T12:00:00Z', '30 2 * * *', 'America/Toronto')).toBe('2026-03-08T07:30:00.000000Z');
    expect(next('2026-04-23T12:00:00Z', '0 0 * * *', 'Africa/Cairo')).toBe('2026-04-23T22:00:00.000000Z');
  });

  it('counts a local time that comes twice the first time only', () => {
    const first = next('2026-11-01T04:00:00Z', '30 1 * * *', 'America/Toronto');

    expect(first).toBe('2026-11-01T05:30:00.000000Z');
    expect(next(first, '30 1 * * *', 'America/Toronto')).toBe('2026-11-02T06:30:00.000000Z');
  });

  it('is always later than its beginning', () => {
    expect(next('2026-01-01T00:15:00.000000Z', '*/15 * * * *', 'UTC')).toBe('2026-01-01T00:30:00.000000Z');
    expect(next('2026-01-01T00:14:59.999999Z', '*/15 * * * *', 'UTC')).toBe('2026-01-01T00:15:00.000000Z');
    expect(next('2026-11-01T06:15:00Z', '*/15 * * * *', 'America/Toronto')).toBe(
      '2026-11-01T07:00:00.000000Z',
    );
  });

  it.each([
    ['99 * * * *', 'UTC'],
    ['0 9 30 2 *', 'UTC'],
    ['0 9 * * *', 'Mars/Olympus'],
  ])('does not exist for %s in %s, and says so in words', (expression, zone) => {
    expect(nextCronMatch('2026-01-01T00:00:00Z', expression, zone)).toMatchObject({
      ok: false,
      message: expect.stringContaining(expression),
    });
  });
});

describe('the instant that a text names', () => {
  it.each([
    ['2026-03-01T09:00:00+01:00', 'UTC', '2026-03-01T08:00:00.000000Z'],
    ['2026-03-01T09:00', 'Europe/Berlin', '2026-03-01T08:00:00.000000Z'],
    ['2026-07-10', 'America/Los_Angeles', '2026-07-10T07:00:00.000000Z'],
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000000Z'],
    ['tomorrow', 'UTC', null],
  ])('%s in %s is %s', (text, zone, expected) => {
    expect(readInstant(text, zone)).toBe(expected);
  });
});

import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { addDuration, durationSeconds, isBusinessDuration } from './duration';
import { hasCome, plusSeconds, writeInstant } from './instant';

function end(from: string, duration: string, zone = 'UTC', times = 1): string {
  const result = addDuration(from, duration, zone, times);
  if (!result.ok) throw new Error(result.message);
  return result.at;
}

describe('a day that the month does not have becomes its last (fault B20)', () => {
  it.each([
    ['2026-01-31T12:00:00Z', 'P1M', '2026-02-28T12:00:00.000000Z'],
    ['2026-08-31T12:00:00Z', 'P2M', '2026-10-31T12:00:00.000000Z'],
    ['2028-02-29T12:00:00Z', 'P1Y', '2029-02-28T12:00:00.000000Z'],
  ])('%s + %s = %s', (from, duration, expected) => {
    expect(end(from, duration)).toBe(expected);
  });

  it('a monthly rhythm from the 31st comes back to the 31st', () => {
    const days = [1, 2, 3].map((times) => end('2026-01-31T09:00:00Z', 'P1M', 'UTC', times).slice(0, 10));

    expect(days).toEqual(['2026-02-28', '2026-03-31', '2026-04-30']);
  });
});

describe('clock changes', () => {
  it('a day later is the same time of day, 24 hours are 24 hours (fault B15)', () => {
    const saturday = '2026-03-28T08:00:00Z';

    expect(end(saturday, 'P1D', 'Europe/Berlin')).toBe('2026-03-29T07:00:00.000000Z');
    expect(end(saturday, 'PT24H', 'Europe/Berlin')).toBe('2026-03-29T08:00:00.000000Z');
  });

  it('a time of day that does not exist moves forward by the gap (fault B14)', () => {
    expect(end('2026-03-07T07:30:00Z', 'P1D', 'America/Toronto')).toBe('2026-03-08T07:30:00.000000Z');
  });

  it('minutes do not depend on the zone (fault B11)', () => {
    const zones = ['UTC', 'Pacific/Auckland', 'America/Los_Angeles'];

    expect(new Set(zones.map((zone) => end('2026-03-02T09:00:00.123456Z', 'PT5M', zone)))).toEqual(
      new Set(['2026-03-02T09:05:00.123456Z']),
    );
  });
});

describe('what cannot be counted', () => {
  it.each(['P3BD', 'PT4BH'])('%s needs a calendar and is refused in words', (duration) => {
    const result = addDuration('2026-03-02T09:00:00Z', duration, 'UTC');

    expect(isBusinessDuration(duration)).toBe(true);
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining('needs a calendar') });
  });

  it('an end beyond time is refused, not thrown', () => {
    expect(addDuration('2026-03-02T09:00:00Z', 'P999999999Y', 'UTC')).toMatchObject({ ok: false });
    expect(addDuration('2026-03-02T09:00:00Z', 'P1D', 'Mars/Olympus')).toMatchObject({ ok: false });
  });
});

describe('lengths and instants', () => {
  it('a duration has a length in seconds', () => {
    expect(durationSeconds('2026-03-02T09:00:00Z', 'PT1M30.5S')).toBe(90.5);
    expect(durationSeconds('2026-03-02T09:00:00Z', 'P3BD')).toBeNull();
  });

  it('instants of different precision compare by what they mean', () => {
    expect(hasCome('2026-03-02T09:00:00Z', '2026-03-02T09:00:00.000000Z')).toBe(true);
    expect(hasCome('2026-03-02T09:00:00.000001Z', '2026-03-02T09:00:00Z')).toBe(false);
  });

  it('whatever is added has come exactly at the end', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000_000_000 }),
        fc.integer({ min: 0, max: 100_000_000 }),
        (at, seconds) => {
          const from = new Date(at * 1000).toISOString();
          const to = plusSeconds(from, seconds);

          expect(to).toBe(end(from, `PT${seconds}S`));
          expect(hasCome(to, to)).toBe(true);
          expect(hasCome(to, from)).toBe(seconds === 0);
        },
      ),
    );
  });

  it('instants of the core are counted and compared as Temporal does, to the microsecond', () => {
    const year = 31_556_952_000_000;
    const microseconds = fc.integer({ min: -1_970 * year, max: 8_029 * year });
    fc.assert(
      fc.property(
        microseconds,
        microseconds,
        fc.double({ noNaN: true, min: -1e11, max: 1e11 }),
        (a, b, seconds) => {
          const [one, other] = [a, b].map((at) => Temporal.Instant.fromEpochNanoseconds(BigInt(at) * 1_000n));
          const [at, now] = [writeInstant(one!), writeInstant(other!)];

          expect(plusSeconds(at, seconds)).toBe(
            writeInstant(one!.add({ milliseconds: Math.round(seconds * 1_000) })),
          );
          expect(hasCome(at, now)).toBe(Temporal.Instant.compare(one!, other!) <= 0);
        },
      ),
    );
  });

  it('what is no instant is refused, written as one or not', () => {
    const days = ['2026-02-29', '2026-04-31', '2026-00-10', '2026-13-10', '2026-03-00', '2026-03-32'];
    const wrong = [
      ...days.map((day) => `${day}T09:00:00.000000Z`),
      '2026-03-02T24:00:00.000000Z',
      'soon',
      '',
    ];
    for (const at of wrong) {
      expect(() => plusSeconds(at, 1)).toThrow(RangeError);
    }
    expect(plusSeconds('9999-12-31T23:59:59.999999Z', 1)).toBe('+010000-01-01T00:00:00.999999Z');
    expect(plusSeconds('2026-06-30T23:59:60.000000Z', 1)).toBe('2026-07-01T00:00:00.000000Z');
  });

  it('a plain duration in UTC is counted as in a zone whose clock never changes', () => {
    const part = fc.option(fc.integer({ min: 0, max: 200_000 }), { nil: null });
    const written = (count: number | null, unit: string) => (count === null ? '' : `${count}${unit}`);
    fc.assert(
      fc.property(part, part, part, part, part, fc.constantFrom(1, -1, 3), (w, d, h, m, s, times) => {
        const time = written(h, 'H') + written(m, 'M') + written(s, 'S');
        const duration = `P${written(w, 'W')}${written(d, 'D')}${time === '' ? '' : `T${time}`}`;
        const from = '2026-03-02T09:00:00.123456Z';
        const result = addDuration(from, duration, 'UTC', times);
        const zoned = addDuration(from, duration, 'Etc/GMT', times);

        expect(result.ok).toBe(zoned.ok);
        if (result.ok) expect(result).toEqual(zoned);
      }),
    );
  });
});

import { Temporal } from 'temporal-polyfill';
import type { FieldType } from './field-type';
import { CannotConvert, type LanguageFunction } from './language-function';
import { Instant, Span } from './value';

const number: FieldType = { kind: 'number' };

/** What can be asked of a point in time, in UTC or in a named zone; numbering as in the CEL specification. */
const parts: Readonly<Record<string, (at: Temporal.ZonedDateTime) => number>> = {
  getFullYear: (at) => at.year,
  getMonth: (at) => at.month - 1,
  getDate: (at) => at.day,
  getDayOfMonth: (at) => at.day - 1,
  getDayOfWeek: (at) => at.dayOfWeek % 7,
  getDayOfYear: (at) => at.dayOfYear - 1,
  getHours: (at) => at.hour,
  getMinutes: (at) => at.minute,
  getSeconds: (at) => at.second,
  getMilliseconds: (at) => at.millisecond,
};

const lengths: Readonly<Record<string, number>> = {
  getHours: 3_600_000,
  getMinutes: 60_000,
  getSeconds: 1_000,
  getMilliseconds: 1,
};

/** `timestamp(…)`, `duration(…)` and the methods of what they give. None of them reads a clock. */
export const instantFunctions: readonly LanguageFunction[] = [
  {
    name: 'timestamp',
    receiver: null,
    parameters: ['text'],
    returns: { kind: 'instant' },
    run: (value: string) => toInstant(value),
  },
  {
    name: 'duration',
    receiver: null,
    parameters: ['text'],
    returns: { kind: 'span' },
    run: (value: string) => toSpan(value),
  },
  ...Object.entries(parts).flatMap(([name, read]): LanguageFunction[] => [
    {
      name,
      receiver: 'instant',
      parameters: [],
      returns: number,
      run: (at: Instant) => read(inZone(at, 'UTC')),
    },
    {
      name,
      receiver: 'instant',
      parameters: ['text'],
      returns: number,
      run: (at: Instant, zone: string) => read(inZone(at, zone)),
    },
  ]),
  ...Object.entries(lengths).map(([name, unit]): LanguageFunction => ({
    name,
    receiver: 'span',
    parameters: [],
    returns: number,
    run: (span: Span) => Math.trunc(span.milliseconds / unit),
  })),
];

/** RFC 3339 with an offset, or a date alone, which means its midnight in UTC: never the machine's own zone. */
function toInstant(value: string): Instant {
  const complete = /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00Z` : value;
  try {
    return new Instant(Temporal.Instant.from(complete).epochMilliseconds);
  } catch {
    throw new CannotConvert(
      `the text ${JSON.stringify(value.slice(0, 40))} is not a point in time like 2026-03-01T09:00:00Z`,
    );
  }
}

const units: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/** CEL's `1h30m`, `90s`, `1.5h`, or an ISO 8601 duration in weeks, days and shorter. */
function toSpan(value: string): Span {
  const golang = /^([+-]?)((?:\d+(?:\.\d+)?(?:ms|h|m|s))+)$/.exec(value);
  if (golang !== null) {
    let milliseconds = 0;
    for (const [, count, unit] of (golang[2] ?? '').matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g))
      milliseconds += Number(count) * (units[unit ?? ''] ?? 0);
    return new Span(golang[1] === '-' ? -milliseconds : milliseconds);
  }
  try {
    const days24 = { relativeTo: '2000-01-01T00:00[UTC]', unit: 'milliseconds' } as const;
    const iso = Temporal.Duration.from(value);
    if (iso.years === 0 && iso.months === 0) return new Span(iso.total(days24));
  } catch {
    // Not ISO either; the refusal below says what is.
  }
  throw new CannotConvert(
    `the text ${JSON.stringify(value.slice(0, 40))} is not a length of time like 36h, 90m or P3D`,
  );
}

function inZone(at: Instant, zone: string): Temporal.ZonedDateTime {
  try {
    return Temporal.Instant.fromEpochMilliseconds(at.epochMilliseconds).toZonedDateTimeISO(zone);
  } catch {
    throw new CannotConvert(
      `${JSON.stringify(zone.slice(0, 40))} is not the name of a time zone like Europe/Berlin`,
    );
  }
}

import { Temporal } from 'temporal-polyfill';

/** An instant in the one way that the core writes instants: UTC with microseconds, like `2026-03-01T09:00:00.000000Z`. */
export function writeInstant(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 6 });
}

/** True for an instant of the years 1 to 9999, which every program that reads instants can read. */
export function isStorable(at: string): boolean {
  return /^\d/.test(at) && at >= '0001';
}

/** The instant that many seconds after (or before) the given one. */
export function plusSeconds(at: string, seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  return plusMilliseconds(at, milliseconds) ?? writeInstant(Temporal.Instant.from(at).add({ milliseconds }));
}

/** True when `at` has come at the time `now`. Texts of different precision compare by the instant that they mean. */
export function hasCome(at: string, now: string): boolean {
  // For speed: of the same length and in the one way of writing, the order of the texts is that of the instants.
  if (written.test(at) && written.test(now)) return at <= now;
  return Temporal.Instant.compare(Temporal.Instant.from(at), Temporal.Instant.from(now)) <= 0;
}

/**
 * The instant that a text names: an instant with its offset (`2026-03-01T09:00:00Z`), a local date and time in the zone
 * (`2026-03-01T09:00`), or a date, which begins with its first moment in the zone. Null when it names none.
 */
export function readInstant(text: string, timeZone: string): string | null {
  const readers = [
    () => Temporal.Instant.from(text),
    () => Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).toInstant(),
  ];
  const dateOnly = () => Temporal.PlainDate.from(text).toZonedDateTime(timeZone).toInstant();
  for (const read of /^\d{4}-\d{2}-\d{2}$/.test(text) ? [dateOnly] : readers) {
    try {
      const at = writeInstant(read());
      return isStorable(at) ? at : null;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return null;
}

/** A `Date` ends 100,000,000 days after 1970. */
const mostMilliseconds = 8.64e15;

/** What `writeInstant` gives for the years 0 to 9999. */
const written = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z$/;

/**
 * For speed: the same as Temporal counts, which takes as long as a whole decision. A `Date` counts milliseconds; the
 * microseconds below them stay.
 * @returns null for a text that is not written as `writeInstant` does, and where it leads out of those years
 */
function plusMilliseconds(at: string, milliseconds: number): string | null {
  if (!written.test(at)) return null;
  const from = at.slice(0, 23);
  const begin = Date.parse(`${from}Z`);
  const end = begin + milliseconds;
  if (!(Math.abs(end) <= mostMilliseconds)) return null;
  // Of a day that the month does not have, a `Date` makes another one.
  if (from.slice(8, 10) > '28' && !new Date(begin).toISOString().startsWith(from)) return null;
  const text = new Date(end).toISOString();
  return text.length === 24 ? `${text.slice(0, 23)}${at.slice(23)}` : null;
}

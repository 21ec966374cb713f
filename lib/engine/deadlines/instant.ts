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
  return writeInstant(Temporal.Instant.from(at).add({ milliseconds: Math.round(seconds * 1000) }));
}

/** True when `at` has come at the time `now`. Texts of different precision compare by the instant that they mean. */
export function hasCome(at: string, now: string): boolean {
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

import { Temporal } from 'temporal-polyfill';

/** An instant in the one way that the core writes instants: UTC with microseconds, like `2026-03-01T09:00:00.000000Z`. */
export function writeInstant(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 6 });
}

/** The instant that many seconds after (or before) the given one. */
export function plusSeconds(at: string, seconds: number): string {
  return writeInstant(Temporal.Instant.from(at).add({ milliseconds: Math.round(seconds * 1000) }));
}

/** True when `at` has come at the time `now`. Texts of different precision compare by the instant that they mean. */
export function hasCome(at: string, now: string): boolean {
  return Temporal.Instant.compare(Temporal.Instant.from(at), Temporal.Instant.from(now)) <= 0;
}

import { Temporal } from 'temporal-polyfill';

/** An instant as a date-and-time control shows it in a zone: `2026-03-01T14:30`; '' for what is no instant. */
export function toControl(instant: string, zone: string): string {
  try {
    return Temporal.Instant.from(instant)
      .toZonedDateTimeISO(zone)
      .toPlainDateTime()
      .toString({ smallestUnit: 'minute' });
  } catch {
    return '';
  }
}

/** The instant that a date-and-time control means in a zone; undefined while it is incomplete. */
export function fromControl(text: string, zone: string): string | undefined {
  try {
    return Temporal.PlainDateTime.from(text).toZonedDateTime(zone).toInstant().toString();
  } catch {
    return undefined;
  }
}

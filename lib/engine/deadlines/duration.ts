import { Temporal } from 'temporal-polyfill';
import { isStorable, plusSeconds, writeInstant } from './instant';

/** The instant at the end of a duration, or why there is none. */
type DurationEnd =
  { readonly ok: true; readonly at: string } | { readonly ok: false; readonly message: string };

/**
 * The instant at which an ISO 8601 duration that begins at `from` ends (DESIGN 10).
 * Years, months, weeks and days are counted on the calendar of the zone and keep the time of day on both sides of a
 * clock change; hours, minutes and seconds are counted exactly. A day that the month does not have becomes the month's last
 * (31 January + P1M = 28 February). `times` counts the duration that often **from the same beginning**, so that a monthly
 * rhythm from the 31st comes back to the 31st. A time of day that a clock change leaves out moves forward by the gap.
 * Business days and hours need a calendar and are not counted here.
 */
export function addDuration(from: string, duration: string, timeZone: string, times = 1): DurationEnd {
  if (isBusinessDuration(duration)) {
    return { ok: false, message: `The duration ${duration} counts business time, which needs a calendar.` };
  }
  try {
    const exact = timeZone === 'UTC' ? exactSeconds(duration) : null;
    if (exact !== null) return storable(plusSeconds(from, exact * times), from, duration);
    const { years, months, weeks, days, hours, minutes, seconds, milliseconds } =
      Temporal.Duration.from(duration);
    const end = Temporal.Instant.from(from)
      .toZonedDateTimeISO(timeZone)
      .add({ years: years * times, months: months * times, weeks: weeks * times, days: days * times })
      .add({
        hours: hours * times,
        minutes: minutes * times,
        seconds: seconds * times,
        milliseconds: milliseconds * times,
      });
    return storable(writeInstant(end.toInstant()), from, duration);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return {
      ok: false,
      message: `The duration ${duration} from ${from} in ${timeZone} has no end: ${error.message}`,
    };
  }
}

function storable(at: string, from: string, duration: string): DurationEnd {
  if (isStorable(at)) return { ok: true, at };
  return { ok: false, message: `The duration ${duration} from ${from} leads out of the years 1 to 9999.` };
}

/**
 * For speed: the seconds of a plain duration (`P90D`, `PT30M`) where every day has 24 hours, as in UTC. Null for years and
 * months, and for what Temporal has to read.
 */
function exactSeconds(duration: string): number | null {
  const parts =
    /^P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?$/.exec(
      duration,
    );
  if (!parts || duration === 'P') return null;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  return (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds;
}

/** The length of a duration in seconds, counted from an instant in UTC; null where it cannot be counted. */
export function durationSeconds(from: string, duration: string): number | null {
  const end = addDuration(from, duration, 'UTC');
  if (!end.ok) return null;
  return Temporal.Instant.from(from).until(Temporal.Instant.from(end.at)).total('seconds');
}

/** True for business days (`P3BD`) and business hours (`PT4BH`). */
export function isBusinessDuration(duration: string): boolean {
  return /B[DH]$/.test(duration);
}

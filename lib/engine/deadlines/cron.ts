import { Cron } from 'croner';
import { Temporal } from 'temporal-polyfill';
import { hasCome, writeInstant } from './instant';

/** The next match of a cron expression, or why there is none. */
type CronMatch =
  { readonly ok: true; readonly at: string } | { readonly ok: false; readonly message: string };

/** Local times that a clock change made twice are skipped; more than these in a row there cannot be. */
const mostRepeated = 4_000;

/**
 * The first match of a cron expression after an instant, on the clock of a zone (DESIGN 10). Five fields (minute to day of
 * the week), or six with seconds first. Pure: no clock is read.
 *
 * The expression is matched against local time, and the local time is then looked up in the zone: one that a clock change
 * leaves out moves forward by the gap (02:30 becomes 03:30), one that comes twice counts the first time only.
 */
export function nextCronMatch(from: string, expression: string, timeZone: string): CronMatch {
  try {
    // In UTC, so that the library sees local times as if no clock was ever changed.
    const cron = new Cron(expression, { timezone: 'UTC', paused: true });
    let local = Temporal.Instant.from(from).toZonedDateTimeISO(timeZone).toPlainDateTime();
    for (let tried = 0; tried < mostRepeated; tried += 1) {
      const match = cron.nextRun(new Date(local.toZonedDateTime('UTC').epochMilliseconds));
      if (!match) return { ok: false, message: `The cron expression ${expression} never matches again.` };
      local = Temporal.Instant.fromEpochMilliseconds(match.getTime())
        .toZonedDateTimeISO('UTC')
        .toPlainDateTime();
      const at = writeInstant(local.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).toInstant());
      if (!hasCome(at, from)) return { ok: true, at };
    }
    return { ok: false, message: `The cron expression ${expression} has no match in ${timeZone}.` };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, message: `The cron expression ${expression} in ${timeZone} cannot be read: ${why}` };
  }
}

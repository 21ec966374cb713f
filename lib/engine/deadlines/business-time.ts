import { Temporal } from 'temporal-polyfill';
import { type Calendar, type SkippedDate } from './calendar';
import { isStorable, writeInstant } from './instant';
import { type Stretch, workingTime } from './working-day';

/** The instant at the end of a business duration and the days that were skipped on the way, or why there is none. */
export type BusinessEnd =
  | { readonly ok: true; readonly at: string; readonly skipped: readonly SkippedDate[] }
  | { readonly ok: false; readonly message: string };

/** Which way a duration is counted, and for an instant at which one day ends and the next begins, which of them it is. */
type Count = { readonly back?: boolean; readonly closing?: boolean };

const second = 1_000_000_000n;
/** Days without working time in a row after which a calendar counts as one that never works again. */
const longestBreak = 3_700;
/** Days that a business duration may lead through. */
const longestWalk = 4_000;

class NoEnd extends Error {}

/**
 * The instant at the end of a business duration (`P3BD`, `PT4BH`) that begins at `from` (DESIGN 10).
 *
 * Business **hours** count working time alone. Business **days** count working days after the one of the beginning and end
 * where the hours of the last one end: Monday 9:12 + P3BD is Thursday at closing time. What begins outside hours begins at
 * the next opening (counted back: at the closing before); closing time still belongs to its day.
 * Where a day ends at the midnight at which the next begins (a calendar of 24 hours), an instant there is the beginning of
 * the next day, but counted back, or with `closing` (what is counted from a deadline), the end of the day before.
 */
export function addBusinessTime(
  from: string,
  duration: string,
  calendar: Calendar,
  { back = false, closing = back }: Count = {},
): BusinessEnd {
  const days = /^P(\d+)BD$/.exec(duration)?.[1];
  const hours = /^PT(\d+)BH$/.exec(duration)?.[1];
  if (days === undefined && hours === undefined) {
    return { ok: false, message: `${duration} is no business time; write one like P3BD or PT4BH.` };
  }
  try {
    const walk = new Walk(calendar, Temporal.Instant.from(from), back, closing);
    const end = hours === undefined ? walk.days(Number(days)) : walk.seconds(BigInt(hours) * 3600n);
    const at = writeInstant(Temporal.Instant.fromEpochNanoseconds(end));
    if (isStorable(at)) return { ok: true, at, skipped: walk.skipped };
    return { ok: false, message: `The duration ${duration} from ${from} leads out of the years 1 to 9999.` };
  } catch (error) {
    if (!(error instanceof NoEnd || error instanceof RangeError)) throw error;
    const message = `The duration ${duration} from ${from} in the calendar ${calendar.name} has no end: ${error.message}`;
    return { ok: false, message };
  }
}

/** The working time between two instants in seconds; negative where the second comes first. */
export function businessSecondsBetween(from: string, to: string, calendar: Calendar): number {
  const [begin, end] = [Temporal.Instant.from(from), Temporal.Instant.from(to)];
  if (begin.epochNanoseconds > end.epochNanoseconds) return 0 - businessSecondsBetween(to, from, calendar);
  let date = dateOf(begin, calendar);
  const last = dateOf(end, calendar);
  let sum = 0n;
  while (Temporal.PlainDate.compare(date, last) <= 0) {
    for (const stretch of workingTime(calendar, date)) sum += overlap(stretch, begin, end);
    date = date.add({ days: 1 });
  }
  return Number(sum) / Number(second);
}

/** Goes through the dates of a calendar, forward or back. */
class Walk {
  readonly skipped: SkippedDate[] = [];
  #date: Temporal.PlainDate;
  #day: readonly Stretch[];
  readonly #from: bigint;

  constructor(
    readonly calendar: Calendar,
    from: Temporal.Instant,
    readonly back: boolean,
    closing: boolean,
  ) {
    this.#from = from.epochNanoseconds;
    this.#date = dateOf(from, calendar);
    this.#day = workingTime(calendar, this.#date);
    if (closing) this.#toTheDayThatEndsHere();
    const isOver = ({ from: opens, to: closes }: Stretch) =>
      back ? opens > this.#from : closes < this.#from;
    if (this.#day.length === 0) this.#note(this.#date);
    if (this.#day.every(isOver)) this.#toNextDay();
  }

  /** Where the hours of the working day end that comes so many after the one of the beginning. */
  days(count: number): bigint {
    if (count > longestWalk) throw new NoEnd('it is too long.');
    for (let passed = 0; passed < count; passed += 1) this.#toNextDay();
    const end = this.#day.at(-1);
    if (!end) throw new Error('A working day has working time.');
    return end.to;
  }

  /** The instant by which so many seconds of working time have passed. */
  seconds(count: bigint): bigint {
    let left = count * second;
    if (left > BigInt(longestWalk) * 86_400n * second) throw new NoEnd('it is too long.');
    for (let days = 0; days <= longestWalk; days += 1) {
      for (const { from, to } of this.back ? this.#day.toReversed() : this.#day) {
        if (this.back ? from > this.#from : to < this.#from) continue;
        const begin = this.back ? smaller(to, this.#from) : larger(from, this.#from);
        const length = this.back ? begin - from : to - begin;
        if (left <= length) return this.back ? begin - left : begin + left;
        left -= length;
      }
      this.#toNextDay();
    }
    throw new NoEnd('it is too long.');
  }

  #toNextDay(): void {
    for (let days = 0; days < longestBreak; days += 1) {
      this.#date = this.#date.add({ days: this.back ? -1 : 1 });
      const { knownUntil } = this.calendar;
      if (knownUntil !== null && this.#date.toString() > knownUntil) {
        throw new NoEnd(`its holidays are known until ${knownUntil} only. Save the calendar again.`);
      }
      this.#day = workingTime(this.calendar, this.#date);
      if (this.#day.length > 0) return;
      this.#note(this.#date);
    }
    throw new NoEnd('it has no working hours.');
  }

  #toTheDayThatEndsHere(): void {
    const before = this.#date.subtract({ days: 1 });
    const day = workingTime(this.calendar, before);
    if (day.at(-1)?.to !== this.#from) return;
    [this.#date, this.#day] = [before, day];
  }

  /** A date counts as skipped where its weekday would have been worked. */
  #note(date: Temporal.PlainDate): void {
    const entry = this.calendar.dates[date.toString()];
    const worked = (this.calendar.week[date.dayOfWeek - 1] ?? []).length > 0;
    if (entry && worked) this.skipped.push({ date: date.toString(), name: entry.name });
  }
}

function dateOf(instant: Temporal.Instant, { timeZone }: Calendar): Temporal.PlainDate {
  return instant.toZonedDateTimeISO(timeZone).toPlainDate();
}

function overlap({ from, to }: Stretch, begin: Temporal.Instant, end: Temporal.Instant): bigint {
  const length = smaller(to, end.epochNanoseconds) - larger(from, begin.epochNanoseconds);
  return length > 0n ? length : 0n;
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

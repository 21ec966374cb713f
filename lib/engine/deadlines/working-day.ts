import type { Temporal } from 'temporal-polyfill';
import { type Calendar, hoursOn, minuteOfDay } from './calendar';

/** A stretch of working time, in nanoseconds since 1970; the end does not belong to it. */
export type Stretch = { readonly from: bigint; readonly to: bigint };

const minute = 60_000_000_000n;
const wholeDay = 1440n * minute;

/**
 * The working time of one date, in order and without gaps between neighbours. It is working time when a clock on the wall of
 * the calendar's zone shows working hours: an hour that a clock change leaves out is not there, and one that comes twice is
 * there twice.
 */
export function workingTime(calendar: Calendar, date: Temporal.PlainDate): readonly Stretch[] {
  const hours = hoursOn(calendar, date.toString(), date.dayOfWeek);
  if (hours.length === 0) return [];
  const spans = hours.map(({ from, to }) => ({ from: minuteOfDay(from), to: minuteOfDay(to) }));
  return joined(
    clocksOf(calendar, date).flatMap((clock) =>
      spans.flatMap(({ from, to }) => {
        const begins = later(clock.midnight + BigInt(from) * minute, clock.from);
        const ends = earlier(clock.midnight + BigInt(to) * minute, clock.to);
        return begins < ends ? [{ from: begins, to: ends }] : [];
      }),
    ),
  );
}

/** A part of a date in which the clock runs on evenly; `midnight` is when it would have shown 00:00. */
type Clock = Stretch & { readonly midnight: bigint };

function clocksOf({ timeZone }: Calendar, date: Temporal.PlainDate): Clock[] {
  const begin = date.toZonedDateTime(timeZone);
  // A date that its zone has left out (Samoa, 30 December 2011) begins where the next one does.
  const end = date.add({ days: 1 }).toZonedDateTime(timeZone).epochNanoseconds;
  const utcMidnight = date.toZonedDateTime('UTC').epochNanoseconds;
  if (end - begin.epochNanoseconds === wholeDay) {
    return [{ from: begin.epochNanoseconds, to: end, midnight: begin.epochNanoseconds }];
  }
  const clocks: Clock[] = [];
  let from = begin;
  while (from.epochNanoseconds < end) {
    const change = from.getTimeZoneTransition('next');
    const to = change && change.epochNanoseconds < end ? change : null;
    clocks.push({
      from: from.epochNanoseconds,
      to: to?.epochNanoseconds ?? end,
      midnight: utcMidnight - BigInt(from.offsetNanoseconds),
    });
    if (!to) break;
    from = to;
  }
  return clocks;
}

function joined(stretches: readonly Stretch[]): Stretch[] {
  const ordered = [...stretches].sort((left, right) => (left.from < right.from ? -1 : 1));
  const whole: Stretch[] = [];
  for (const stretch of ordered) {
    const last = whole.at(-1);
    if (last && stretch.from <= last.to) {
      whole[whole.length - 1] = { from: last.from, to: later(last.to, stretch.to) };
    } else whole.push(stretch);
  }
  return whole;
}

function earlier(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

function later(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

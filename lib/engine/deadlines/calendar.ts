/**
 * A calendar as a value: when an organisation works (DESIGN 10). It is complete in itself, holidays included, so that the same
 * calendar gives the same instants on every machine and after every update of a library.
 */
export type Calendar = {
  readonly key: string;
  readonly name: string;
  /** Counts up with every change; what was computed names it. */
  readonly version: number;
  /** IANA zone in whose local time hours and dates are meant. */
  readonly timeZone: string;
  /** The hours are meant in the zone of the person who has the task, where it is one person's. */
  readonly inAssigneeZone: boolean;
  /** The hours of Monday, Tuesday, … Sunday: seven lists, an empty one for a day off. */
  readonly week: readonly (readonly WorkingSpan[])[];
  /** `2026-10-03` → what is different on that date: a holiday has no hours. */
  readonly dates: Readonly<Record<string, CalendarDate>>;
  /** The last date whose holidays are known; null where no country is followed. */
  readonly knownUntil: string | null;
};

/** Local times from `00:00` to `24:00`; what is at `to` does not belong to it any more. */
export type WorkingSpan = { readonly from: string; readonly to: string };

/** A date that is not as its weekday says. */
export type CalendarDate = { readonly name: string; readonly hours: readonly WorkingSpan[] };

/** A date that would have been worked and was not: what a deadline says that it skipped. */
export type SkippedDate = { readonly date: string; readonly name: string };

/** The calendar as it is for a person: in their zone where it follows them. */
export function inZoneOf(calendar: Calendar, personZone: string | undefined): Calendar {
  if (!calendar.inAssigneeZone || personZone === undefined) return calendar;
  return { ...calendar, timeZone: personZone };
}

/** The hours of a date (`2026-10-03`) as the calendar has them; none on a day off. `weekday`: 1 for Monday to 7 for Sunday. */
export function hoursOn(calendar: Calendar, date: string, weekday: number): readonly WorkingSpan[] {
  return (
    (Object.hasOwn(calendar.dates, date) ? calendar.dates[date]?.hours : calendar.week[weekday - 1]) ?? []
  );
}

/** Minutes of a local time since midnight: `09:30` is 570, `24:00` 1440. */
export function minuteOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

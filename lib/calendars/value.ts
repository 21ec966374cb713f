import type { Calendar, CalendarDate } from '@/lib/engine/deadlines/calendar';
import { holidaysOf } from './holidays';
import type { CalendarRow, CountrySet, OwnDate } from './schema';

/** What a version of a calendar keeps: the value that decisions are made by, and what it was made from. */
export type CalendarContent = Pick<
  Calendar,
  'timeZone' | 'inAssigneeZone' | 'week' | 'dates' | 'knownUntil'
> & {
  readonly country: CountrySet | null;
  readonly own: readonly OwnDate[];
};

/** A calendar as an administrator has written it, checked. */
type Settings = {
  readonly timeZone: string;
  readonly inAssigneeZone?: boolean | undefined;
  readonly week: Calendar['week'];
  readonly country?: CountrySet | null | undefined;
  readonly own?: readonly OwnDate[] | undefined;
};

/** The content of a calendar: the holidays of its country as the library knows them now, and over them its own dates. */
export function contentOf(settings: Settings, thisYear: number): CalendarContent {
  const { timeZone, inAssigneeZone = false, week, country = null, own = [] } = settings;
  const known = country ? holidaysOf(country, thisYear) : null;
  const dates: Record<string, CalendarDate> = {};
  for (const { date, name } of known?.holidays ?? []) dates[date] = { name, hours: [] };
  for (const { date, name, hours } of own) dates[date] = { name, hours };
  return { timeZone, inAssigneeZone, week, dates, knownUntil: known?.knownUntil ?? null, country, own };
}

/** The holidays among a calendar's dates: those that are not its own. */
export function holidaysIn({ dates, own }: Pick<CalendarContent, 'dates' | 'own'>): CalendarRow['holidays'] {
  const its = new Set(own.map(({ date }) => date));
  return Object.entries(dates)
    .filter(([date]) => !its.has(date))
    .map(([date, { name }]) => ({ date, name }))
    .sort((left, right) => (left.date < right.date ? -1 : 1));
}

/** A calendar as a value for the core. */
export function calendarOf(
  named: Pick<Calendar, 'key' | 'name' | 'version'>,
  { timeZone, inAssigneeZone, week, dates, knownUntil }: CalendarContent,
): Calendar {
  const { key, name, version } = named;
  return { key, name, version, timeZone, inAssigneeZone, week, dates, knownUntil };
}

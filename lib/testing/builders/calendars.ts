import type { Calendar, CalendarDate, WorkingSpan } from '@/lib/engine/deadlines/calendar';

const off: readonly WorkingSpan[] = [];
const officeDay: readonly WorkingSpan[] = [{ from: '09:00', to: '17:00' }];
const wholeDay: readonly WorkingSpan[] = [{ from: '00:00', to: '24:00' }];

/** Monday to Friday from 9:00 to 17:00. */
export const officeWeek = [officeDay, officeDay, officeDay, officeDay, officeDay, off, off];
/** Monday to Friday with a break, short on Fridays, and Saturday mornings. */
export const shopWeek = [
  ...Array.from({ length: 4 }, () => [
    { from: '08:30', to: '12:00' },
    { from: '13:15', to: '18:00' },
  ]),
  [{ from: '08:30', to: '14:00' }],
  [{ from: '10:00', to: '13:00' }],
  off,
];
/** Every day from midnight to midnight. */
export const everyDay = Array.from({ length: 7 }, () => wholeDay);
/** Monday to Friday from midnight to midnight. */
export const wholeWeekdays = [wholeDay, wholeDay, wholeDay, wholeDay, wholeDay, off, off];
/** Nights: what stands on both sides of midnight, every day. */
export const nightWeek = Array.from({ length: 7 }, () => [
  { from: '00:00', to: '02:30' },
  { from: '22:00', to: '24:00' },
]);

/** A calendar for tests; `dates` is date → name for a holiday, or a date with hours of its own. */
export function calendar(
  timeZone: string,
  week: Calendar['week'],
  dates: Readonly<Record<string, string | CalendarDate>> = {},
): Calendar {
  return {
    key: 'office',
    name: 'Office',
    version: 1,
    timeZone,
    inAssigneeZone: false,
    week,
    dates: Object.fromEntries(
      Object.entries(dates).map(([date, entry]) => [
        date,
        typeof entry === 'string' ? { name: entry, hours: [] } : entry,
      ]),
    ),
    knownUntil: null,
  };
}

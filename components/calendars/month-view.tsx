'use client';

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Temporal } from 'temporal-polyfill';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import type { CalendarRow } from '@/lib/calendars/schema';
import { hoursText } from './hours-text';

type Day = { readonly date: Temporal.PlainDate; readonly name: string | null; readonly hours: string };

/** A month of a calendar: what is worked when, and why a day is not. @param today `2026-10-03`, the day that it begins with */
export function MonthView({ calendar, today }: { calendar: CalendarRow; today: string }) {
  const t = useTranslations('calendars');
  const format = useFormatter();
  const [month, setMonth] = useState(() => Temporal.PlainDate.from(today).with({ day: 1 }));
  const weeks = weeksOf(calendar, month);
  const named = (
    date: Temporal.PlainDate,
    options: Pick<Intl.DateTimeFormatOptions, 'weekday' | 'month' | 'year'>,
  ) => format.dateTime(new Date(`${date.toString()}T12:00:00Z`), { ...options, timeZone: 'UTC' } as const);
  const title = named(month, { month: 'long', year: 'numeric' });
  return (
    <section aria-label={t('month')}>
      <div className="mb-3 flex items-center gap-2">
        <IconButton
          label={t('earlier')}
          icon={<ChevronLeft aria-hidden />}
          size="sm"
          onClick={() => setMonth(month.subtract({ months: 1 }))}
        />
        <IconButton
          label={t('later')}
          icon={<ChevronRight aria-hidden />}
          size="sm"
          onClick={() => setMonth(month.add({ months: 1 }))}
        />
        <h2 aria-live="polite" suppressHydrationWarning className="text-md font-semibold">
          {title}
        </h2>
      </div>
      <table aria-label={title} className="w-full table-fixed border-collapse">
        <thead>
          <tr>
            {weeks[0]?.map(({ date }) => (
              <th key={date.dayOfWeek} scope="col" className="pb-1 text-left text-xs font-medium text-muted">
                <abbr
                  suppressHydrationWarning
                  title={named(date, { weekday: 'long' })}
                  className="no-underline"
                >
                  {named(date, { weekday: 'short' })}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.date.toString()}>
              {week.map((day) => (
                <td
                  key={day.date.toString()}
                  aria-current={day.date.toString() === today ? 'date' : undefined}
                  className={classNames(
                    'h-16 border border-line p-1 align-top text-xs sm:h-18 sm:p-1.5',
                    day.hours === '' ? 'bg-sunken text-muted' : 'bg-surface text-ink',
                    day.date.month !== month.month && 'opacity-60',
                    day.date.toString() === today && 'outline-2 -outline-offset-2 outline-accent',
                  )}
                >
                  <span className="font-medium tabular-nums">{day.date.day}</span>
                  {day.name === null ? null : (
                    <span className="block truncate text-danger-ink" title={day.name}>
                      {day.name}
                    </span>
                  )}
                  <span className={classNames('block', day.hours !== '' && 'max-sm:sr-only')}>
                    {day.hours === '' ? <span className="sr-only">{t('dayOff')}</span> : shortly(day.hours)}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-sm text-muted">
        {calendar.knownUntil === null
          ? t('noCountry')
          : t('knownUntil', {
              date: format.dateTime(new Date(`${calendar.knownUntil}T12:00:00Z`), {
                dateStyle: 'long',
                timeZone: 'UTC',
              }),
            })}
      </p>
    </section>
  );
}

/** Without the minutes of full hours, so that a day fits in its column, and each stretch on one line. */
function shortly(hours: string): string {
  return hours.replaceAll(':00', '').replaceAll('–', '\u2060–\u2060');
}

/** The whole weeks, Monday first, in which the month lies. */
function weeksOf(calendar: CalendarRow, month: Temporal.PlainDate): Day[][] {
  const own = new Map(calendar.own.map((day) => [day.date, day]));
  const holidays = new Map(calendar.holidays.map(({ date, name }) => [date, name]));
  const first = month.subtract({ days: month.dayOfWeek - 1 });
  const last = month.add({ months: 1 }).subtract({ days: 1 });
  const days = first.until(last.add({ days: 7 - last.dayOfWeek })).days + 1;
  const all = Array.from({ length: days }, (_, index): Day => {
    const date = first.add({ days: index });
    const its = own.get(date.toString());
    if (its) return { date, name: its.name, hours: hoursText(its.hours) };
    const holiday = holidays.get(date.toString());
    if (holiday !== undefined) return { date, name: holiday, hours: '' };
    return { date, name: null, hours: hoursText(calendar.week[date.dayOfWeek - 1] ?? []) };
  });
  return Array.from({ length: all.length / 7 }, (_, week) => all.slice(week * 7, week * 7 + 7));
}

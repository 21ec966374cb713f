'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState, type FormEvent } from 'react';
import { Problem } from '@/components/administration/problem';
import { useChange } from '@/components/administration/use-change';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field, FieldGroup } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { TimeZoneInput } from '@/components/ui/time-zone-input';
import { putCalendarAction } from '@/lib/calendars/actions';
import type { CalendarRow, Country, PutCalendar } from '@/lib/calendars/schema';
import { CountryFields } from './country-fields';
import { hoursText, readHours } from './hours-text';
import { type DraftDate, OwnDates } from './own-dates';
import { problemAt } from './problem-at';

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const newWeek = days.map((_, index) => (index < 5 ? '09:00–17:00' : ''));

export type CalendarFormProps = {
  /** Left out: a new one. */
  calendar?: CalendarRow;
  countries: readonly Country[];
  /** The zone that a new one begins with. */
  timeZone: string;
  onDone: () => void;
};

/** When an organisation works: hours, zone, holidays of a country and dates of its own. */
export function CalendarForm({ calendar, countries, timeZone, onDone }: CalendarFormProps) {
  const t = useTranslations('calendars');
  const router = useRouter();
  const change = useChange();
  const [key, setKey] = useState(calendar?.key ?? '');
  const [name, setName] = useState(calendar?.name ?? '');
  const [zone, setZone] = useState(calendar?.timeZone ?? timeZone);
  const [follows, setFollows] = useState(calendar?.inAssigneeZone ?? false);
  const [week, setWeek] = useState<readonly string[]>(calendar ? calendar.week.map(hoursText) : newWeek);
  const [country, setCountry] = useState(calendar?.country ?? null);
  const [own, setOwn] = useState<readonly DraftDate[]>(
    (calendar?.own ?? []).map(({ date, name: its, hours }) => ({ date, name: its, hours: hoursText(hours) })),
  );

  function read(): PutCalendar | null {
    const wrong: Record<string, string> = {};
    if (name.trim() === '') wrong['/name'] = t('nameMissing');
    if (!/^[a-z][a-z0-9_-]{0,63}$/.test(key)) wrong['/key'] = t('keyWrong');
    const hours = week.map(readHours);
    hours.forEach((spans, index) => {
      if (spans === null) wrong[`/week/${index}`] = t('hoursWrong');
    });
    const dates = own.map((day) => ({ ...day, name: day.name.trim(), hours: readHours(day.hours) }));
    dates.forEach((day, index) => {
      if (day.hours === null) wrong[`/own/${index}`] = t('hoursWrong');
      if (day.date === '' || day.name === '') wrong[`/own/${index}`] = t('dateWrong');
    });
    change.setProblems(wrong);
    if (Object.keys(wrong).length > 0) return null;
    return {
      name: name.trim(),
      timeZone: zone.trim(),
      inAssigneeZone: follows,
      week: hours.map((spans) => spans ?? []),
      country,
      own: dates.map((day) => ({ ...day, hours: day.hours ?? [] })),
    };
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const written = read();
    if (!written) return;
    const work = () => putCalendarAction(key, written, calendar?.version ?? 0);
    if (!(await change.run(work, t('saved', { name: written.name })))) return;
    onDone();
    if (!calendar) router.push(`/administration/calendars/${key}`);
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field label={t('name')} error={change.problems['/name']}>
        <Input value={name} maxLength={200} onValueChange={setName} />
      </Field>
      {calendar ? null : (
        <Field label={t('key')} hint={t('keyHint')} error={change.problems['/key']}>
          <Input value={key} onValueChange={setKey} />
        </Field>
      )}
      <Field label={t('zone')} hint={t('zoneHint')} error={change.problems['/timeZone']}>
        <TimeZoneInput value={zone} onValueChange={setZone} />
      </Field>
      <Checkbox label={t('follows')} hint={t('followsHint')} checked={follows} onCheckedChange={setFollows} />
      <FieldGroup label={t('hours')} hint={t('hoursHint')}>
        <div className="grid gap-2 sm:grid-cols-2">
          {days.map((day, index) => (
            <Field key={day} label={t(`days.${day}`)} error={problemAt(change.problems, `/week/${index}`)}>
              <Input
                value={week[index] ?? ''}
                placeholder={t('dayOff')}
                onValueChange={(text) => setWeek(week.map((one, at) => (at === index ? text : one)))}
              />
            </Field>
          ))}
        </div>
      </FieldGroup>
      <CountryFields
        value={country}
        countries={countries}
        error={problemAt(change.problems, '/country')}
        onChange={setCountry}
      />
      <OwnDates value={own} problems={change.problems} onChange={setOwn} />
      <Problem change={change} />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={change.busy}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

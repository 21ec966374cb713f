'use client';

import { useTimeZone, useTranslations } from 'next-intl';
import { useState, type FormEvent } from 'react';
import { Problem } from '@/components/administration/problem';
import { useChange } from '@/components/administration/use-change';
import { useInstantWords } from '@/components/deadlines/instant-words';
import { fromControl, toControl } from '@/components/forms/zoned-time';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { calculateAction } from '@/lib/calendars/actions';
import type { Calculated } from '@/lib/calendars/schema';

/** "From this instant, three working days": when something would be due. @param now the instant that it begins with */
export function Calculator({ calendarKey, now }: { calendarKey: string; now: string }) {
  const t = useTranslations('calendars');
  const zone = useTimeZone() ?? 'UTC';
  const change = useChange();
  const [from, setFrom] = useState(toControl(now, zone));
  const [count, setCount] = useState('3');
  const [unit, setUnit] = useState<'days' | 'hours'>('days');
  const [answer, setAnswer] = useState<Calculated | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const instant = fromControl(from, zone);
    const wrong: Record<string, string> = {};
    if (instant === undefined) wrong['/from'] = t('instantWrong');
    if (!/^-?\d{1,4}$/.test(count.trim())) wrong['/duration'] = t('countWrong');
    change.setProblems(wrong);
    setAnswer(null);
    if (instant === undefined || Object.keys(wrong).length > 0) return;
    const [sign, number] = [count.trim().startsWith('-') ? '-' : '', count.trim().replace('-', '')];
    const duration = sign + (unit === 'days' ? `P${number}BD` : `PT${number}BH`);
    setAnswer(await change.run(() => calculateAction(calendarKey, { from: instant, duration }), null));
  }

  return (
    <section aria-labelledby="calculator">
      <h2 id="calculator" className="text-md font-semibold">
        {t('calculator')}
      </h2>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-3 flex flex-col gap-3">
        <Field label={t('from')} hint={t('inZone', { zone })} error={change.problems['/from']}>
          <Input type="datetime-local" value={from} onValueChange={setFrom} />
        </Field>
        <div className="flex items-start gap-3">
          <Field label={t('count')} error={change.problems['/duration']} className="w-28">
            <Input inputMode="numeric" value={count} onValueChange={setCount} />
          </Field>
          <Field label={t('unit')} className="flex-1">
            <Select
              value={unit}
              onValueChange={(value) => setUnit(value === 'hours' ? 'hours' : 'days')}
              options={[
                { value: 'days', label: t('workingDays') },
                { value: 'hours', label: t('workingHours') },
              ]}
            />
          </Field>
        </div>
        <Problem change={change} />
        <Button type="submit" busy={change.busy} className="self-start">
          {t('calculate')}
        </Button>
      </form>
      <div aria-live="polite">{answer ? <Answer answer={answer} /> : null}</div>
    </section>
  );
}

function Answer({ answer: { at, timeZone, workingSeconds, skipped } }: { answer: Calculated }) {
  const t = useTranslations('calendars');
  const words = useInstantWords(timeZone);
  return (
    <div className="mt-3 rounded-lg bg-sunken px-3.5 py-3 text-base">
      <p className="font-medium">{words.withZone(at)}</p>
      <p className="text-sm text-muted">
        {t('workingTime', { hours: Math.round(workingSeconds / 360) / 10 })}
      </p>
      {skipped.length === 0 ? null : (
        <ul aria-label={t('skipped')} className="mt-1 text-sm text-muted">
          {skipped.map(({ date, name }) => (
            <li key={date}>{t('skippedDay', { date, name })}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

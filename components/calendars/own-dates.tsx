'use client';

import { Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { FieldGroup } from '@/components/ui/field';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { problemAt } from './problem-at';

/** A date of one's own as it is being typed. */
export type DraftDate = { readonly date: string; readonly name: string; readonly hours: string };

/** Dates that are not as their weekday says: closed, short, or worked although the country is off. */
export function OwnDates({
  value,
  problems,
  onChange,
}: {
  value: readonly DraftDate[];
  problems: Readonly<Record<string, string>>;
  onChange: (value: readonly DraftDate[]) => void;
}) {
  const t = useTranslations('calendars');
  const set = (index: number, part: Partial<DraftDate>) =>
    onChange(value.map((day, at) => (at === index ? { ...day, ...part } : day)));
  return (
    <FieldGroup label={t('own')} hint={t('ownHint')} error={problemAt(problems, '/own')}>
      <ul className="flex flex-col gap-2">
        {value.map((day, index) => (
          <li key={index} className="grid grid-cols-[1fr_auto] gap-2 sm:grid-cols-[9.5rem_1fr_9rem_auto]">
            <Input
              type="date"
              aria-label={t('date')}
              value={day.date}
              onValueChange={(date) => set(index, { date })}
            />
            <IconButton
              icon={<Trash2 aria-hidden />}
              label={t('removeDate', { name: day.name || day.date })}
              className="sm:order-last"
              onClick={() => onChange(value.filter((_, at) => at !== index))}
            />
            <Input
              aria-label={t('dateName')}
              placeholder={t('dateName')}
              value={day.name}
              onValueChange={(name) => set(index, { name })}
            />
            <Input
              aria-label={t('dateHours')}
              placeholder={t('dayOff')}
              value={day.hours}
              onValueChange={(hours) => set(index, { hours })}
            />
          </li>
        ))}
      </ul>
      <Button
        size="sm"
        icon={<Plus aria-hidden />}
        className="self-start"
        onClick={() => onChange([...value, { date: '', name: '', hours: '' }])}
      >
        {t('addDate')}
      </Button>
    </FieldGroup>
  );
}

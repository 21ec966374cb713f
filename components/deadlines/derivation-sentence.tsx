'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useDurationWords } from '@/components/definitions/duration-words';
import { otherYear } from '@/components/ui/other-year';
import { useNow } from '@/components/ui/use-now';
import type { Derivation } from '@/lib/deadlines/schema';
import { useInstantWords } from './instant-words';

/** "3 working days from Mon 9:12, calendar Germany, skipping 3 Oct"; nothing for an instant that somebody set. */
export function DerivationSentence({
  derivation: { duration, from, timeZone, calendar, skipped },
}: {
  derivation: Omit<Derivation, 'given'>;
}) {
  const t = useTranslations('deadlines');
  const format = useFormatter();
  const inWords = useDurationWords();
  const words = useInstantWords(timeZone);
  const now = useNow();
  if (!duration || !from) return null;
  const days = skipped.map(({ date, name }) => {
    const noon = new Date(`${date}T12:00:00Z`);
    const year = otherYear(noon, now, 'UTC');
    const day = format.dateTime(noon, { day: 'numeric', month: 'short', ...year, timeZone: 'UTC' });
    return t('skippedDay', { day, name });
  });
  return (
    <p suppressHydrationWarning>
      {t('derived', { duration: inWords(duration), from: words.plain(from) })}
      {calendar ? t('byCalendar', { name: calendar.name, version: calendar.version }) : null}
      {days.length > 0 ? t('skipping', { days: format.list(days) }) : null}
    </p>
  );
}

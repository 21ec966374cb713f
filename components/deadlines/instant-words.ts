'use client';

import { useFormatter } from 'next-intl';
import { otherYear } from '@/components/ui/other-year';
import { useNow } from '@/components/ui/use-now';

/** Instants as people say them, in the zone in which a deadline is meant. */
export function useInstantWords(timeZone: string): {
  /** "Thu 5 Nov, 17:00", with the year where it is not the present one. */
  plain: (at: string) => string;
  /** "Thu 5 Nov, 17:00 Berlin": without the zone nobody knows whose 17:00 it is. */
  withZone: (at: string) => string;
} {
  const format = useFormatter();
  const now = useNow();
  const plain = (at: string) =>
    format.dateTime(new Date(at), {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      ...otherYear(new Date(at), now, timeZone),
      hour: '2-digit',
      minute: '2-digit',
      hour12: false,
      timeZone,
    });
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
  return { plain, withZone: (at) => `${plain(at)} ${city}` };
}

'use client';

import { useTranslations } from 'next-intl';
import { useNow } from './use-now';

/** Days of a year of a length of time. */
const year = 365;

/** The units of a length of time. */
function parts(milliseconds: number): { days: number; hours: number; minutes: number; seconds: number } {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
}

/** A fixed length in milliseconds, or one that runs since an instant until now (or until `to`). */
export type DurationProps =
  { milliseconds: number } | { from: string | Date | number; to?: string | Date | number };

/** A length of time in its two largest units: "1 y 20 d", "3 d 4 h", "12 min", "8 s". */
export function Duration(props: DurationProps) {
  const t = useTranslations('ui.duration');
  const now = useNow();
  const length =
    'milliseconds' in props
      ? props.milliseconds
      : (props.to === undefined ? now : new Date(props.to).getTime()) - new Date(props.from).getTime();
  const { days, hours, minutes, seconds } = parts(length);
  let text = t('seconds', { seconds });
  if (days >= year) text = t('years', { years: Math.floor(days / year), days: days % year });
  else if (days > 0) text = t('days', { days, hours });
  else if (hours > 0) text = t('hours', { hours, minutes });
  else if (minutes > 0) text = t('minutes', { minutes });
  return <span className="whitespace-nowrap tabular-nums">{text}</span>;
}

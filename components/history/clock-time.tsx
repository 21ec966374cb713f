'use client';

import { useFormatter } from 'next-intl';
import { Tooltip } from '@/components/ui/tooltip';

/** The time of day of an instant, in the person's zone; the exact instant with date, milliseconds and zone on hover and focus. */
export function ClockTime({
  at,
  focusable = true,
  className,
}: {
  at: string;
  /** `false` takes it out of the tab order, inside of something that has the focus itself. */
  focusable?: boolean;
  className?: string;
}) {
  const format = useFormatter();
  const instant = new Date(at);
  const exact = format.dateTime(instant, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    timeZoneName: 'short',
  });
  return (
    <Tooltip content={exact}>
      <time dateTime={at} tabIndex={focusable ? 0 : undefined} className={className}>
        {format.dateTime(instant, { hour: '2-digit', minute: '2-digit', second: '2-digit' })}
      </time>
    </Tooltip>
  );
}

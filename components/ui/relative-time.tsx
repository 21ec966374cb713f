'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { classNames } from './class-names';
import { Tooltip } from './tooltip';
import { tick, useNow } from './use-now';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

// Server and browser may spell a date differently (their Unicode data differ by a version); both are right, so React
// is told not to compare these texts.

/** The largest unit in which the distance is at least one; below a minute there is none. */
function unitOf(distance: number): 'minute' | 'hour' | 'day' | 'year' | null {
  if (distance < minute) return null;
  if (distance < hour) return 'minute';
  if (distance < day) return 'hour';
  return distance < year ? 'day' : 'year';
}

export type RelativeTimeProps = {
  /** The instant: ISO 8601, a Date, or milliseconds since 1970. */
  at: string | Date | number;
  /** `false` takes it out of the tab order, for lists in which every row has one. The instant stays on hover. */
  focusable?: boolean;
  /** Says how far off it is past a week too: for sentences that have the date beside it. */
  distant?: boolean;
  className?: string;
};

/**
 * "just now", "4 minutes ago" and "in 3 hours", kept current; past a week the date. The exact instant, with zone, is in the
 * tooltip. Language and zone are the person's.
 */
export function RelativeTime({ at, focusable = true, distant = false, className }: RelativeTimeProps) {
  const t = useTranslations('ui');
  const format = useFormatter();
  const now = useNow();
  const instant = new Date(at);
  const distance = Math.abs(now - instant.getTime());
  const exact = format.dateTime(instant, { dateStyle: 'full', timeStyle: 'long' });
  const written = () => {
    if (distance > 7 * day && !distant) {
      return format.dateTime(instant, { day: 'numeric', month: 'short', year: 'numeric' });
    }
    const unit = unitOf(distance);
    if (unit) return format.relativeTime(instant.getTime(), { now, unit });
    // What happened since the last tick lies ahead of it, and is no future.
    return t(instant.getTime() > now + tick ? 'inAMoment' : 'justNow');
  };
  return (
    <Tooltip content={exact}>
      <time
        dateTime={instant.toISOString()}
        suppressHydrationWarning
        tabIndex={focusable ? 0 : undefined}
        className={classNames('rounded-sm whitespace-nowrap', className)}
      >
        {written()}
      </time>
    </Tooltip>
  );
}

/** The exact instant in the person's zone, with the zone's name: for places where "yesterday" is not enough. */
export function ExactTime({
  at,
  seconds = false,
  className,
}: {
  at: string | Date | number;
  seconds?: boolean;
  className?: string;
}) {
  const format = useFormatter();
  const instant = new Date(at);
  return (
    <time
      dateTime={instant.toISOString()}
      suppressHydrationWarning
      className={classNames('whitespace-nowrap', className)}
    >
      {format.dateTime(instant, {
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        second: seconds ? '2-digit' : undefined,
        timeZoneName: 'short',
      })}
    </time>
  );
}

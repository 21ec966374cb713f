'use client';

import { Clock, TriangleAlert } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Duration } from '@/components/ui/duration';
import { RelativeTime } from '@/components/ui/relative-time';
import { useNow } from '@/components/ui/use-now';
import { urgencyOf } from './urgency';

/** When an open task is due: quiet, amber in the last quarter of its time, red when it is late; exact on hover. */
export function DueChip({
  dueAt,
  createdAt,
  className,
}: {
  dueAt: string;
  createdAt: string;
  className?: string;
}) {
  const t = useTranslations('task.due');
  const format = useFormatter();
  const now = useNow();
  const urgency = urgencyOf({ dueAt, createdAt }, now);
  if (urgency === 'overdue') {
    const exact = format.dateTime(new Date(dueAt), { dateStyle: 'full', timeStyle: 'short' });
    return (
      <Badge tone="danger" icon={<TriangleAlert aria-hidden />} className={className}>
        <span title={exact} suppressHydrationWarning>
          {t.rich('overdue', { age: () => <Duration from={dueAt} /> })}
        </span>
      </Badge>
    );
  }
  return (
    <Badge
      tone={urgency === 'soon' ? 'caution' : 'neutral'}
      icon={<Clock aria-hidden />}
      className={className}
    >
      <span>{t.rich('due', { when: () => <RelativeTime at={dueAt} focusable={false} /> })}</span>
    </Badge>
  );
}

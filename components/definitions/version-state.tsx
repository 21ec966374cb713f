'use client';

import { Archive, CalendarClock } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import type { VersionRow } from '@/lib/definitions/schema';

/** What a version is for new starts: active, to become so from an instant on, retired; nothing where another one is active. */
export function VersionState({
  version: { active, scheduledFor, retired },
}: {
  version: Pick<VersionRow, 'active' | 'scheduledFor' | 'retired'>;
}) {
  const t = useTranslations('versions');
  const format = useFormatter();
  return (
    <>
      {active ? <Badge tone="positive">{t('active')}</Badge> : null}
      {scheduledFor ? (
        <Badge tone="accent" icon={<CalendarClock aria-hidden />}>
          {t('scheduledFrom', {
            instant: format.dateTime(new Date(scheduledFor), { dateStyle: 'medium', timeStyle: 'short' }),
          })}
        </Badge>
      ) : null}
      {retired ? <Badge icon={<Archive aria-hidden />}>{t('retired')}</Badge> : null}
    </>
  );
}

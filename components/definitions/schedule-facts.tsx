import { useTranslations } from 'next-intl';
import { DescriptionList } from '@/components/ui/description-list';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import type { ScheduleRow } from '@/lib/definitions/schema';

/** When the process starts by itself next, and what became of the last time. */
export function ScheduleFacts({ schedule }: { schedule: ScheduleRow }) {
  const t = useTranslations('definitions.schedule');
  const { cron, timeZone, nextAt, lastAt, lastInstance, lastError } = schedule;
  return (
    <DescriptionList
      items={[
        { label: t('next'), value: nextAt === null ? t('notYet') : <RelativeTime at={nextAt} /> },
        { label: t('cron'), value: t('cronIn', { cron, timeZone }) },
        ...(lastAt === null
          ? []
          : [
              {
                label: t('last'),
                value:
                  lastInstance === null ? (
                    t.rich('failed', { when: () => <RelativeTime at={lastAt} />, why: lastError ?? '' })
                  ) : (
                    <TextLink href={`/instances/${lastInstance}`}>
                      <RelativeTime at={lastAt} focusable={false} />
                    </TextLink>
                  ),
              },
            ]),
      ]}
    />
  );
}

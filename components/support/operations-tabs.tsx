import { useTranslations } from 'next-intl';
import { TabLinks } from '@/components/ui/tab-links';

/** The pages of operations; the last one is for those who may repair instances. */
const pages = {
  board: '/operations',
  incidents: '/operations/incidents',
  alerts: '/operations/alerts',
  jobs: '/operations/jobs',
} as const;

export function OperationsTabs({ current, repairs }: { current: keyof typeof pages; repairs: boolean }) {
  const t = useTranslations('operations.tabs');
  const shown = (Object.keys(pages) as (keyof typeof pages)[]).filter((page) => page !== 'jobs' || repairs);
  return (
    <div className="mb-5">
      <TabLinks
        label={t('label')}
        items={shown.map((page) => ({
          href: pages[page],
          label: t(page),
          current: page === current,
        }))}
      />
    </div>
  );
}

import { useTranslations } from 'next-intl';
import { TabLinks } from '@/components/ui/tab-links';

/** The pages of operations. */
const pages = {
  board: '/operations',
  incidents: '/operations/incidents',
  alerts: '/operations/alerts',
  jobs: '/operations/jobs',
} as const;

export function OperationsTabs({ current }: { current: keyof typeof pages }) {
  const t = useTranslations('operations.tabs');
  return (
    <div className="mb-5">
      <TabLinks
        label={t('label')}
        items={(Object.keys(pages) as (keyof typeof pages)[]).map((page) => ({
          href: pages[page],
          label: t(page),
          current: page === current,
        }))}
      />
    </div>
  );
}

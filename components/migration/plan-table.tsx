import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { RelativeTime } from '@/components/ui/relative-time';
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import type { PlanRow } from '@/lib/migration/schema';

/** Plans that were carried out before, with their jobs. */
export function PlanTable({ rows }: { rows: readonly PlanRow[] }) {
  const t = useTranslations('migration');
  return (
    <Table label={t('history')}>
      <TableHead>
        <HeaderCell>{t('plans.columns.versions')}</HeaderCell>
        <HeaderCell>{t('plans.columns.by')}</HeaderCell>
        <HeaderCell>{t('plans.columns.at')}</HeaderCell>
        <HeaderCell>{t('plans.columns.jobs')}</HeaderCell>
      </TableHead>
      <TableBody>
        {rows.map(({ id, from, to, createdBy, createdAt, jobs }) => (
          <TableRow key={id}>
            <Cell primary>{t('plans.versions', { from, to })}</Cell>
            <Cell label={t('plans.columns.by')}>{createdBy}</Cell>
            <Cell>
              <RelativeTime at={createdAt} focusable={false} />
            </Cell>
            <Cell label={t('plans.columns.jobs')}>
              {jobs.map((job) => (
                <Link key={job.id} href={`/operations/jobs/${job.id}`} className="mr-3 underline">
                  {t('plans.job', { done: job.done, total: job.total })}
                </Link>
              ))}
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

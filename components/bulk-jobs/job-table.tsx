import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import { Cell, HeaderCell, RowLink, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import type { JobRow } from '@/lib/bulk-jobs/schema';
import { JobProgress } from './job-progress';
import { JobAction, JobStatusMark } from './job-words';

/** Jobs as a list: what each does, how far it is, who started it. */
export function JobTable({ rows }: { rows: readonly JobRow[] }) {
  const t = useTranslations('bulkJobs');
  return (
    <Card className="overflow-clip">
      <Table label={t('title')}>
        <TableHead>
          <HeaderCell>{t('columns.action')}</HeaderCell>
          <HeaderCell>{t('columns.status')}</HeaderCell>
          <HeaderCell align="end">{t('columns.total')}</HeaderCell>
          <HeaderCell className="w-[32%]">{t('columns.progress')}</HeaderCell>
          <HeaderCell>{t('columns.by')}</HeaderCell>
          <HeaderCell>{t('columns.started')}</HeaderCell>
        </TableHead>
        <TableBody>
          {rows.map((job) => (
            <TableRow key={job.id}>
              <Cell primary>
                <RowLink href={`/operations/jobs/${job.id}`}>
                  <JobAction order={job.order} />
                </RowLink>
                <span className="block max-w-80 truncate text-sm text-muted" title={job.reason}>
                  {job.reason}
                </span>
              </Cell>
              <Cell>
                <JobStatusMark status={job.status} counts={job.counts} />
              </Cell>
              <Cell align="end" label={t('columns.total')} className="tabular-nums">
                {job.total}
              </Cell>
              <Cell className="max-sm:w-full">
                <JobProgress job={job} className="w-full" />
              </Cell>
              <Cell label={t('columns.by')}>{job.createdBy.name}</Cell>
              <Cell label={t('columns.started')}>
                <RelativeTime at={job.startedAt ?? job.createdAt} focusable={false} />
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

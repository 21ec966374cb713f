import { useTranslations } from 'next-intl';
import { InstanceStatusMark } from '@/components/instances/instance-status';
import { Card } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import { Cell, HeaderCell, RowLink, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import type { ItemRow } from '@/lib/bulk-jobs/schema';
import { ItemResultMark } from './job-words';

/** What became of each instance of a job, and why. */
export function ItemTable({ rows }: { rows: readonly ItemRow[] }) {
  const t = useTranslations('bulkJobs');
  return (
    <Card className="overflow-clip">
      <Table label={t('items')}>
        <TableHead>
          <HeaderCell>{t('columns.instance')}</HeaderCell>
          <HeaderCell>{t('columns.result')}</HeaderCell>
          <HeaderCell>{t('columns.now')}</HeaderCell>
          <HeaderCell className="w-[45%]">{t('columns.message')}</HeaderCell>
          <HeaderCell>{t('columns.at')}</HeaderCell>
        </TableHead>
        <TableBody>
          {rows.map(({ position, instance, status, message, code, workedAt }) => (
            <TableRow key={position}>
              <Cell primary>
                <RowLink href={`/instances/${instance.id}`}>{instance.subject ?? instance.id}</RowLink>
                {instance.definitionName === null ? null : (
                  <span className="block text-sm text-muted">{instance.definitionName}</span>
                )}
              </Cell>
              <Cell>
                <ItemResultMark status={status} />
              </Cell>
              <Cell label={t('columns.now')}>
                {instance.status === null ? t('archived') : <InstanceStatusMark status={instance.status} />}
              </Cell>
              <Cell className="wrap-break-word max-sm:w-full">
                {code === 'under_way' ? t('underWay') : message}
              </Cell>
              <Cell label={t('columns.at')}>
                {workedAt === null ? null : <RelativeTime at={workedAt} focusable={false} />}
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { useQuoted } from '@/components/ui/quoted';
import { RelativeTime } from '@/components/ui/relative-time';
import { Cell, HeaderCell, RowLink, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import type { DecidedForMe } from '@/lib/absence/schema';

/** What deputies decided on the reader's behalf. */
export function DecidedForMeList({ rows }: { rows: readonly DecidedForMe[] }) {
  const t = useTranslations('absence.decided');
  const quoted = useQuoted();
  return (
    <section className="mt-6">
      <h2 className="mb-2.5 text-md font-semibold">{t('title')}</h2>
      <Card className="overflow-clip">
        <Table label={t('title')}>
          <TableHead>
            <HeaderCell>{t('task')}</HeaderCell>
            <HeaderCell>{t('outcome')}</HeaderCell>
            <HeaderCell>{t('by')}</HeaderCell>
            <HeaderCell>{t('when')}</HeaderCell>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <TableRow key={`${row.taskId}:${row.at}`}>
                <Cell primary className="py-2.5">
                  <RowLink href={`/inbox/${row.taskId}`}>{row.title}</RowLink>
                </Cell>
                <Cell label={t('outcome')}>
                  <span>
                    {row.outcomeName}
                    {row.reason ? (
                      <span className="block text-sm text-muted">{quoted(row.reason)}</span>
                    ) : null}
                  </span>
                </Cell>
                <Cell label={t('by')}>{row.by}</Cell>
                <Cell>
                  <RelativeTime at={row.at} focusable={false} className="relative z-1" />
                </Cell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Card>
    </section>
  );
}

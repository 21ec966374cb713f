import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { Duration } from '@/components/ui/duration';
import { RelativeTime } from '@/components/ui/relative-time';
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import { TextLink } from '@/components/ui/text-link';
import type { ResourceDetail } from '@/lib/resources/schema';

/** Attempts at a resource, in the order of their turn. */
export function RequestsTable({ label, rows }: { label: string; rows: ResourceDetail['requests'] }) {
  const t = useTranslations('resources');
  return (
    <Card className="overflow-clip">
      <Table label={label}>
        <TableHead>
          <HeaderCell>{t('request')}</HeaderCell>
          <HeaderCell>{t('process')}</HeaderCell>
          <HeaderCell>{t('activity')}</HeaderCell>
          <HeaderCell>{t('state')}</HeaderCell>
          <HeaderCell align="end">{t('since')}</HeaderCell>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={`${row.instance}:${row.execution}`}>
              <Cell primary>
                <TextLink href={`/instances/${row.instance}`}>{row.subject}</TextLink>
              </Cell>
              <Cell label={t('process')}>{row.definition}</Cell>
              <Cell label={t('activity')} className="font-mono text-xs">
                {row.execution.split(':').at(-1)}
              </Cell>
              <Cell label={t('state')}>
                {row.notBefore === null
                  ? t(`states.${row.state}`)
                  : t.rich('states.later', { when: () => <RelativeTime at={row.notBefore ?? ''} /> })}
              </Cell>
              <Cell align="end" label={t('since')}>
                <Duration from={row.since} />
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

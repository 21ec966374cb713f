import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import { StatusMark } from '@/components/ui/status-mark';
import { Cell, HeaderCell, RowLink, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import { TextLink } from '@/components/ui/text-link';
import type { ReceivedRow, SourceRow } from '@/lib/webhooks/schema';
import { ActivityState } from './activity-switch';

/** Partners' addresses, one a row. */
export function SourcesTable({ rows }: { rows: readonly SourceRow[] }) {
  const t = useTranslations('administration.webhooks');
  return (
    <Card className="overflow-clip">
      <Table label={t('title')}>
        <TableHead>
          <HeaderCell>{t('name')}</HeaderCell>
          <HeaderCell>{t('becomes')}</HeaderCell>
          <HeaderCell className="w-28">{t('state')}</HeaderCell>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.id}>
              <Cell primary className="py-2.5">
                <div className="min-w-0">
                  <RowLink href={`/administration/webhooks/${row.id}`}>{row.name}</RowLink>
                  <code className="block truncate font-mono text-xs text-faint">{row.address}</code>
                </div>
              </Cell>
              <Cell>
                {row.mapping.kind === 'signal'
                  ? t('aSignal', { signal: row.mapping.signal })
                  : t('aStart', { definition: row.mapping.definition })}
              </Cell>
              <Cell>
                <ActivityState active={row.active} />
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

const looks = {
  accepted: { shape: 'done', tone: 'positive' },
  ignored: { shape: 'cancelled', tone: 'neutral' },
  refused: { shape: 'failed', tone: 'danger' },
} as const;

/** What came to one address. */
export function ReceivedTable({ rows }: { rows: readonly ReceivedRow[] }) {
  const t = useTranslations('administration.webhooks.received');
  return (
    <Card className="overflow-clip">
      <Table label={t('title')}>
        <TableHead>
          <HeaderCell>{t('delivery')}</HeaderCell>
          <HeaderCell className="w-28">{t('result')}</HeaderCell>
          <HeaderCell>{t('effect')}</HeaderCell>
          <HeaderCell className="w-36">{t('when')}</HeaderCell>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.id}>
              <Cell primary className="py-2.5">
                <div className="min-w-0">
                  <code className="font-mono text-sm break-all">{row.delivery ?? t('unnamed')}</code>
                  <span className="block text-sm text-muted">
                    {t('size', { bytes: row.bytes })}
                    {row.repeats > 0 ? `, ${t('repeats', { count: row.repeats })}` : null}
                  </span>
                </div>
              </Cell>
              <Cell>
                <StatusMark {...looks[row.result]}>{t(`results.${row.result}`)}</StatusMark>
              </Cell>
              <Cell>
                <span className="wrap-anywhere">
                  {row.message ?? (row.effect ? t(`effects.${row.effect}`) : '—')}
                  {row.instance ? (
                    <TextLink href={`/instances/${row.instance}`} className="block">
                      {t('request')}
                    </TextLink>
                  ) : null}
                </span>
              </Cell>
              <Cell>
                <RelativeTime at={row.receivedAt} focusable={false} />
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

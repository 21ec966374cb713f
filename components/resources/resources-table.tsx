import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { Duration } from '@/components/ui/duration';
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import { TextLink } from '@/components/ui/text-link';
import type { ResourceRow } from '@/lib/resources/schema';
import { CapacityWords } from './capacity';

/** The resources of the organisation, and how busy each is. */
export function ResourcesTable({ rows }: { rows: readonly ResourceRow[] }) {
  const t = useTranslations('resources');
  return (
    <Card className="overflow-clip">
      <Table label={t('title')}>
        <TableHead>
          <HeaderCell>{t('name')}</HeaderCell>
          <HeaderCell>{t('capacity')}</HeaderCell>
          <HeaderCell align="end">{t('running')}</HeaderCell>
          <HeaderCell>{t('waiting')}</HeaderCell>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.key}>
              <Cell primary className="py-2.5">
                <TextLink href={`/administration/resources/${row.key}`}>{row.title}</TextLink>
                <code className="block font-mono text-xs text-faint">{row.key}</code>
              </Cell>
              <Cell label={t('capacity')}>
                <CapacityWords resource={row} />
              </Cell>
              <Cell align="end" label={t('running')}>
                {row.running}
              </Cell>
              <Cell label={t('waiting')}>
                {row.waitingSince === null
                  ? t('nobodyWaits')
                  : t.rich('waitingSince', {
                      count: row.waiting,
                      age: () => <Duration from={row.waitingSince ?? ''} />,
                    })}
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

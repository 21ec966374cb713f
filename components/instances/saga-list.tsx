import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { StatusMark } from '@/components/ui/status-mark';
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import type { InstanceDetail } from '@/lib/instances/schema';
import { undoLooks } from './status-look';

/** What the instance has done outside, in order, and what became of undoing it; nothing where its process undoes nothing. */
export function SagaList({ ledger }: { ledger: InstanceDetail['ledger'] }) {
  const t = useTranslations('instance.saga');
  if (ledger.length === 0) return null;
  return (
    <Card className="mb-4 overflow-clip">
      <div className="px-4 py-3">
        <h3 className="text-base font-semibold">{t('title')}</h3>
        <p className="text-sm text-muted">{t('text')}</p>
      </div>
      <div className="overflow-x-auto border-t border-line">
        <Table label={t('title')}>
          <TableHead>
            <HeaderCell align="end" className="w-16">
              {t('order')}
            </HeaderCell>
            <HeaderCell>{t('done')}</HeaderCell>
            <HeaderCell>{t('undoneBy')}</HeaderCell>
            <HeaderCell>{t('undo')}</HeaderCell>
          </TableHead>
          <TableBody>
            {ledger.map((entry, index) => (
              <TableRow key={entry.execution}>
                <Cell align="end" label={t('order')}>
                  {index + 1}
                </Cell>
                <Cell>
                  <span className="font-medium text-ink">{entry.activityName}</span>{' '}
                  <span className="text-muted">
                    {entry.stepName}
                    {entry.visit > 1 ? `, ${t('visit', { visit: entry.visit })}` : null}
                    {entry.outcomeUnknown ? ` · ${t('outcomeUnknown')}` : null}
                  </span>
                </Cell>
                <Cell label={t('undoneBy')}>{entry.compensationName ?? '–'}</Cell>
                <Cell>
                  <StatusMark {...undoLooks[entry.state]}>{t(`states.${entry.state}`)}</StatusMark>
                </Cell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
    </Card>
  );
}

import { useFormatter, useTranslations } from 'next-intl';
import { RelativeTime } from '@/components/ui/relative-time';
import { StatusMark } from '@/components/ui/status-mark';
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import type { AbsenceRow } from '@/lib/absence/schema';
import { RecallButton } from './recall-button';

const looks = {
  planned: { tone: 'neutral', shape: 'planned' },
  active: { tone: 'accent', shape: 'active' },
  over: { tone: 'neutral', shape: 'done' },
  recalled: { tone: 'neutral', shape: 'cancelled' },
} as const;

/**
 * Absences, one a row.
 * @param subject whose name stands in front: who is away, their deputy, or (for administrators) both
 */
export function AbsenceList({
  rows,
  label,
  subject,
  recallable = false,
}: {
  rows: readonly AbsenceRow[];
  label: string;
  subject: 'person' | 'deputy' | 'both';
  recallable?: boolean;
}) {
  const t = useTranslations('absence');
  return (
    <Table label={label}>
      <TableHead>
        {subject === 'deputy' ? null : <HeaderCell>{t('columns.person')}</HeaderCell>}
        {subject === 'person' ? null : <HeaderCell>{t('columns.deputy')}</HeaderCell>}
        <HeaderCell>{t('columns.period')}</HeaderCell>
        <HeaderCell>{t('columns.scope')}</HeaderCell>
        <HeaderCell>{t('columns.state')}</HeaderCell>
        {recallable ? <HeaderCell align="end">{t('columns.actions')}</HeaderCell> : null}
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.id}>
            {subject === 'deputy' ? null : (
              <Cell primary className="py-2.5">
                {row.person.name}
              </Cell>
            )}
            {subject === 'person' ? null : (
              <Cell primary={subject === 'deputy'} className="py-2.5" label={t('columns.deputy')}>
                <span>
                  {row.deputy.name}
                  {row.deputyAway ? (
                    <span className="block text-sm text-caution-ink">{t('deputyAway')}</span>
                  ) : null}
                </span>
              </Cell>
            )}
            <Cell label={t('columns.period')}>
              <Period row={row} />
            </Cell>
            <Cell label={t('columns.scope')}>
              <Scope row={row} />
            </Cell>
            <Cell>
              <StatusMark {...looks[row.state]}>{t(`states.${row.state}`)}</StatusMark>
            </Cell>
            {recallable ? (
              <Cell align="end">
                {row.state === 'active' || row.state === 'planned' ? <RecallButton absence={row} /> : null}
              </Cell>
            ) : null}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Period({ row }: { row: AbsenceRow }) {
  const format = useFormatter();
  const t = useTranslations('absence');
  const short = {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  } as const;
  return (
    <span suppressHydrationWarning>
      {format.dateTimeRange(new Date(row.startsAt), new Date(row.endsAt), short)}
      {row.recalledAt ? (
        <span className="block text-sm text-muted">
          {t.rich('recalled', { when: () => <RelativeTime at={row.recalledAt!} focusable={false} /> })}
        </span>
      ) : null}
    </span>
  );
}

function Scope({ row }: { row: AbsenceRow }) {
  const t = useTranslations('absence');
  const format = useFormatter();
  const names = row.processes.map(({ name }) => name);
  return (
    <span>
      {names.length > 0 ? format.list(names) : t('allProcesses')}
      {row.mostAmount === null ? null : `, ${t('upTo', { amount: row.mostAmount })}`}
      {row.note ? <span className="block text-sm text-muted">{row.note}</span> : null}
    </span>
  );
}

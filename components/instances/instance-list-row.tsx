import { useFormatter, useTranslations } from 'next-intl';
import { Duration } from '@/components/ui/duration';
import { RelativeTime } from '@/components/ui/relative-time';
import { Cell, RowLink, TableRow } from '@/components/ui/table';
import { isClosed } from '@/lib/engine/lifecycle';
import type { InstanceRow } from '@/lib/instances/schema';
import { FactLine } from './fact-value';
import { InstanceStatusMark } from './instance-status';
import { wordsOfKey } from './words';

/** One instance in a list. */
export function InstanceListRow({ row }: { row: InstanceRow }) {
  const t = useTranslations('instances.columns');
  return (
    <TableRow>
      <Cell primary className="truncate">
        <span className="flex min-w-0 items-baseline gap-2 max-sm:flex-1">
          <RowLink href={`/instances/${row.id}`} className="shrink-0 max-w-full truncate">
            {row.subject.id}
          </RowLink>
          <span className="truncate text-sm text-muted">{row.definition.name}</span>
        </span>
      </Cell>
      <Cell>
        <InstanceStatusMark status={row.status} />
      </Cell>
      <Cell className="truncate">
        <StateCell row={row} />
      </Cell>
      <Cell label={t('waitingOn')} className="truncate max-md:hidden max-sm:inline-flex">
        <WaitingOnCell row={row} />
      </Cell>
      <Cell className="truncate max-xl:hidden max-sm:flex max-sm:w-full">
        <FactLine facts={row.facts} known={row.subject.id} />
      </Cell>
      <Cell className="truncate max-lg:hidden max-sm:inline-flex">{row.requester?.name ?? '—'}</Cell>
      <Cell align="end" className="max-sm:ml-auto">
        <RelativeTime at={row.createdAt} focusable={false} className="relative z-1 text-xs" />
      </Cell>
    </TableRow>
  );
}

function StateCell({ row }: { row: InstanceRow }) {
  const t = useTranslations('instances.columns');
  const name = row.stateName ?? (row.state === null ? '—' : wordsOfKey(row.state));
  return (
    <>
      <span className="text-ink">{name}</span>
      {isClosed(row.status) ? null : (
        <span className="ml-2 text-xs max-sm:ml-1.5">
          {t.rich('since', { age: () => <Duration from={row.stateSince} /> })}
        </span>
      )}
    </>
  );
}

function WaitingOnCell({ row }: { row: InstanceRow }) {
  const format = useFormatter();
  const reasons = useTranslations('instances.waitReasons');
  if (row.waitingOnNames.length > 0) return format.list(row.waitingOnNames, { type: 'disjunction' });
  if (row.waitingFor.length === 0) return <span className="text-faint">—</span>;
  return format.list(row.waitingFor.map((reason) => reasons(reason)));
}

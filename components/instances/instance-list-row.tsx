'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { classNames } from '@/components/ui/class-names';
import { Duration } from '@/components/ui/duration';
import { RelativeTime } from '@/components/ui/relative-time';
import { Cell, RowLink, TableRow } from '@/components/ui/table';
import { useNow } from '@/components/ui/use-now';
import { isClosed } from '@/lib/engine/lifecycle';
import type { InstanceRow } from '@/lib/instances/schema';
import { FactLine } from './fact-value';
import { InstanceStatusMark } from './instance-status';
import { wordsOfKey } from './words';

/** The second line of a cell; on a phone it stands behind the first. */
const second = 'block truncate text-xs text-muted max-sm:inline';
const cell = 'h-13 truncate py-1.5';

/** One instance in a list. */
export function InstanceListRow({ row }: { row: InstanceRow }) {
  const t = useTranslations('instances.columns');
  const live = !isClosed(row.status);
  return (
    <TableRow className="max-sm:gap-y-1.5">
      <Cell primary className={cell}>
        <span className="block min-w-0 max-sm:flex max-sm:flex-1 max-sm:items-baseline max-sm:gap-2">
          <RowLink href={`/instances/${row.id}`} className="block truncate max-sm:shrink-0">
            {row.subject.id}
          </RowLink>
          <span className={second}>{row.definition.name}</span>
        </span>
      </Cell>
      <Cell className={cell}>
        <InstanceStatusMark status={row.status} outcome={row.outcome} />
      </Cell>
      <Cell className={cell}>
        <span className="block truncate text-ink max-sm:inline">
          {row.stateName ?? (row.state === null ? '—' : wordsOfKey(row.state))}
        </span>
        {live ? (
          <span className={second}>{t.rich('since', { age: () => <Duration from={row.stateSince} /> })}</span>
        ) : null}
      </Cell>
      <Cell label={live ? t('waitingOn') : undefined} className={classNames(cell, !live && 'max-sm:hidden')}>
        <WaitingOn row={row} />
        {row.dueAt === null ? null : <Due at={row.dueAt} />}
      </Cell>
      <Cell className={classNames(cell, 'whitespace-normal max-lg:hidden max-sm:flex max-sm:w-full')}>
        <FactLine facts={row.facts} known={row.subject.id} />
      </Cell>
      <Cell className={classNames(cell, 'max-md:hidden max-sm:flex max-sm:w-full max-sm:justify-between')}>
        <span className="block truncate max-sm:inline">{row.requester?.name ?? '—'}</span>
        <RelativeTime at={row.createdAt} focusable={false} className="relative z-1 text-xs" />
      </Cell>
    </TableRow>
  );
}

function WaitingOn({ row }: { row: InstanceRow }) {
  const format = useFormatter();
  const reasons = useTranslations('instances.waitReasons');
  if (row.waitingOnNames.length === 0 && row.waitingFor.length === 0)
    return <span className="text-faint">—</span>;
  const names =
    row.waitingOnNames.length > 0
      ? format.list(row.waitingOnNames, { type: 'disjunction' })
      : format.list(row.waitingFor.map((reason) => reasons(reason)));
  return <span className="block truncate max-sm:inline">{names}</span>;
}

function Due({ at }: { at: string }) {
  const t = useTranslations('instances.columns');
  const overdue = new Date(at).getTime() < useNow();
  return (
    <span className={classNames(second, overdue && 'font-medium text-danger-ink')}>
      {t.rich(overdue ? 'overdue' : 'due', {
        when: () => <RelativeTime at={at} focusable={false} className="relative z-1" />,
      })}
    </span>
  );
}

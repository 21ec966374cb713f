'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { AtDeadlineLine } from '@/components/deadlines/at-deadline-line';
import { classNames } from '@/components/ui/class-names';
import { Duration } from '@/components/ui/duration';
import { RelativeTime } from '@/components/ui/relative-time';
import { Cell, RowLink, TableRow } from '@/components/ui/table';
import { useNow } from '@/components/ui/use-now';
import { isClosed } from '@/lib/engine/lifecycle';
import type { InstanceRow } from '@/lib/instances/schema';
import { FactLine } from './fact-value';
import { InstanceStatusMark } from './instance-status';
import type { ListColumn } from './list-columns';
import { wordsOfKey } from './words';

/** The second line of a cell; on a phone it stands behind the first. */
const second = 'block truncate text-xs text-muted max-sm:inline';
const cell = 'h-13 truncate py-1.5';

/** Widths of the columns, and on which screens they are shown. */
export const columnClass: Readonly<Record<ListColumn, string>> = {
  state: 'w-[17%]',
  age: 'w-24',
  waitingOn: 'w-[14%]',
  deadline: 'w-32',
  timeLeft: 'w-28',
  error: 'max-lg:hidden',
  facts: 'max-lg:hidden',
  requester: 'w-36 max-md:hidden',
  version: 'w-20 max-md:hidden',
};

/** One instance in a list. */
export function InstanceListRow({ row, columns }: { row: InstanceRow; columns: readonly ListColumn[] }) {
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
      {columns.map((column) => (
        <ColumnCell key={column} column={column} row={row} alone={columns} />
      ))}
    </TableRow>
  );
}

function ColumnCell({
  column,
  row,
  alone,
}: {
  column: ListColumn;
  row: InstanceRow;
  alone: readonly ListColumn[];
}) {
  const t = useTranslations('instances.columns');
  const live = !isClosed(row.status);
  switch (column) {
    case 'state':
      return (
        <Cell className={cell}>
          <span className="block truncate text-ink max-sm:inline">
            {row.stateName ?? (row.state === null ? '—' : wordsOfKey(row.state))}
          </span>
          {live && !alone.includes('age') ? (
            <span className={second}>
              {t.rich('since', { age: () => <Duration from={row.stateSince} /> })}
            </span>
          ) : null}
        </Cell>
      );
    case 'age':
      return (
        <Cell label={t('age')} className={classNames(cell, !live && 'max-sm:hidden')}>
          {live ? <Duration from={row.stateSince} /> : <None />}
        </Cell>
      );
    case 'waitingOn':
      return (
        <Cell
          label={live ? t('waitingOn') : undefined}
          className={classNames(cell, !live && 'max-sm:hidden')}
        >
          <WaitingOn row={row} />
          {row.dueAt === null || alone.includes('deadline') ? null : <Due at={row.dueAt} />}
          {live && !alone.includes('deadline') && !alone.includes('timeLeft') ? (
            <AtDeadline row={row} />
          ) : null}
        </Cell>
      );
    case 'deadline':
      return (
        <Cell label={t('deadline')} className={classNames(cell, row.dueAt === null && 'max-sm:hidden')}>
          {row.dueAt === null ? <None /> : <ExactDue at={row.dueAt} />}
          {live ? <AtDeadline row={row} /> : null}
        </Cell>
      );
    case 'timeLeft':
      return (
        <Cell label={t('timeLeft')} className={classNames(cell, row.dueAt === null && 'max-sm:hidden')}>
          {row.dueAt === null ? <None /> : <TimeLeft until={row.dueAt} />}
          {live && !alone.includes('deadline') ? <AtDeadline row={row} /> : null}
        </Cell>
      );
    case 'error':
      return (
        <Cell
          className={classNames(cell, 'max-lg:hidden', row.lastError !== null && 'max-sm:flex max-sm:w-full')}
        >
          {row.lastError === null ? (
            <None />
          ) : (
            <span className="block truncate text-ink" title={row.lastError}>
              {row.lastError}
            </span>
          )}
        </Cell>
      );
    case 'facts':
      return (
        <Cell className={classNames(cell, 'whitespace-normal max-lg:hidden max-sm:flex max-sm:w-full')}>
          <FactLine facts={row.facts} known={row.subject.id} />
        </Cell>
      );
    case 'requester':
      return (
        <Cell className={classNames(cell, 'max-md:hidden max-sm:flex max-sm:w-full max-sm:justify-between')}>
          <span className="block truncate max-sm:inline">{row.requester?.name ?? '—'}</span>
          <RelativeTime at={row.createdAt} focusable={false} className="relative z-1 text-xs" />
        </Cell>
      );
    case 'version':
      return (
        <Cell label={t('version')} className={classNames(cell, 'tabular-nums max-md:hidden max-sm:flex')}>
          {t('versionNumber', { version: row.definition.version })}
        </Cell>
      );
  }
}

function AtDeadline({ row }: { row: InstanceRow }) {
  return <AtDeadlineLine dueAt={row.dueAt} atDeadline={row.atDeadline} className="max-sm:inline-flex" />;
}

function None() {
  return <span className="text-faint">—</span>;
}

function ExactDue({ at }: { at: string }) {
  const overdue = new Date(at).getTime() < useNow();
  return (
    <RelativeTime
      at={at}
      focusable={false}
      className={classNames('relative z-1', overdue && 'font-medium text-danger-ink')}
    />
  );
}

function TimeLeft({ until }: { until: string }) {
  const t = useTranslations('instances.columns');
  const left = new Date(until).getTime() - useNow();
  return left < 0 ? (
    <span className="font-medium text-danger-ink">
      {t.rich('late', { time: () => <Duration milliseconds={-left} /> })}
    </span>
  ) : (
    <Duration milliseconds={left} />
  );
}

function WaitingOn({ row }: { row: InstanceRow }) {
  const format = useFormatter();
  const reasons = useTranslations('instances.waitReasons');
  if (row.waitingOnNames.length === 0 && row.waitingFor.length === 0) return <None />;
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

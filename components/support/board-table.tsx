'use client';

import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { classNames } from '@/components/ui/class-names';
import { Duration } from '@/components/ui/duration';
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import type { ListFilters } from '@/components/instances/list-address';
import { ageHours } from '@/lib/support/schema';
import { ageFilters, listOf, liveStatuses } from './board-address';
import type { BoardDefinition, BoardStep } from './board-rows';

const link =
  'rounded-sm text-ink underline decoration-line-strong underline-offset-2 hover:decoration-current pointer-coarse:py-3';

/** Steps of one definition by age, with the oldest of each; every number opens the instances that it counts. */
export function BoardTable({ rows, version }: { rows: BoardDefinition; version: number | undefined }) {
  const t = useTranslations('operations.table');
  const place: ListFilters = {
    definition: rows.definition,
    ...(version === undefined ? {} : { version: String(version) }),
  };
  return (
    <Table label={t('label', { process: rows.name })}>
      <TableHead>
        <HeaderCell className="min-w-40">{t('step')}</HeaderCell>
        <HeaderCell align="end">{t('count')}</HeaderCell>
        {ageHours.map((_, bucket) => (
          <HeaderCell key={bucket} align="end" className="max-lg:hidden">
            {t(`ages.${bucket as 0}`)}
          </HeaderCell>
        ))}
        <HeaderCell align="end">{t('oldest')}</HeaderCell>
        <HeaderCell align="end">{t('overdue')}</HeaderCell>
        <HeaderCell align="end">{t('undated')}</HeaderCell>
        <HeaderCell align="end">{t('failing')}</HeaderCell>
      </TableHead>
      <TableBody>
        {rows.steps.map((step) => (
          <StepRow key={step.step} step={step} place={{ ...place, state: step.step }} />
        ))}
      </TableBody>
    </Table>
  );
}

function StepRow({ step, place }: { step: BoardStep; place: ListFilters }) {
  const t = useTranslations('operations.table');
  const live = { ...place, status: liveStatuses };
  return (
    <TableRow>
      <Cell primary>{step.stepName}</Cell>
      <Cell align="end" label={t('count')}>
        <Count value={step.count} href={listOf(live)} />
      </Cell>
      {step.ages.map((count, bucket) => (
        <Cell
          key={bucket}
          align="end"
          label={t(`ages.${bucket as 0}`)}
          className={classNames('max-lg:hidden', count === 0 && 'max-sm:hidden')}
        >
          <Count value={count} href={listOf({ ...live, ...ageFilters(bucket) })} />
        </Cell>
      ))}
      <Cell align="end" label={t('oldest')}>
        <Link href={`/instances/${step.oldestId}`} className={link}>
          <Duration from={step.oldestAt} />
        </Link>
      </Cell>
      <Cell align="end" label={t('overdue')} className={classNames(step.overdue === 0 && 'max-sm:hidden')}>
        <Count bad value={step.overdue} href={listOf({ ...place, deadline: 'overdue' })} />
      </Cell>
      <Cell align="end" label={t('undated')} className={classNames(step.undated === 0 && 'max-sm:hidden')}>
        <Count value={step.undated} href={listOf({ ...place, deadline: 'none' })} />
      </Cell>
      <Cell align="end" label={t('failing')} className={classNames(step.failing === 0 && 'max-sm:hidden')}>
        <Count
          bad
          value={step.failing}
          href={listOf({ ...place, status: ['needs_attention', 'compensation_failed'] })}
        />
      </Cell>
    </TableRow>
  );
}

function Count({ value, href, bad = false }: { value: number; href: string; bad?: boolean }) {
  const format = useFormatter();
  if (value === 0) return <span className="text-faint tabular-nums">0</span>;
  return (
    <Link href={href} className={classNames(link, 'tabular-nums', bad && 'font-medium text-danger-ink')}>
      {format.number(value)}
    </Link>
  );
}

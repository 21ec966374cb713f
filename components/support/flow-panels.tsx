'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { BarChart } from '@/components/ui/bar-chart';
import { Panel } from '@/components/ui/card';
import { Duration } from '@/components/ui/duration';
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';

export type FlowPanelsProps = {
  times: readonly { step: string; stays: number; median: number; p90: number }[];
  days: readonly { day: string; started: number; closed: number }[];
  names: Readonly<Record<string, string>>;
  sample: number;
};

/** Throughput by day, and how long the steps take. */
export function FlowPanels({ times, days, names, sample }: FlowPanelsProps) {
  const t = useTranslations('operations.flow');
  const format = useFormatter();
  const longest = Math.max(1, ...times.map(({ p90 }) => p90));
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[1fr_2fr]">
      <Panel title={t('throughput')} description={t('throughputText')}>
        <BarChart
          label={t('perDay')}
          columns={days.map(({ day }) =>
            format.dateTime(new Date(`${day}T00:00:00Z`), {
              day: 'numeric',
              month: 'short',
              timeZone: 'UTC',
            }),
          )}
          series={[
            { name: t('started'), tone: 'text-accent', values: days.map(({ started }) => started) },
            { name: t('closed'), tone: 'text-positive', values: days.map(({ closed }) => closed) },
          ]}
          format={(value) => format.number(value)}
          summary={t('throughputSum')}
        />
      </Panel>
      <Panel title={t('times')} description={t('timesText', { count: sample })} padded={false}>
        <Table label={t('times')}>
          <TableHead>
            <HeaderCell>{t('step')}</HeaderCell>
            <HeaderCell align="end">{t('stays')}</HeaderCell>
            <HeaderCell align="end">{t('median')}</HeaderCell>
            <HeaderCell align="end">{t('p90')}</HeaderCell>
            <HeaderCell className="w-1/3 max-sm:hidden">
              <span className="sr-only">{t('lengths')}</span>
            </HeaderCell>
          </TableHead>
          <TableBody>
            {times.map(({ step, stays, median, p90 }) => (
              <TableRow key={step}>
                <Cell primary>{names[step] ?? step}</Cell>
                <Cell align="end" label={t('stays')}>
                  {format.number(stays)}
                </Cell>
                <Cell align="end" label={t('median')}>
                  <Duration milliseconds={median * 1000} />
                </Cell>
                <Cell align="end" label={t('p90')}>
                  <Duration milliseconds={p90 * 1000} />
                </Cell>
                <Cell className="max-sm:hidden">
                  <svg aria-hidden viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2 w-full">
                    <rect width={(p90 / longest) * 100} height="8" className="fill-accent-soft" />
                    <rect width={(median / longest) * 100} height="8" className="fill-accent" />
                  </svg>
                </Cell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Panel>
    </div>
  );
}

import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { classNames } from '@/components/ui/class-names';
import { SparkBars } from '@/components/ui/spark-bars';
import type { Board } from '@/lib/support/schema';
import { listOf, liveStatuses } from './board-address';

/** The numbers that one looks at first; each opens the list behind it. */
export function BoardTiles({ board }: { board: Board }) {
  const t = useTranslations('operations.tiles');
  const format = useFormatter();
  const { totals, trend } = board;
  const tiles = [
    { key: 'live', count: totals.live, href: listOf({ status: liveStatuses }), bad: false, of: 'live' },
    {
      key: 'attention',
      count: totals.attention,
      href: listOf({ status: ['needs_attention'] }),
      bad: true,
      of: 'attention',
    },
    {
      key: 'overdue',
      count: totals.overdue,
      href: listOf({ deadline: 'overdue', sort: 'deadline' }),
      bad: true,
      of: 'overdue',
    },
    { key: 'undated', count: totals.undated, href: listOf({ deadline: 'none' }), bad: false },
    {
      key: 'compensationFailed',
      count: totals.compensationFailed,
      href: listOf({ status: ['compensation_failed'] }),
      bad: true,
    },
    { key: 'paused', count: totals.paused, href: listOf({ status: ['paused'] }), bad: false },
    { key: 'failed', count: totals.failed, href: listOf({ status: ['failed'], sort: 'closed' }), bad: true },
  ] as const;
  return (
    <ul className="mb-6 grid grid-cols-2 gap-3 sm:grid-cols-4 xl:grid-cols-7">
      {tiles.map((tile) => {
        const values = 'of' in tile ? trend.map(({ totals: at }) => at[tile.of]) : [];
        return (
          <li key={tile.key} className="relative rounded-lg border border-line bg-surface p-3 hover:bg-hover">
            <Link
              href={tile.href}
              className="block text-sm text-muted after:absolute after:inset-0 after:content-['']"
            >
              {t(tile.key)}
              <span
                className={classNames(
                  'mt-1 block text-2xl font-semibold tabular-nums',
                  tile.bad && tile.count > 0 ? 'text-danger-ink' : 'text-ink',
                )}
              >
                {format.number(tile.count)}
              </span>
            </Link>
            {values.length > 2 ? (
              <SparkBars
                className="mt-2 text-line-strong"
                label={t('trend', { from: values[0] ?? 0, to: values.at(-1) ?? 0 })}
                values={values}
              />
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

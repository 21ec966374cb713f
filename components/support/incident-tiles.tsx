import { useFormatter, useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { addressOf } from '@/components/instances/list-address';
import { Duration } from '@/components/ui/duration';

export type IncidentTileRowProps = {
  tiles: {
    open: number;
    instances: number;
    oldestAt: string | null;
    retrying: number;
    compensationFailed: number;
  };
};

/** What one looks at first, before the causes. */
export function IncidentTileRow({ tiles }: IncidentTileRowProps) {
  const t = useTranslations('operations.incidents.tiles');
  const format = useFormatter();
  const { open, instances, oldestAt, retrying, compensationFailed } = tiles;
  const failing = addressOf({
    status: ['needs_attention', 'compensation_failed'],
    sort: 'age',
    columns: 'state,age,error',
  });
  const failed = addressOf({ status: ['compensation_failed'] });
  return (
    <dl className="mb-5 grid grid-cols-2 gap-3 sm:grid-cols-5">
      <Tile name={t('open')}>{format.number(open)}</Tile>
      <Tile name={t('instances')}>
        <Link className="underline decoration-line-strong" href={failing}>
          {format.number(instances)}
        </Link>
      </Tile>
      <Tile name={t('oldest')}>{oldestAt === null ? '—' : <Duration from={oldestAt} />}</Tile>
      <Tile name={t('retrying')}>{format.number(retrying)}</Tile>
      <Tile name={t('compensationFailed')}>
        <Link className="underline decoration-line-strong" href={failed}>
          {format.number(compensationFailed)}
        </Link>
      </Tile>
    </dl>
  );
}

function Tile({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="rounded-lg border border-line bg-surface p-3">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-1 text-2xl font-semibold text-ink tabular-nums">{children}</dd>
    </div>
  );
}

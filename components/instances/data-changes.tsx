'use client';

import { useTranslations } from 'next-intl';
import { use } from 'react';
import { nameIn, type HistoryNames } from '@/components/history/names';
import { Panel } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Json } from '@/lib/engine/json';
import type { DataChange } from '@/lib/support/dossier-schema';

/** Who changed which field when, and from what to what; the newest first. */
export function DataChanges({
  changes,
  names,
}: {
  changes: Promise<readonly DataChange[]>;
  names: HistoryNames;
}) {
  const t = useTranslations('dossier.changes');
  const all = use(changes);
  return (
    <Panel title={t('title')} description={t('text')} className="lg:col-span-2">
      {all.length === 0 ? (
        <p className="text-sm text-muted">{t('empty')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {all.map((change) => (
            <li key={`${change.sequence} ${change.path}`} className="py-2.5 text-sm first:pt-0 last:pb-0">
              <Change change={change} names={names} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Change({ change, names }: { change: DataChange; names: HistoryNames }) {
  const t = useTranslations('dossier.changes');
  const step = change.key?.split(':')[1];
  const where = step === undefined ? '' : nameIn(names.steps, step);
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-mono text-xs font-semibold wrap-anywhere text-ink">{change.path}</span>
        <span className="text-muted">
          {t.rich(step === undefined ? 'by' : 'byIn', {
            who: change.by.name,
            step: where,
            when: () => <RelativeTime at={change.at} focusable={false} />,
          })}
        </span>
      </div>
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 font-mono text-xs">
        <dt className="text-faint">{t('before')}</dt>
        <dd className="wrap-anywhere text-muted">{textOf(change.before)}</dd>
        <dt className="text-faint">{t('after')}</dt>
        <dd className="wrap-anywhere text-ink">{textOf(change.after)}</dd>
      </dl>
      {change.reason === null ? null : <p className="mt-1 text-muted">{change.reason}</p>}
    </>
  );
}

function textOf(value: Json): string {
  return value === null ? '—' : JSON.stringify(value);
}

'use client';

import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useNow } from '@/components/ui/use-now';
import type { InboxQuery } from '@/lib/inbox/schema';
import type { TaskRow } from '@/lib/tasks/schema';
import { groupRows, type RowGroup } from './row-groups';

const listClass = 'divide-y divide-line border-b border-line';

/** The rows as one list, or as one below each group's heading. */
export function InboxRows({
  rows,
  query,
  busy,
  children,
}: {
  rows: readonly TaskRow[];
  query: InboxQuery;
  busy: boolean;
  children: (row: TaskRow) => ReactNode;
}) {
  const t = useTranslations('inbox');
  const format = useFormatter();
  const now = useNow();
  if (query.group === undefined) {
    return (
      <ul aria-label={t(`views.${query.view}`)} aria-busy={busy} className={listClass}>
        {rows.map(children)}
      </ul>
    );
  }
  const dayOf = (instant: number) =>
    format.dateTime(instant, { year: 'numeric', month: 'numeric', day: 'numeric' });
  const groups = groupRows(rows, query.group, now, dayOf);
  const nameOf = ({ key, name }: RowGroup) => name ?? t(`groups.${key as 'high'}`);
  return groups.map((group) => (
    <section key={group.key} aria-label={nameOf(group)}>
      <h2 className="sticky top-0 z-1 border-b border-line bg-sunken px-4 py-1.5 text-xs font-semibold text-muted">
        {nameOf(group)} <span className="font-normal tabular-nums">{group.rows.length}</span>
      </h2>
      <ul aria-label={nameOf(group)} aria-busy={busy} className={listClass}>
        {group.rows.map(children)}
      </ul>
    </section>
  ));
}

'use client';

import { useTranslations } from 'next-intl';
import { useLayoutEffect, useRef, useState } from 'react';
import { useRouter } from 'next/navigation';
import { useChanges } from '@/components/shell/use-changes';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { HeaderCell, Table, TableBody, TableHead } from '@/components/ui/table';
import type { InstanceRow } from '@/lib/instances/schema';
import type { ListColumn } from './list-columns';
import { differencesOf, stillShown } from './list-changes';
import { columnClass, InstanceListRow } from './instance-list-row';

/** Milliseconds between two looks at a list whose tenant is busy. */
const lookEvery = 2_000;

/**
 * The rows of one page of the list. They stay current, but none moves, comes or goes under somebody's pointer or focus:
 * then the list says how many have changed and waits to be asked. Give it the address as `key`, so that another page
 * of the list begins afresh.
 */
export function InstanceList({
  rows,
  columns,
}: {
  rows: readonly InstanceRow[];
  columns: readonly ListColumn[];
}) {
  const t = useTranslations('instances');
  const router = useRouter();
  const frame = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(rows);
  const differences = differencesOf(shown, rows);
  useChanges(() => router.refresh(), lookEvery);

  // Before the browser paints: news that is shown at once must not be announced for a moment first.
  useLayoutEffect(() => {
    setShown((before) => (isInUse(frame.current) ? stillShown(before, rows) : rows));
  }, [rows]);

  return (
    <div ref={frame}>
      <div role="status" className="contents">
        {differences > 0 ? (
          <div className="sticky top-16 z-10 mb-2 flex justify-center">
            <div className="flex items-center gap-3 rounded-full bg-raised py-1 pr-1 pl-4 text-sm shadow-raised">
              {t('changed', { count: differences })}
              <Button size="sm" variant="primary" className="rounded-full" onClick={() => setShown(rows)}>
                {t('show')}
              </Button>
            </div>
          </div>
        ) : null}
      </div>
      <Card className="overflow-clip">
        <Table label={t('title')} className="sm:table-fixed">
          <TableHead>
            <HeaderCell className="w-[18%]">{t('columns.subject')}</HeaderCell>
            <HeaderCell className="w-38">{t('columns.status')}</HeaderCell>
            {columns.map((column) => (
              <HeaderCell key={column} className={columnClass[column]}>
                {t(`columns.${column}`)}
              </HeaderCell>
            ))}
          </TableHead>
          <TableBody>
            {shown.map((row) => (
              <InstanceListRow key={row.id} row={row} columns={columns} />
            ))}
          </TableBody>
        </Table>
      </Card>
    </div>
  );
}

/** Somebody points at the list, has the focus in it, or has scrolled into it. */
function isInUse(list: HTMLElement | null): boolean {
  if (!list) return false;
  return (
    list.matches(':hover') || list.contains(document.activeElement) || list.getBoundingClientRect().top < 0
  );
}

'use client';

import { useTranslations } from 'next-intl';
import { useLayoutEffect, useRef, useState } from 'react';
import { useRouter } from 'next/navigation';
import { useChanges } from '@/components/shell/use-changes';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { HeaderCell, Table, TableBody, TableHead } from '@/components/ui/table';
import type { InstanceRow } from '@/lib/instances/schema';
import { differencesOf, stillShown } from './list-changes';
import { InstanceListRow } from './instance-list-row';

/** Milliseconds between two looks at a list whose tenant is busy. */
const lookEvery = 2_000;

/**
 * The rows of one page of the list. They stay current, but none moves, comes or goes under somebody's pointer or focus:
 * then the list says how many have changed and waits to be asked. Give it the address as `key`, so that another page
 * of the list begins afresh.
 */
export function InstanceList({ rows }: { rows: readonly InstanceRow[] }) {
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
            <HeaderCell className="w-[17%]">{t('columns.state')}</HeaderCell>
            <HeaderCell className="w-[14%]">{t('columns.waitingOn')}</HeaderCell>
            <HeaderCell className="max-lg:hidden">{t('columns.facts')}</HeaderCell>
            <HeaderCell className="w-36 max-md:hidden">{t('columns.requester')}</HeaderCell>
          </TableHead>
          <TableBody>
            {shown.map((row) => (
              <InstanceListRow key={row.id} row={row} />
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

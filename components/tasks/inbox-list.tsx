'use client';

import { ArrowUp } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { useShortcut } from '@/components/shell/shortcuts';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { LoadMore } from '@/components/ui/load-more';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { InboxQuery, TaskCounts } from '@/lib/inbox/schema';
import { InboxEmpty } from './inbox-empty';
import { inboxAddress } from './inbox-address';
import { InboxRows } from './inbox-rows';
import { TaskListRow } from './task-list-row';
import type { Selection } from './use-selection';
import type { TaskList } from './use-task-list';

export type InboxListProps = {
  list: TaskList;
  query: InboxQuery;
  counts: TaskCounts;
  openId: string | null;
  /** The choosing of rows; absent where nothing can be done with several. */
  selection: Selection | undefined;
};

/** The rows of the inbox; j and k go from one to the next, Enter opens. */
export function InboxList({ list, query, counts, openId, selection }: InboxListProps) {
  const t = useTranslations('inbox');
  const rows = useRef<HTMLDivElement>(null);
  const { shown, current, arrived, more, state } = list;
  useShortcut(['j'], t('keys.next'), () => step(1));
  useShortcut(['k'], t('keys.previous'), () => step(-1));
  useShortcut(['x'], t('keys.choose'), () => choose(false));
  useShortcut(['X'], t('keys.chooseRange'), () => choose(true));
  useShortcut(['A'], t('keys.chooseAll'), () => selection?.choose(shown.map(({ id }) => id)));

  function links(): HTMLAnchorElement[] {
    return [...(rows.current?.querySelectorAll<HTMLAnchorElement>('a[data-task]') ?? [])];
  }

  function choose(range: boolean) {
    const focused = links().find((link) => link === document.activeElement)?.dataset['task'] ?? openId;
    if (focused && shown.some(({ id }) => id === focused)) selection?.toggle(focused, range);
  }

  function step(by: 1 | -1) {
    const all = links();
    const at = all.findIndex((link) => link === document.activeElement);
    const open = all.findIndex((link) => link.dataset['task'] === openId);
    const from = at >= 0 ? at : open >= 0 ? open : by > 0 ? -1 : all.length;
    const target = all[Math.min(Math.max(from + by, 0), all.length - 1)];
    target?.focus({ preventScroll: true });
    target?.closest('li')?.scrollIntoView({ block: 'nearest' });
  }

  if (state === 'loading') return <SkeletonRows rows={8} label={t('loading')} />;
  return (
    <>
      <div role="status" className="contents">
        {arrived > 0 ? (
          <div className="sticky top-2 z-10 flex h-0 justify-center overflow-visible">
            <Button
              size="sm"
              variant="primary"
              icon={<ArrowUp aria-hidden />}
              onClick={list.showAll}
              className="rounded-full shadow-raised"
            >
              {t('arrived', { count: arrived })}
            </Button>
          </div>
        ) : null}
      </div>
      {state === 'failed' ? (
        <Banner
          tone="caution"
          live
          title={t('failed')}
          className="m-3"
          actions={
            <Button size="sm" onClick={list.retry}>
              {t('retry')}
            </Button>
          }
        />
      ) : null}
      {shown.length > 0 ? (
        <div ref={rows} className={classNames('transition-opacity', state === 'searching' && 'opacity-50')}>
          <InboxRows rows={shown} query={query} busy={state === 'searching'}>
            {(row) => (
              <TaskListRow
                key={row.id}
                row={row}
                view={query.view}
                href={inboxAddress(query, row.id)}
                open={row.id === openId}
                gone={!current.has(row.id)}
                selection={selection}
              />
            )}
          </InboxRows>
        </div>
      ) : state === 'failed' || state === 'searching' ? null : (
        <InboxEmpty query={query} counts={counts} />
      )}
      <div className={classNames('px-4', !more && 'hidden')}>
        <LoadMore more={more} busy={state === 'loadingMore'} onLoad={list.loadMore} />
      </div>
    </>
  );
}
